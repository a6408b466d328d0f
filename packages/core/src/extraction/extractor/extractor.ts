import type { ExplainedPage } from "../explain/page-case.ts";
import type { DocumentSource } from "../document/document-source.ts";
import type { ExtractOptionsInput } from "../options/extract-options.ts";
import type { RenderOptionsInput } from "../engines/render/render-options.ts";
import type { ExtractedDocument, PageOutcome } from "../result/extracted-document.ts";
import type { RenderedPage } from "../engines/render/rendered-page.ts";

/** Progress of a document: one `opened` event, then one `page` event for each selected page, in any order. */
export type ExtractionEvent<Outcome = PageOutcome> =
  | {
      readonly kind: "opened";
      /** Pages of the whole document. */
      readonly pageCount: number;
      /** The selected pages, ascending. */
      readonly pages: readonly number[];
      /** What was left out when the document was converted to PDF, as sentences. */
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly kind: "page"; readonly outcome: Outcome };

/** Progress of a document. */
export interface ExtractionProgress {
  /** Pages finished so far, including this one. */
  readonly done: number;
  /** Selected pages. */
  readonly total: number;
}

export interface ExtractCall {
  /** Cancels the extraction; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each page when it is finished, in any order. */
  readonly onPage?: ((outcome: PageOutcome, progress: ExtractionProgress) => void) | undefined;
}

export interface PagesCall {
  /** Cancels the extraction; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Selected pages that the caller already has; they are not read again. */
  readonly skip?: readonly number[] | undefined;
}

export interface RenderCall {
  /** Cancels the rendering; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads documents concurrently, and the pages of each in parallel. Its threads run until it is disposed: `await using
 * extractor = createExtractor()`.
 */
export interface Extractor extends AsyncDisposable {
  /**
   * Reads a whole document. A page that fails does not fail the document; the result contains it with its error.
   *
   * @throws ExtractionError if the options are invalid or the document as a whole cannot be read.
   */
  extract(
    source: DocumentSource,
    options?: ExtractOptionsInput,
    call?: ExtractCall,
  ): Promise<ExtractedDocument>;
  /**
   * Reads a document page by page: yields `opened` first, then each selected page that is not in `skip` when it is
   * finished, in any order. Leaving the loop cancels the extraction.
   *
   * @throws ExtractionError if the options are invalid or the document as a whole cannot be read.
   */
  pages(
    source: DocumentSource,
    options?: ExtractOptionsInput,
    call?: PagesCall,
  ): AsyncIterable<ExtractionEvent>;
  /**
   * Renders page `number`, counted from 1, as it looks in print. The document stays open for a minute, so rendering
   * further pages is fast.
   *
   * @throws ExtractionError if the options are invalid, the page does not exist or it cannot be rendered.
   */
  renderPage(
    source: DocumentSource,
    number: number,
    options?: RenderOptionsInput,
    call?: RenderCall,
  ): Promise<RenderedPage>;
  /**
   * Explains page `number`, counted from 1: its regions, and the candidates with the reasons for which they were accepted or
   * rejected. All selected pages are read.
   *
   * @throws ExtractionError `BAD_OPTION` if the page does not exist or is not selected.
   */
  explainPage(
    source: DocumentSource,
    number: number,
    options?: ExtractOptionsInput,
    call?: RenderCall,
  ): Promise<ExplainedPage>;
}
