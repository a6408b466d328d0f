/**
 * Limits for one page or document, because documents may be hostile. Each is far above what real documents need;
 * exceeding one ends that part of the reading with a note, never the document.
 */

/** The densest real maps and drawings have several hundred thousand operators; this many take about two seconds. */
export const MAX_OPERATORS = 2_000_000;

/** A full page of 4-point print has about 30,000 glyphs. */
export const MAX_GLYPHS = 500_000;

/** Nesting depth of forms; real documents have three or four levels. */
export const MAX_FORM_DEPTH = 16;

/** Form executions per page, so that a few forms drawing each other cannot multiply. */
export const MAX_FORM_RUNS = 20_000;

/** Limit per page for each of: ruling lines, outlines, small marks and images. */
export const MAX_SHAPES = 50_000;

/** Annotations per page, including form fields; large forms have several hundred. */
export const MAX_ANNOTATIONS = 5_000;

/** Ancestors of a field, page or group from which keys are inherited. */
export const MAX_INHERITANCE_DEPTH = 32;

/** Decoded bytes per stream; content streams of maps reach 20 MB. */
export const MAX_STREAM_BYTES = 64 * 1024 * 1024;

/** Decoded bytes per document, relative to its size: text and drawings rarely compress to less than a tenth. */
const MIN_DOCUMENT_BYTES = 256 * 1024 * 1024;
const MAX_INFLATION = 64;

export class BudgetExceeded extends Error {
  override readonly name = "BudgetExceeded";
}

/** Sums up the decoded sizes of a document's streams. */
export class InflationBudget {
  readonly streamLimit = MAX_STREAM_BYTES;
  /** Stays true after the first rejected charge, because pdf.js may treat the error as damage and continue. */
  exceeded = false;
  #left: number;

  constructor(documentBytes: number) {
    this.#left = Math.max(MIN_DOCUMENT_BYTES, documentBytes * MAX_INFLATION);
  }

  /**
   * Records that a stream has grown by `newBytes` to `streamBytes`.
   *
   * @throws BudgetExceeded
   */
  charge(streamBytes: number, newBytes: number): void {
    this.#left -= newBytes;
    if (streamBytes <= this.streamLimit && this.#left >= 0) return;
    this.exceeded = true;
    throw new BudgetExceeded(
      this.#left < 0
        ? "The document inflates to far more than its size allows; the rest was left out."
        : `A stream that inflates to more than ${this.streamLimit / (1024 * 1024)} MB was left out.`,
    );
  }
}
