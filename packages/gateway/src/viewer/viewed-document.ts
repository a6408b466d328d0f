import type { RenderedPage } from "@galley/core";
import type { PageOutcome } from "@galley/core/domain";

/** Enough for a letter-size page at 300 dpi. */
export const MAX_VIEWED_PIXELS = 9_000_000;

/** A document and its extracted text, from a job or a file. Methods throw a `DomainError` if something cannot be shown. */
export interface ViewedDocument {
  summary(): Promise<DocumentSummary>;
  /** @throws DomainError `NOT_FOUND` if the page has not been read. */
  page(number: number): Promise<ViewedPage>;
  /** An image of the page. */
  image(
    number: number,
    request: { readonly dpi: number; readonly signal: AbortSignal },
  ): Promise<RenderedPage>;
  /** The numbers of the pages whose text matches the expression, ascending. */
  search(expression: RegExp): Promise<readonly number[]>;
}

/** Metadata of the whole document. */
export interface DocumentSummary {
  readonly name: string;
  /** Number of pages in the document; null until it has been opened. */
  readonly pageCount: number | null;
  /** The first page that has been read; null if there is none. */
  readonly firstPage: number | null;
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

/**
 * A page as JSON for the viewer. `lines` and `words` are flat arrays of numbers, as in `PageText`;
 * `text` is null if it may no longer be shown.
 */
export function pageJson({ outcome, textKept }: ViewedPage): unknown {
  const { number, message, seconds } = outcome;
  if (!outcome.ok) return { number, message, seconds, read: false };
  const { engine, textSource, reason, width, height, rotation, text, lines, words, fields } = outcome;
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
  };
}

/** Hundredths of a point are finer than any screen's resolution. */
function rounded(numbers: Float32Array | Float64Array): number[] {
  return Array.from(numbers, (value) => Math.round(value * 100) / 100);
}
