import type { PageContent } from "../page/page-content.ts";

/** The engines in the order in which they are tried; the name of the one that read a page is in the page's record. */
export const ENGINE_NAMES = ["native", "pdfjs", "pdfium"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Something that reads the pages of one kind of document. It runs in a page thread and starts no thread of its own. */
export interface DocumentEngine {
  readonly name: EngineName;
  /**
   * Opens a document. The bytes may be shared with other threads: they are never changed and never transferred.
   *
   * @throws ExtractionError `PASSWORD_REQUIRED` or `DAMAGED_DOCUMENT`.
   */
  open(bytes: Uint8Array, options: { readonly password: string }): Promise<OpenDocument>;
}

export interface OpenDocument extends AsyncDisposable {
  readonly pageCount: number;
  /** Reads page `number`, counted from 1. What goes over a budget is left out and said in the content's notes. */
  readPage(number: number): Promise<PageContent>;
}
