import { useLayoutEffect, useRef, useState, type ReactNode } from "react";

/** Marks regions in which ← and → scroll instead of turning pages. */
export const SIDEWAYS = "[data-sideways]";

/** A pane that can be reached by keyboard while its content is wider than it. */
export function Sideways({
  label,
  className,
  shows,
  children,
}: {
  readonly label: string;
  readonly className: string | undefined;
  /** What is in it; another content has other elements. */
  readonly shows: unknown;
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
    return () => observer.disconnect();
  }, [shows]);
  const region = scrolls ? { role: "region", tabIndex: 0, "aria-label": label, "data-sideways": true } : {};
  return (
    <div ref={pane} className={className} {...region}>
      {children}
    </div>
  );
}
