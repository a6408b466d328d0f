import type { PageContent } from "../page/page-content.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";

/** The engines in the order in which they are tried; the name of the one that read a page is in the page's record. */
export const ENGINE_NAMES = ["native", "pdfjs", "pdfium", "image"] as const;
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
  readPage(number: number, wanted?: WantedContent): Promise<PageContent>;
  /** Draws page `number` where the engine can; PDFium draws those of the others. */
  readonly drawPage?: (number: number, options: DrawOptions) => Promise<DrawnPage>;
}

/** What is read only for those who need it. */
export interface WantedContent {
  /** The blocks in which the document itself says that its glyphs are read: `Glyphs.block`. */
  readonly blocks: boolean;
  /** What people remarked on the page: `PageContent.remarks`. */
  readonly remarks: boolean;
}

export interface DrawOptions {
  /** Dots per inch that are wanted; an image is drawn as it is. */
  readonly dpi: number;
  /** A page that would have more is drawn with fewer dots per inch. */
  readonly maxPixels: number;
}

/** A page as it is printed: upright, on white. */
export interface DrawnPage {
  readonly image: GreyImage;
  /** What a person should know about it; "" when there is nothing to say. */
  readonly note: string;
}
