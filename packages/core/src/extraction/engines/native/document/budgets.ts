/**
 * What one page or document may cost. Documents are hostile: each limit is far above what a real one needs, and
 * reaching it ends that part of the reading with a note, never the document.
 */

/** The densest real maps and drawings have some hundred thousand operators; this many take about two seconds. */
export const MAX_OPERATORS = 2_000_000;

/** A full page of 4-point print has about 30,000 glyphs. */
export const MAX_GLYPHS = 500_000;

/** Forms inside forms. Real documents nest three or four. */
export const MAX_FORM_DEPTH = 16;

/** Drawings of forms per page, so that few forms drawing each other cannot multiply. */
export const MAX_FORM_RUNS = 20_000;

/** Rules, outlines, small marks and images per page, each. */
export const MAX_SHAPES = 50_000;

/** Annotations of a page, form fields among them. Large forms have some hundred. */
export const MAX_ANNOTATIONS = 5_000;

/** Parents above a field, page or group whose keys are inherited. */
export const MAX_INHERITANCE_DEPTH = 32;

/** Decoded bytes of one stream. Content streams of maps reach 20 MB. */
export const MAX_STREAM_BYTES = 64 * 1024 * 1024;

/** Decoded bytes of a document, in proportion to its size: text and drawings seldom shrink to less than a tenth. */
const MIN_DOCUMENT_BYTES = 256 * 1024 * 1024;
const MAX_INFLATION = 64;

export class BudgetExceeded extends Error {
  override readonly name = "BudgetExceeded";
}

/** Adds up what the streams of one document inflate to. */
export class InflationBudget {
  readonly streamLimit = MAX_STREAM_BYTES;
  /** Set for good by the first charge that was refused: pdf.js may take the refusal for damage and go on. */
  exceeded = false;
  #left: number;

  constructor(documentBytes: number) {
    this.#left = Math.max(MIN_DOCUMENT_BYTES, documentBytes * MAX_INFLATION);
  }

  /**
   * Notes that a stream has grown by `newBytes` to `streamBytes`.
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
