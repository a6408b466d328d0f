import type { ExtractOptions } from "../../../extraction/options/extract-options.ts";
import type { StorableOutcome } from "../../../extraction/result/storable-outcome.ts";

/** Extracts documents, in this process or elsewhere. */
export interface TextExtractor {
  /**
   * Yields `opened` first, then each selected page that is not in `skip`, as it finishes, in any order.
   *
   * @throws ExtractionError if the document as a whole cannot be read.
   */
  pages(path: string, options: ExtractOptions, run: ExtractionRun): AsyncIterable<ExtractionEvent>;
}

export interface ExtractionRun {
  /** Whose document it is: documents of different owners get equal time. */
  readonly owner: string;
  readonly skip: readonly number[];
  readonly signal: AbortSignal;
}

export type ExtractionEvent =
  | {
      readonly kind: "opened";
      readonly pageCount: number;
      readonly pages: readonly number[];
      /** What was left out when the document was converted, as sentences. */
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly kind: "page"; readonly outcome: StorableOutcome };
