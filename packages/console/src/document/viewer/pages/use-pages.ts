import { useElementSize } from "@mantine/hooks";
import { useVirtualizer, type ReactVirtualizer } from "@tanstack/react-virtual";
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type RefCallback,
  type RefObject,
} from "react";

import type { Box, PageOutline } from "../../model/viewed-document.ts";
import { layoutFor, ROW_EXTRA, type Layout, type Split } from "./page-sizes.ts";
import type { ViewSettings } from "../view-settings.ts";

const CAPTION = 28;
/** A scroll that has rested this long changes the address. */
const REST_MS = 250;

export interface Pages {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly measured: RefCallback<HTMLDivElement>;
  readonly rows: ReactVirtualizer<HTMLElement, Element>;
  readonly layout: Layout;
  /** The page that is being read. */
  readonly page: number;
  /** Goes to a page; as soon as the pane is shown, if it is hidden. */
  readonly go: (page: number) => void;
  /** Scrolls until a box can be seen. */
  readonly reveal: (page: number, box: Box) => void;
}

/** The pages of a document as rows of one long scroll; only those near the window exist. */
export function usePages(
  { numbers, outlines, settings, split, start }: PagesOf,
  onPage: (page: number) => void,
): Pages {
  const scroller = useRef<HTMLElement>(null);
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const [page, setPage] = useState(start);
  const paneHeight = scroller.current?.clientHeight ?? height;
  const first = outlines.get(numbers[0] ?? 1);
  const layout = useMemo(
    () => layoutFor({ width, height: paneHeight }, settings, { first, ...split }),
    [width, paneHeight, settings, first, split],
  );
  const rows = useVirtualizer({
    count: width === 0 ? 0 : numbers.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const { height: points, scale } = layout.of(outlines.get(numbers[index] ?? 0));
      return points * scale + ROW_EXTRA;
    },
    getItemKey: (index) => numbers[index] ?? index,
    overscan: 1,
  });
  const offsetOf = (number: number): number | undefined => {
    const index = numbers.indexOf(number);
    return index < 0 ? undefined : rows.getOffsetForIndex(index, "start")?.[0];
  };
  const awaited = useRef<number>(undefined);
  const go = (number: number): void => {
    const index = numbers.indexOf(number);
    awaited.current = width === 0 ? number : undefined;
    if (width > 0 && index >= 0) rows.scrollToIndex(index, { align: "start" });
  };
  const reveal = (number: number, box: Box): void => {
    const pane = scroller.current;
    const top = offsetOf(number);
    if (!pane || top === undefined) return;
    const { scale } = layout.of(outlines.get(number));
    const [from, to] = [top + CAPTION + box.y0 * scale, top + CAPTION + box.y1 * scale];
    const seen = from >= pane.scrollTop + 20 && to <= pane.scrollTop + pane.clientHeight - 20;
    if (!seen) pane.scrollTo({ top: from - pane.clientHeight / 3 });
  };
  const isBegun = useStart(width > 0 && numbers.includes(start), () => {
    if (start !== numbers[0]) go(start);
  });
  useEffect(() => rows.measure(), [rows, layout]);
  const goOn = useEffectEvent(() => {
    if (awaited.current !== undefined) go(awaited.current);
  });
  useEffect(() => goOn(), [width]);
  useScroll(scroller, (pane) => {
    const row = rows.getVirtualItemForOffset(pane.scrollTop + pane.clientHeight / 4);
    const number = numbers[row?.index ?? 0];
    if (isBegun.current && number !== undefined) setPage(number);
  });
  useRested(page, onPage);
  return { scroller, measured, rows, layout, page, go, reveal };
}

/** Runs once, as soon as it can. */
function useStart(ready: boolean, start: () => void): RefObject<boolean> {
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (begun.current || !ready) return;
    begun.current = true;
    start();
  });
  useEffect(() => begin(), [ready]);
  return begun;
}

function useScroll(scroller: RefObject<HTMLElement | null>, scrolled: (pane: HTMLElement) => void): void {
  const tell = useEffectEvent(scrolled);
  useEffect(() => {
    const pane = scroller.current;
    const listen = (): void => {
      if (pane) tell(pane);
    };
    pane?.addEventListener("scroll", listen, { passive: true });
    return () => pane?.removeEventListener("scroll", listen);
  }, [scroller]);
}

/** Tells a page at which the scroll has rested. */
function useRested(page: number, onPage: (page: number) => void): void {
  const tell = useEffectEvent(() => onPage(page));
  useEffect(() => {
    const timer = setTimeout(() => tell(), REST_MS);
    return () => clearTimeout(timer);
  }, [page]);
}

interface PagesOf {
  readonly numbers: readonly number[];
  readonly outlines: ReadonlyMap<number, PageOutline>;
  readonly settings: ViewSettings;
  readonly split: Split;
  /** The page to begin with. */
  readonly start: number;
}
