import { useEffect, useEffectEvent } from "react";

import { SIDEWAYS } from "./sideways.tsx";

/** Calls an action for a key, unless it is typed into a field or a window lies over the page. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
    if (isSideways(event) || isPress(event)) return;
    const action =
      actions[event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** ← and → scroll a pane that has the focus. */
function isSideways({ key, target, shiftKey }: KeyboardEvent): boolean {
  const arrow = key === "ArrowLeft" || key === "ArrowRight";
  return arrow && !shiftKey && target instanceof Element && target.closest(SIDEWAYS) !== null;
}

/** Enter presses the button or follows the link that has the focus. */
function isPress({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" && target instanceof Element && target.closest("a, button") !== null;
}

const TAKES_KEYS = "input, textarea, select, [role=tablist], [role=menu], [role=dialog], [role=radiogroup]";
