import { ExtractionError } from "../failure/extraction-error.ts";
import { type Legibility, legibilityOf } from "../page/garbled-text.ts";
import type { PageContent } from "../page/page-content.ts";
import type { Rect } from "../geometry/rect.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { isPicture, mediaTypeOf } from "../document/media-type.ts";
import type {
  DocumentEngine,
  DrawnPage,
  DrawOptions,
  EngineName,
  OpenDocument,
  StoredPicture,
  WantedContent,
  WantedSize,
} from "./engine.ts";
import { nativeEngine } from "./native/native-engine.ts";
import { pdfiumEngine } from "./pdfium/pdfium-engine.ts";
import { pdfjsEngine } from "./pdfjs/pdfjs-engine.ts";
import type { PageRenderer } from "./render/page-renderer.ts";

/** A page and the engine that read it. */
export interface ReadPageContent {
  readonly engine: EngineName;
  readonly content: PageContent;
  /** Why the text is unreliable, as a sentence; "" if nothing suggests it. */
  readonly fault: string;
}

/** An open document; each page is read by the first engine that can. */
export interface OpenedDocument extends AsyncDisposable {
  readonly pageCount: number;
  /**
   * Reads page `number`, counted from 1. Content over a budget is omitted and reported in the content's notes.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT` if no engine can read the page; other pages may still be readable.
   */
  readPage(number: number, wanted?: WantedContent): Promise<ReadPageContent>;
  /**
   * Renders page `number`.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT` or `RESOURCE_LIMIT`
   */
  drawPage(number: number, options: DrawOptions): Promise<DrawnPage>;
  /**
   * Renders parts of page `number`, each with about `maxPixels` at most; undefined for a part outside the page, or if
   * the page is an image file.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT` or `RESOURCE_LIMIT`
   */
  drawParts(
    number: number,
    parts: readonly PartToDraw[],
    options: Pick<DrawOptions, "maxPixels">,
  ): Promise<readonly (PagePart | undefined)[]>;
  /**
   * Returns a sentence about each image of page `number` that cannot be decoded, so that the drawn page shows nothing in
   * its place; none if the page is an image file. Decodes the images of the page again.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT`
   */
  lostImages(number: number): Promise<readonly string[]>;
  /**
   * Returns an image of the document (`ImageSource.object`) and its mask, if any, in grey and reduced to about the given
   * size; undefined if only a drawing of the page shows what they look like.
   */
  smallPictures(object: string, look: Look): Promise<readonly GreyImage[] | undefined>;
}

/** Size in pixels and resolution at which an image is wanted. */
export interface Look extends WantedSize {
  readonly dpi: number;
}

/** A part of a page, in points, and the resolution at which it is rendered. */
export interface PartToDraw {
  readonly box: Rect;
  readonly dpi: number;
}

/** A rendered part of a page. */
export interface PagePart {
  readonly image: GreyImage;
  /** The rendered area, in points from the upper left corner of the page. */
  readonly box: Rect;
}

const ENGINES: readonly DocumentEngine[] = [nativeEngine, pdfjsEngine, pdfiumEngine];

/**
 * Opens a document. The bytes may be shared between threads, so they are never changed or transferred.
 *
 * @throws ExtractionError the first engine's error, if none can open it: `PASSWORD_REQUIRED`, `DAMAGED_DOCUMENT` or
 * `RESOURCE_LIMIT`.
 */
export async function openDocument(
  bytes: Uint8Array,
  options: { readonly password: string },
): Promise<OpenedDocument> {
  if (!isPicture(mediaTypeOf(bytes))) return openWithEngines(ENGINES, bytes, options);
  const { imageEngine } = await import("./images/image-engine.ts");
  return openWithEngines([imageEngine], bytes, options);
}

/** Like `openDocument`, with the given engines in the order in which they are tried. */
export async function openWithEngines(
  engines: readonly DocumentEngine[],
  bytes: Uint8Array,
  options: { readonly password: string },
): Promise<OpenedDocument> {
  const readers = engines.map((engine) => new EngineReader(engine, bytes, options));
  const first = await firstSuccess(readers, async (reader) => ({
    reader,
    document: await reader.document(),
  }));
  // The engines before it failed to open the document and are skipped.
  const usable = readers.slice(readers.indexOf(first.reader));
  const drawing = new PdfDrawing(bytes, options);
  return {
    pageCount: first.document.pageCount,
    readPage: (number, wanted) => readLegibly(usable, number, wanted),
    drawPage: (number, drawOptions) =>
      first.document.drawPage?.(number, drawOptions) ?? drawing.drawPage(number, drawOptions),
    drawParts: async (number, parts, drawOptions) =>
      first.document.drawPage ? parts.map(() => undefined) : drawing.drawParts(number, parts, drawOptions),
    lostImages: async (number) => (first.document.drawPage ? [] : drawing.lostImages(number)),
    smallPictures: (object, look) => smallPicturesOf(first.document.storedPictures?.(object, look), look),
    async [Symbol.asyncDispose]() {
      for (const reader of readers) await reader.close();
      await drawing.close();
    },
  };
}

async function smallPicturesOf(
  stored: readonly StoredPicture[] | undefined,
  look: Look,
): Promise<readonly GreyImage[] | undefined> {
  if (!stored) return undefined;
  const { smallPicture } = await import("./images/small-picture.ts");
  const pictures: GreyImage[] = [];
  for (const picture of stored) {
    const small = await smallPicture(picture, look);
    if (!small) return undefined;
    pictures.push({ ...small, dpi: (look.dpi * small.width) / look.width });
  }
  return pictures;
}

/** The document in PDFium, opened on first use. */
class PdfDrawing {
  readonly #bytes: Uint8Array;
  readonly #options: { readonly password: string };
  #renderer: Promise<PageRenderer> | undefined;

  constructor(bytes: Uint8Array, options: { readonly password: string }) {
    this.#bytes = bytes;
    this.#options = options;
  }

  async drawPage(number: number, { dpi, maxPixels }: DrawOptions): Promise<DrawnPage> {
    const renderer = await this.#opened();
    const raster = renderer.render(number, { dpi, maxPixels, grey: true });
    return { image: { ...raster, data: raster.pixels }, note: "" };
  }

  async drawParts(
    number: number,
    parts: readonly PartToDraw[],
    { maxPixels }: Pick<DrawOptions, "maxPixels">,
  ): Promise<readonly (PagePart | undefined)[]> {
    const renderer = await this.#opened();
    return renderer.renderParts(number, parts, { maxPixels }).map((part) => {
      if (!part) return undefined;
      const { pixels, ...raster } = part.raster;
      return { image: { ...raster, data: pixels }, box: part.box };
    });
  }

  async lostImages(number: number): Promise<readonly string[]> {
    return (await this.#opened()).lostImages(number);
  }

  async close(): Promise<void> {
    const renderer = await this.#renderer?.catch(() => undefined);
    await renderer?.[Symbol.asyncDispose]();
  }

  #opened(): Promise<PageRenderer> {
    this.#renderer ??= this.#open();
    return this.#renderer;
  }

  async #open(): Promise<PageRenderer> {
    const { openPageRenderer } = await import("./render/page-renderer.ts");
    return openPageRenderer(this.#bytes, this.#options);
  }
}

/** The document in one engine, opened on first use. */
class EngineReader {
  readonly #engine: DocumentEngine;
  readonly #bytes: Uint8Array;
  readonly #options: { readonly password: string };
  #document: Promise<OpenDocument> | undefined;

  constructor(engine: DocumentEngine, bytes: Uint8Array, options: { readonly password: string }) {
    this.#engine = engine;
    this.#bytes = bytes;
    this.#options = options;
  }

  get name(): EngineName {
    return this.#engine.name;
  }

  document(): Promise<OpenDocument> {
    this.#document ??= this.#engine.open(this.#bytes, this.#options);
    return this.#document;
  }

  async readPage(number: number, wanted: WantedContent | undefined): Promise<JudgedPage> {
    const document = await this.document();
    const content = await document.readPage(number, wanted);
    return { engine: this.#engine.name, content, ...legibilityOf(content.glyphs) };
  }

  async close(): Promise<void> {
    const document = await this.#document?.catch(() => undefined);
    await document?.[Symbol.asyncDispose]();
  }
}

type JudgedPage = ReadPageContent & Legibility;

/**
 * Reads the page with the first engine that can. If that engine guessed characters and the text is garbled, another
 * engine's text is used if the document maps it to Unicode. Wrong mappings in the document itself affect all engines.
 */
async function readLegibly(
  readers: readonly EngineReader[],
  number: number,
  wanted: WantedContent | undefined,
): Promise<ReadPageContent> {
  const first = await firstSuccess(readers, (reader) => reader.readPage(number, wanted));
  if (first.fault === "" || !first.isGuessed) return first;
  for (const reader of readers) {
    if (reader.name === first.engine) continue;
    const other = await reader.readPage(number, wanted).catch(() => undefined);
    if (other?.fault === "" && other.isProven) return other;
  }
  return first;
}

/** Returns the result of the first candidate that succeeds; throws the first error if all fail. */
async function firstSuccess<Candidate, Result>(
  candidates: readonly Candidate[],
  attempt: (candidate: Candidate) => Promise<Result>,
): Promise<Result> {
  let firstFailure: unknown;
  for (const candidate of candidates) {
    try {
      return await attempt(candidate);
    } catch (error) {
      firstFailure ??= error;
      if (isFinal(error)) break;
    }
  }
  throw firstFailure;
}

/** Errors that no other engine can avoid: a missing password, and a document built to exhaust its reader. */
function isFinal(error: unknown): boolean {
  return error instanceof ExtractionError && error.code !== "DAMAGED_DOCUMENT";
}
