import type { RenderedPage } from "@galley/core";
import type { PageOutcome } from "@galley/core/domain";

/** A page of letter size at 300 dpi. */
export const MAX_VIEWED_PIXELS = 9_000_000;

/** A document beside its text, wherever both come from. Whatever cannot be shown throws a `DomainError`. */
export interface ViewedDocument {
  summary(): Promise<DocumentSummary>;
  /** @throws DomainError `NOT_FOUND` when the page was not read. */
  page(number: number): Promise<ViewedPage>;
  /** The page as it looks. */
  image(
    number: number,
    request: { readonly dpi: number; readonly signal: AbortSignal },
  ): Promise<RenderedPage>;
  /** The numbers of the pages in whose text the expression is found, ascending. */
  search(expression: RegExp): Promise<readonly number[]>;
}

/** What is known of a document as a whole. */
export interface DocumentSummary {
  readonly name: string;
  /** Pages of the document, read or not; null until it was opened. */
  readonly pageCount: number | null;
  /** The first page that was read; null while none is. */
  readonly firstPage: number | null;
  /** No more pages are going to be read. */
  readonly settled: boolean;
  /** What a person should know about the document; "" when there is nothing to say. */
  readonly message: string;
}

/** A page that was read, and whether its text may still be shown. */
export interface ViewedPage {
  readonly outcome: PageOutcome;
  readonly textKept: boolean;
}

/**
 * A page as the viewer's page takes it. `lines` and `words` are rows of numbers one after the other, as in `PageText`;
 * `text` is null where it was handed out and is no longer shown.
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

/** Hundredths of a point are finer than any screen. */
function rounded(numbers: Float32Array | Float64Array): number[] {
  return Array.from(numbers, (value) => Math.round(value * 100) / 100);
}
