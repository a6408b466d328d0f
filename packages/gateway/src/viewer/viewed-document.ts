import type { RenderedPage, TextSource } from "@galley/core";
import type { PageMatch, PageOutcome } from "@galley/core/domain";

/** Enough for a letter-size page at 300 dpi. */
export const MAX_VIEWED_PIXELS = 9_000_000;

/** A document and its extracted text, from a job or a file. Methods throw a `DomainError` if something cannot be shown. */
export interface ViewedDocument {
  summary(): Promise<DocumentSummary>;
  /** Pages that have been read, by number, ascending, greater than `after`. */
  outlines(range: { readonly after: number; readonly limit: number }): Promise<readonly PageOutline[]>;
  /** @throws DomainError `NOT_FOUND` if the page has not been read. */
  page(number: number): Promise<ViewedPage>;
  /** An image of the page. */
  image(
    number: number,
    request: { readonly dpi: number; readonly signal: AbortSignal },
  ): Promise<RenderedPage>;
  /**
   * The places of a term in the pages that have been read.
   *
   * @throws DomainError `BAD_INPUT` if the term cannot be searched for.
   */
  search(term: string): Promise<readonly PageMatch[]>;
}

/** Metadata of the whole document. */
export interface DocumentSummary {
  readonly name: string;
  /** Number of pages in the document; null until it has been opened. */
  readonly pageCount: number | null;
  /** The first page that has been read; null if there is none. */
  readonly firstPage: number | null;
  /** The numbers of the pages that are read, ascending; empty if they are not known yet. */
  readonly pages: readonly number[];
  /** Whether all pages have been processed. */
  readonly settled: boolean;
  /** Human-readable message about the document; "" if there is none. */
  readonly message: string;
}

/** A processed page, and whether its text may still be shown. */
export interface ViewedPage {
  readonly outcome: PageOutcome;
  readonly textKept: boolean;
}

/** What is known of a page before its content is loaded. */
export interface PageOutline {
  readonly number: number;
  readonly read: boolean;
  readonly message: string;
  readonly seconds: number;
  /** Points of the upright page; null if it failed. */
  readonly width: number | null;
  readonly height: number | null;
  readonly textSource: TextSource;
}

export function outlineOf(outcome: PageOutcome): PageOutline {
  const { number, message, seconds } = outcome;
  if (!outcome.ok)
    return { number, read: false, message, seconds, width: null, height: null, textSource: "none" };
  const { width, height, textSource } = outcome;
  return { number, read: true, message, seconds, width, height, textSource };
}

/**
 * A page as JSON for the viewer. `lines` and `words` are flat arrays of numbers, as in `PageText`;
 * `text` is null if it may no longer be shown.
 */
export function pageJson({ outcome, textKept }: ViewedPage): unknown {
  const { number, message, seconds } = outcome;
  if (!outcome.ok) return { number, message, seconds, read: false };
  const { engine, textSource, reason, width, height, rotation, text, lines, words, fields } = outcome;
  const checkMarks = outcome.checkMarks.map(({ kind, marked, box }) => ({ kind, marked, box }));
  return {
    number,
    message,
    seconds,
    read: true,
    engine,
    textSource,
    reason,
    width,
    height,
    rotation,
    text: textKept ? text : null,
    lines: rounded(lines),
    words: textKept ? rounded(words) : [],
    fields: textKept ? fields : fields.map(({ kind, box }) => ({ kind, box })),
    checkMarks: textKept ? checkMarks : [],
  };
}

/** Hundredths of a point are finer than any screen's resolution. */
function rounded(numbers: Float32Array | Float64Array): number[] {
  return Array.from(numbers, (value) => Math.round(value * 100) / 100);
}
