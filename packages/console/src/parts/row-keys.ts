import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/**
 * Keyboard of a list: ↑ and ↓ move between the links of its rows, `/` goes to its search. Enter follows the link.
 * Rows are found by `data-row` on their links.
 */
export function useRowKeys(): {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusSearch = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener("keydown", focusSearch);
    return () => removeEventListener("keydown", focusSearch);
  }, []);
  return { search, onKeyDown: moveBetweenRows };
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const isInSearch = isTyping(event.target);
  if (at === -1 && !isInSearch) return;
  const next = rows[event.key === "ArrowDown" ? at + 1 : at - 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches("input:not([type=checkbox], [type=radio]), textarea, select") || target.isContentEditable)
  );
}
