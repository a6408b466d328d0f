import { isContentsEntry, isPageNumber } from "./markers.ts";

/**
 * Are rows that end with numbers entries of a table of contents without leaders, such as its chapters? Chosen on handbooks:
 * a small table of titles and numbers has fewer rows, or counts them.
 */
const EVIDENCE = {
  /** Each row that ends with what may be a page number. */
  entry: 1,
  /** Entries with leaders on the same page end at the same edge. */
  leaders: 6,
  /** The numbers grow by one: they count the rows. */
  count: -4,
  /** A number is smaller than one above it, or ends elsewhere: these are no pages. */
  unordered: -9,
};

export const LEAST_SCORE = 4;

export interface Entries {
  /** What may be their page numbers, in the order of the text. */
  readonly pages: readonly string[];
  readonly hasLeaders: boolean;
  readonly isAligned: boolean;
}

export function evidenceOf({ pages, hasLeaders, isAligned }: Entries): {
  readonly weights: Readonly<Record<keyof typeof EVIDENCE, number>>;
  readonly score: number;
} {
  const numbers = pages.map(Number).filter((page) => !Number.isNaN(page));
  const steps = numbers.slice(1).map((page, at) => page - (numbers[at] ?? 0));
  const weights = {
    entry: EVIDENCE.entry * pages.length,
    leaders: hasLeaders ? EVIDENCE.leaders : 0,
    count: steps.length > 0 && steps.every((step) => step === 1) ? EVIDENCE.count : 0,
    unordered: steps.some((step) => step < 0) || !isAligned ? EVIDENCE.unordered : 0,
  };
  return { weights, score: Object.values(weights).reduce((sum, weight) => sum + weight, 0) };
}

/** Those of texts in reading order that are entries of a table of contents: they follow one another and end with pages. */
export function entriesAmong<T>(texts: readonly T[], textOf: (text: T) => string): ReadonlySet<T> {
  const runs: { readonly own: T; readonly text: string; readonly page: string }[][] = [[]];
  for (const own of texts) {
    const text = textOf(own);
    const page = text.slice(text.lastIndexOf(" ") + 1);
    const run = runs.at(-1) ?? [];
    if (!isPageNumber(page)) {
      if (run.length > 0) runs.push([]);
    } else if (Number(page) < Number(run.at(-1)?.page)) runs.push([{ own, text, page }]);
    else run.push({ own, text, page });
  }
  const entries = runs.filter((run) => {
    const hasLeaders = run.some(({ text }) => isContentsEntry(text));
    return (
      evidenceOf({ pages: run.map(({ page }) => page), hasLeaders, isAligned: true }).score >= LEAST_SCORE
    );
  });
  return new Set(entries.flat().map(({ own }) => own));
}
