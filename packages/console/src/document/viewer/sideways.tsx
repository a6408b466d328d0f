import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";

import type { SideScroll } from "./side-scroll.ts";
import classes from "./viewer.module.css";

/** Marks regions in which ← and → scroll instead of turning pages. */
export const SIDEWAYS = "[data-sideways]";

/** A pane that can be reached by keyboard while its content is wider than it. */
export function Sideways({
  label,
  className,
  shows,
  scroll,
  children,
}: {
  readonly label: string;
  readonly className: string | undefined;
  /** What is in it; another content has other elements. */
  readonly shows: unknown;
  /** Shared with the other pages. */
  readonly scroll: SideScroll;
  readonly children: ReactNode;
}): ReactNode {
  const pane = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    const measure = (): void => setScrolls(element.scrollWidth > element.clientWidth);
    // Its own size changes with the window, that of its content with what is shown.
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    const remove = scroll.add(element);
    return () => {
      observer.disconnect();
      remove();
    };
  }, [shows, scroll]);
  const region = scrolls ? { role: "region", tabIndex: 0, "aria-label": label, "data-sideways": true } : {};
  return (
    <div ref={pane} className={className} {...region}>
      {children}
    </div>
  );
}

/** The scroll bar of a column, at the lower edge of the pane; keys scroll the text itself, so it takes no focus. */
export function SidewaysBar({ scroll }: { readonly scroll: SideScroll }): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const hidden = useSyncExternalStore(scroll.listen, scroll.hidden);
  useEffect(() => {
    const follow = (): void => {
      if (bar.current && bar.current.scrollLeft !== scroll.left()) bar.current.scrollLeft = scroll.left();
    };
    follow();
    return scroll.listen(follow);
  }, [scroll, hidden]);
  return (
    <div
      ref={bar}
      aria-hidden
      tabIndex={-1}
      className={`${classes["bar"]} ${hidden > 0 ? "" : classes["unused"]}`}
      onScroll={({ currentTarget }) => scroll.scrollTo(currentTarget.scrollLeft)}
    >
      <div style={{ width: `calc(100% + ${hidden}px)` }} />
    </div>
  );
}
