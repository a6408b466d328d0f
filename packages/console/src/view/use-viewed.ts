import { useCallback, useEffect, useState } from "react";

import type { PageOutline } from "../document/model/viewed-document.ts";
import { loadOutlines, loadSummary, type Summary } from "./view-document.ts";

/** The first pages are shown before the rest are known. */
const FIRST_PAGES = 10;
const MORE_PAGES = 100;

/** Time between requests while pages are still being read. */
const POLL_MS = 700;

export interface Viewed {
  /** Undefined until it is loaded. */
  readonly summary: Summary | undefined;
  /** The pages that are finished, by number. */
  readonly outlines: ReadonlyMap<number, PageOutline>;
  readonly error: unknown;
}

const NOTHING: Viewed = { summary: undefined, outlines: new Map(), error: undefined };

/** The document and its pages as they are finished. */
export function useViewed(): Viewed & { readonly reload: () => void } {
  const [viewed, setViewed] = useState(NOTHING);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const show = (summary: Summary, outlines: ReadonlyMap<number, PageOutline>): void => {
      if (!signal.aborted) setViewed({ summary, outlines, error: undefined });
    };
    follow(show, signal).catch((error: unknown) => {
      if (!signal.aborted) setViewed((before) => ({ ...before, error }));
    });
    return () => ended.abort();
  }, [loads]);
  const reload = useCallback(() => {
    setViewed((before) => ({ ...before, error: undefined }));
    setLoads((times) => times + 1);
  }, []);
  return { ...viewed, reload };
}

/** Loads what is finished, and again until everything is. */
async function follow(
  show: (summary: Summary, outlines: ReadonlyMap<number, PageOutline>) => void,
  signal: AbortSignal,
): Promise<void> {
  let outlines: ReadonlyMap<number, PageOutline> = new Map();
  for (;;) {
    const summary = await loadSummary();
    let limit = FIRST_PAGES;
    for (let after = completeUntil(summary, outlines); ;) {
      const { outlines: found, more } = await loadOutlines(after, limit);
      if (found.length > 0)
        outlines = new Map([...outlines, ...found.map((one) => [one.number, one] as const)]);
      show(summary, outlines);
      const last = found.at(-1);
      if (signal.aborted || !more || last === undefined) break;
      after = last.number;
      limit = MORE_PAGES;
    }
    if (summary.settled || signal.aborted) return;
    await pause(POLL_MS, signal);
  }
}

/** Up to this page everything is known; pages need not be finished in order. */
function completeUntil({ pages }: Summary, outlines: ReadonlyMap<number, PageOutline>): number {
  let last = 0;
  for (const number of pages) {
    if (!outlines.has(number)) return last;
    last = number;
  }
  return last;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The numbers of the pages to show, ascending: those that are finished, and those that will be. */
export function viewedPages({ summary, outlines }: Pick<Viewed, "summary" | "outlines">): readonly number[] {
  const expected = summary === undefined || summary.settled ? [] : summary.pages;
  return [...new Set([...outlines.keys(), ...expected])].toSorted((one, other) => one - other);
}
