/** The sideways scroll that one column shares over all pages, so that it has a scroll bar at the edge of the pane. */
export interface SideScroll {
  /** Adds the pane of a page; the result takes it away again. */
  readonly add: (pane: HTMLElement) => () => void;
  readonly scrollTo: (left: number) => void;
  readonly left: () => number;
  /** Pixels by which the widest pane is wider than what is seen of it. */
  readonly hidden: () => number;
  /** Calls back when `left` or `hidden` changes. */
  readonly listen: (changed: () => void) => () => void;
}

export function createSideScroll(): SideScroll {
  const panes = new Set<HTMLElement>();
  const listeners = new Set<() => void>();
  let [left, hidden] = [0, 0];
  const changed = (): void => listeners.forEach((listener) => listener());
  const scrollTo = (wanted: number): void => {
    if (wanted === left) return;
    left = wanted;
    for (const pane of panes) if (pane.scrollLeft !== left) pane.scrollLeft = left;
    changed();
  };
  const measure = (): void => {
    const most = Math.max(0, ...[...panes].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    if (most === hidden) return;
    hidden = most;
    for (const pane of panes) pane.scrollLeft = left;
    changed();
  };
  return {
    add(pane) {
      panes.add(pane);
      pane.scrollLeft = left;
      // A narrow page cannot follow a wide one, and must not pull it back.
      const follow = (): void => {
        const most = pane.scrollWidth - pane.clientWidth;
        if (pane.scrollLeft < Math.min(left, most) || pane.scrollLeft > left) scrollTo(pane.scrollLeft);
      };
      const observer = new ResizeObserver(measure);
      for (const one of [pane, ...pane.children]) observer.observe(one);
      pane.addEventListener("scroll", follow, { passive: true });
      return () => {
        panes.delete(pane);
        observer.disconnect();
        pane.removeEventListener("scroll", follow);
        measure();
      };
    },
    scrollTo,
    left: () => left,
    hidden: () => hidden,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
