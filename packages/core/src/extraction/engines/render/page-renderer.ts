import { ExtractionError } from "../../failure/extraction-error.ts";
import { lostImages } from "../pdfium/lost-images.ts";
import { openPdfiumDocument, type OpenPage } from "../pdfium/pdfium-document.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { PageRaster } from "./page-raster.ts";
import { MAX_SIDE, type DrawingOptions, type RenderOptions } from "./render-options.ts";

/** Renders the pages of one document, which stays open until the renderer is disposed. */
export interface PageRenderer extends AsyncDisposable {
  readonly pageCount: number;
  /**
   * Renders page `number` (from 1) as printed: upright, on white, with its annotations and form fields.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT`, `RESOURCE_LIMIT`, or `BAD_OPTION` if the page does not exist.
   */
  render(number: number, options: Omit<DrawingOptions, "password">): PageRaster;
  /**
   * Renders parts of page `number` in grey, each with about `maxPixels` at most; undefined for a part off the page.
   *
   * @throws ExtractionError as `render` does.
   */
  renderParts(
    number: number,
    parts: readonly PartToRender[],
    size: PartSize,
  ): readonly (DrawnPart | undefined)[];
  /**
   * Returns a sentence about each image of page `number` that cannot be decoded. Decodes the images again.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT`
   */
  lostImages(number: number): readonly string[];
}

/** A part of a page, in points, and the resolution at which it is rendered. */
export interface PartToRender {
  readonly box: Rect;
  readonly dpi: number;
}

/** Size limit of the rendered parts of a page. */
export type PartSize = Pick<RenderOptions, "maxPixels">;

/** A rendered part of a page. */
export interface DrawnPart {
  readonly raster: PageRaster;
  /** Area shown, in points from the upper left corner of the page; rounded outwards to whole pixels. */
  readonly box: Rect;
}

/**
 * Opens a document for rendering. The bytes may be shared with other threads.
 *
 * @throws ExtractionError `PASSWORD_REQUIRED` or `DAMAGED_DOCUMENT`.
 */
export async function openPageRenderer(
  bytes: Uint8Array,
  { password }: Pick<RenderOptions, "password">,
): Promise<PageRenderer> {
  const document = await openPdfiumDocument(bytes, password);
  const { pageCount } = document;
  return {
    pageCount,
    render(number, options) {
      if (number > pageCount) {
        const message = `number: the document has pages 1 to ${pageCount}`;
        throw new ExtractionError("BAD_OPTION", message, { option: "number" });
      }
      return document.withPage(number, (open) => drawn(open, number, options));
    },
    renderParts: (number, parts, size) =>
      document.withPage(number, (open) => parts.map((part) => drawnPart(open, { number, part }, size))),
    lostImages: (number) => document.withPage(number, lostImages),
    [Symbol.asyncDispose]: async () => document[Symbol.dispose](),
  };
}

/** Opens a document, renders one page and closes it. Throws as `openPageRenderer` and `render` do. */
export async function renderPage(
  bytes: Uint8Array,
  number: number,
  options: DrawingOptions,
): Promise<PageRaster> {
  await using renderer = await openPageRenderer(bytes, options);
  return renderer.render(number, options);
}

const POINTS_PER_INCH = 72;

/** PDFium's bitmap formats: one byte per pixel, and four bytes of which the last is unused. */
const FORMAT = { GREY: 1, COLOUR: 3 } as const;

/** PDFium's rendering flags: draw annotations, greyscale, RGB instead of BGR byte order. */
const FLAG = { ANNOTATIONS: 0x01, GREY: 0x08, RED_FIRST: 0x10 } as const;

const WHITE = 0xffff_ffff;

function drawn(open: OpenPage, number: number, options: Omit<DrawingOptions, "password">): PageRaster {
  const { width, height, dpi } = sizeOf(open, options);
  const whole = { left: 0, top: 0, width, height };
  return bitmapOf(open, { number, page: { width, height }, shown: whole, dpi, grey: options.grey });
}

function drawnPart(
  { pdfium, page, ...open }: OpenPage,
  { number, part }: { readonly number: number; readonly part: PartToRender },
  { maxPixels }: PartSize,
): DrawnPart | undefined {
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
  const [x0, x1] = [Math.max(0, part.box.x0), Math.min(size.width, part.box.x1)];
  const [y0, y1] = [Math.max(0, part.box.y0), Math.min(size.height, part.box.y1)];
  if (x1 <= x0 || y1 <= y0) return undefined;
  const inches = ((x1 - x0) / POINTS_PER_INCH) * ((y1 - y0) / POINTS_PER_INCH);
  const longest = Math.max(size.width, size.height) / POINTS_PER_INCH;
  const dpi = Math.min(part.dpi, Math.sqrt(maxPixels / inches), MAX_SIDE / longest);
  const scale = dpi / POINTS_PER_INCH;
  const [left, top] = [Math.floor(x0 * scale), Math.floor(y0 * scale)];
  const shown = { left, top, width: Math.ceil(x1 * scale) - left, height: Math.ceil(y1 * scale) - top };
  const whole = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
  const raster = bitmapOf({ pdfium, page, ...open }, { number, page: whole, shown, dpi, grey: true });
  const box = {
    x0: left / scale,
    y0: top / scale,
    x1: (left + shown.width) / scale,
    y1: (top + shown.height) / scale,
  };
  return { raster, box };
}

/** The area of a page to render, in pixels. */
interface Drawing {
  readonly number: number;
  /** Size of the whole page. */
  readonly page: { readonly width: number; readonly height: number };
  /** The area of the page that the bitmap shows. */
  readonly shown: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly dpi: number;
  readonly grey: boolean;
}

function bitmapOf(open: OpenPage, { number, page: whole, shown, dpi, grey }: Drawing): PageRaster {
  const { pdfium, page, form } = open;
  const { left, top, width, height } = shown;
  const format = grey ? FORMAT.GREY : FORMAT.COLOUR;
  const flags = FLAG.ANNOTATIONS | (grey ? FLAG.GREY : FLAG.RED_FIRST);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, format, 0, 0);
  if (bitmap === 0) {
    throw new ExtractionError("RESOURCE_LIMIT", `Page ${number} exceeded the memory limit for rendering.`);
  }
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, whole.width, whole.height, 0, flags);
    pdfium.FPDF_FFLDraw(form, bitmap, page, -left, -top, whole.width, whole.height, 0, flags);
    const channels = grey ? 1 : 3;
    return { width, height, channels, dpi, pixels: pixelsOf(open, bitmap, { width, height, channels }) };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** Returns the image size: at the requested resolution, or lower to stay within `maxPixels` and `MAX_SIDE`. */
function sizeOf(
  { pdfium, page }: OpenPage,
  { dpi: wanted, maxPixels }: Pick<RenderOptions, "dpi" | "maxPixels">,
): { width: number; height: number; dpi: number } {
  const widthInches = Math.max(pdfium.FPDF_GetPageWidthF(page), 1) / POINTS_PER_INCH;
  const heightInches = Math.max(pdfium.FPDF_GetPageHeightF(page), 1) / POINTS_PER_INCH;
  const dpi = Math.min(
    wanted,
    Math.sqrt(maxPixels / (widthInches * heightInches)),
    MAX_SIDE / Math.max(widthInches, heightInches),
  );
  const side = (inches: number): number => Math.max(1, Math.floor(inches * dpi));
  return { width: side(widthInches), height: side(heightInches), dpi };
}

function pixelsOf(
  { pdfium }: OpenPage,
  bitmap: number,
  { width, height, channels }: Pick<PageRaster, "width" | "height" | "channels">,
): Uint8Array<ArrayBuffer> {
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap) >>> 0;
  const bitmapBytes = pdfium.pdfium.HEAPU8.subarray(start, start + stride * height);
  const pixels = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    const row = bitmapBytes.subarray(y * stride, (y + 1) * stride);
    if (channels === 1) pixels.set(row.subarray(0, width), y * width);
    else copyColours(row, pixels, { at: y * width * 3, width });
  }
  return pixels;
}

/** Copies three of every four bytes; the fourth is unused. */
function copyColours(
  row: Uint8Array,
  pixels: Uint8Array,
  { at, width }: { readonly at: number; readonly width: number },
): void {
  for (let from = 0, to = at; from < width * 4; from += 4, to += 3) {
    pixels[to] = row[from] ?? 0;
    pixels[to + 1] = row[from + 1] ?? 0;
    pixels[to + 2] = row[from + 2] ?? 0;
  }
}
