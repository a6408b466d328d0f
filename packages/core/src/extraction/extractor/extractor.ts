import type { ExtractOptionsInput } from "../options/extract-options.ts";
import type { RenderOptionsInput } from "../engines/render/render-options.ts";
import type { ExtractedDocument, PageOutcome } from "../result/extracted-document.ts";
import type { RenderedPage } from "../pool/drawing/render-protocol.ts";

/** A document: its bytes, or the path or `file:` URL of a file. Bytes must not be changed while it is being read. */
export type DocumentSource = Uint8Array | string | URL;

/** What happens while a document is read: it is opened once, then each selected page ends once, in any order. */
export type ExtractionEvent =
  | {
      readonly kind: "opened";
      /** Pages of the whole document. */
      readonly pageCount: number;
      /** The selected pages, ascending. */
      readonly pages: readonly number[];
    }
  | { readonly kind: "page"; readonly outcome: PageOutcome };

/** How far a document is. */
export interface ExtractionProgress {
  /** Pages that ended so far, this one included. */
  readonly done: number;
  /** Selected pages. */
  readonly total: number;
}

export interface ExtractCall {
  /** Ends the extraction; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each page as it ends, in any order. */
  readonly onPage?: ((outcome: PageOutcome, progress: ExtractionProgress) => void) | undefined;
}

export interface PagesCall {
  /** Ends the extraction; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Selected pages that are there already and are not read again. */
  readonly skip?: readonly number[] | undefined;
}

export interface RenderCall {
  /** Ends the drawing; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads documents, several at once and the pages of each in parallel. Its threads live until it is disposed:
 * `await using extractor = createExtractor()`.
 */
export interface Extractor extends AsyncDisposable {
  /**
   * Reads a document whole. A page that fails does not fail the document; it is in the result and says why.
   *
   * @throws ExtractionError when the options are wrong or the document as a whole cannot be read.
   */
  extract(
    source: DocumentSource,
    options?: ExtractOptionsInput,
    call?: ExtractCall,
  ): Promise<ExtractedDocument>;
  /**
   * Reads a document page by page: `opened` first, then each selected page that is not in `skip` as it ends, in any
   * order. Leaving the loop ends the extraction.
   *
   * @throws ExtractionError when the options are wrong or the document as a whole cannot be read.
   */
  pages(
    source: DocumentSource,
    options?: ExtractOptionsInput,
    call?: PagesCall,
  ): AsyncIterable<ExtractionEvent>;
  /**
   * Draws page `number`, counted from 1, as it looks in print. The document stays open for a minute, so that leafing
   * through it is quick.
   *
   * @throws ExtractionError when the options are wrong, there is no such page or it cannot be drawn.
   */
  renderPage(
    source: DocumentSource,
    number: number,
    options?: RenderOptionsInput,
    call?: RenderCall,
  ): Promise<RenderedPage>;
}
