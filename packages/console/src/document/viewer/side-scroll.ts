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
  const place = (): void => {
    for (const pane of panes) if (pane.scrollLeft !== left) pane.scrollLeft = left;
    for (const listener of listeners) listener();
  };
  const scrollTo = (wanted: number): void => {
    if (wanted === left) return;
    left = wanted;
    place();
  };
  const measure = (): void => {
    const most = Math.max(0, ...Array.from(panes, hiddenOf));
    if (most === hidden) return;
    hidden = most;
    place();
  };
  return {
    add(pane) {
      panes.add(pane);
      pane.scrollLeft = left;
      const ended = watched(pane, {
        measure,
        // A narrow page cannot follow a wide one, and must not pull it back.
        scrolled: () => {
          const here = pane.scrollLeft;
          if (here > left || here < Math.min(left, hiddenOf(pane))) scrollTo(here);
        },
      });
      return () => {
        panes.delete(pane);
        ended();
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

function hiddenOf({ scrollWidth, clientWidth }: HTMLElement): number {
  return scrollWidth - clientWidth;
}

function watched(
  pane: HTMLElement,
  { measure, scrolled }: { readonly measure: () => void; readonly scrolled: () => void },
): () => void {
  const observer = new ResizeObserver(measure);
  for (const one of [pane, ...pane.children]) observer.observe(one);
  pane.addEventListener("scroll", scrolled, { passive: true });
  return () => {
    observer.disconnect();
    pane.removeEventListener("scroll", scrolled);
  };
}
