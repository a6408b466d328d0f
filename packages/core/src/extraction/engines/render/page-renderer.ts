import { ExtractionError } from "../../extraction-error.ts";
import { openPdfiumDocument, type OpenPage } from "../pdfium/pdfium-document.ts";
import type { PageRaster } from "./page-raster.ts";
import { MAX_SIDE, type RenderOptions } from "./render-options.ts";

/** Draws the pages of one document, which it keeps open. */
export interface PageRenderer extends AsyncDisposable {
  readonly pageCount: number;
  /**
   * Draws page `number`, counted from 1, as it is printed: with its annotations and form fields, upright, on white.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT`, `RESOURCE_LIMIT`, or `BAD_OPTION` when there is no such page.
   */
  render(number: number, options: Omit<RenderOptions, "password">): PageRaster;
}

/**
 * Opens a document whose pages are to be drawn. The bytes may be shared with other threads.
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
    [Symbol.asyncDispose]: async () => document[Symbol.dispose](),
  };
}

/** Draws one page of a document that is opened for it alone. Throws as `openPageRenderer` and `render` do. */
export async function renderPage(
  bytes: Uint8Array,
  number: number,
  options: RenderOptions,
): Promise<PageRaster> {
  await using renderer = await openPageRenderer(bytes, options);
  return renderer.render(number, options);
}

const POINTS_PER_INCH = 72;

/** PDFium's formats of a bitmap: one byte a pixel, and four of which the last is not used. */
const FORMAT = { GREY: 1, COLOUR: 3 } as const;

/** PDFium's flags: with annotations, in grey, red before blue. */
const FLAG = { ANNOTATIONS: 0x01, GREY: 0x08, RED_FIRST: 0x10 } as const;

const WHITE = 0xffff_ffff;

function drawn(open: OpenPage, number: number, options: Omit<RenderOptions, "password">): PageRaster {
  const { pdfium, page, form } = open;
  const { width, height, dpi } = sizeOf(open, options);
  const format = options.grey ? FORMAT.GREY : FORMAT.COLOUR;
  const flags = FLAG.ANNOTATIONS | (options.grey ? FLAG.GREY : FLAG.RED_FIRST);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, format, 0, 0);
  if (bitmap === 0) {
    throw new ExtractionError(
      "RESOURCE_LIMIT",
      `Page ${number} needs more memory to be drawn than it may use.`,
    );
  }
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    const channels = options.grey ? 1 : 3;
    return { width, height, channels, dpi, pixels: pixelsOf(open, bitmap, { width, height, channels }) };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** The size of the image: as many dots per inch as are wanted, unless that were too many. */
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

/** Leaves out every fourth byte. */
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
