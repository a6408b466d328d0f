import type { PageContent } from "../page/page-content.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";

/** The engines in the order in which they are tried; each page's record names the engine that read it. */
export const ENGINE_NAMES = ["native", "pdfjs", "pdfium", "image"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Reads one kind of document. It runs in a page thread and starts no threads itself. */
export interface DocumentEngine {
  readonly name: EngineName;
  /**
   * Opens a document. The bytes may be shared between threads, so they are never changed or transferred.
   *
   * @throws ExtractionError `PASSWORD_REQUIRED` or `DAMAGED_DOCUMENT`.
   */
  open(bytes: Uint8Array, options: { readonly password: string }): Promise<OpenDocument>;
}

export interface OpenDocument extends AsyncDisposable {
  readonly pageCount: number;
  /** Reads page `number`, counted from 1. Content over a budget is omitted and reported in `PageContent.notes`. */
  readPage(number: number, wanted?: WantedContent): Promise<PageContent>;
  /** Renders page `number`, if the engine can; PDFium renders the pages of the other engines. */
  readonly drawPage?: (number: number, options: DrawOptions) => Promise<DrawnPage>;
  /** Returns an image of the document and its mask, if any; undefined if only a renderer can decode them. */
  readonly storedPictures?: (object: string, wanted: WantedSize) => readonly StoredPicture[] | undefined;
}

/** Size in pixels; images that are smaller are not enlarged. */
export interface WantedSize {
  readonly width: number;
  readonly height: number;
}

/** An image as it is stored in a document, or decoded and reduced. */
export type StoredPicture =
  | { readonly encoding: "jpeg"; readonly bytes: Uint8Array }
  | { readonly encoding: "grey"; readonly width: number; readonly height: number; readonly data: Uint8Array };

/** Optional content that is read only on request. */
export interface WantedContent {
  /** The blocks of the document's structure tree, in reading order: `Glyphs.block`. */
  readonly blocks: boolean;
  /** The document's tags, its links, and its outline: `PageContent.tags`, `links` and `outline`. */
  readonly structure: boolean;
  /** Sticky notes and comments: `PageContent.annotationNotes`. */
  readonly annotationNotes: boolean;
}

export interface DrawOptions {
  /** Requested resolution in dots per inch; images keep their own. */
  readonly dpi: number;
  /** The resolution is reduced if the page would have more pixels. */
  readonly maxPixels: number;
}

/** A page rendered as printed: upright, on white. */
export interface DrawnPage {
  readonly image: GreyImage;
  /** A note for the user; "" if there is none. */
  readonly note: string;
}
