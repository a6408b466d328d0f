import { useEffect, useEffectEvent } from "react";

/** Calls an action for a key, unless it is typed into a field or a window lies over the page. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
    const action = actions[event.key];
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

const TAKES_KEYS = "input, textarea, select, [role=tablist], [role=menu], [role=dialog], [role=radiogroup]";
