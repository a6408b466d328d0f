import { ExtractionError } from "../../extraction-error.ts";
import type { DecodedImage, ImageFile } from "./image-file.ts";

const METRE_IN_INCHES = 39.37;

/** Length of the header of before Windows 3, whose fields are half as wide. */
const CORE_HEADER = 12;
const INFO_HEADER = 40;

/** Compressions that are none: plain pixels, and plain pixels with masks that nearly always are the usual ones. */
const PLAIN: ReadonlySet<number> = new Set([0, 3, 6]);

interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly dpi: number;
  /** Most bitmaps begin with their last row. */
  readonly bottomUp: boolean;
  readonly palette: Uint8Array;
  readonly pixelsAt: number;
}

/**
 * Opens a Windows bitmap, which sharp does not read.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT`, or `UNSUPPORTED_DOCUMENT` for a compressed one.
 */
export async function openBitmapFile(bytes: Uint8Array): Promise<ImageFile> {
  const header = headerOf(bytes);
  const { width, height, dpi } = header;
  return {
    pageCount: 1,
    facts: () => Promise.resolve({ width, height, dpi }),
    decode: (_, maxPixels) => Promise.resolve(decoded(bytes, header, maxPixels)),
    inColours: (_, maxPixels) => Promise.resolve({ ...decoded(bytes, header, maxPixels), channels: 1 }),
    stored: () => Promise.resolve({ ...decoded(bytes, header, width * height), channels: 1, filter: "none" }),
  };
}

function headerOf(bytes: Uint8Array): BitmapHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const pixelsAt = view.getUint32(10, true);
    const length = view.getUint32(14, true);
    const header = length === CORE_HEADER ? coreHeader(view) : infoHeader(view);
    const palette = paletteOf(view, header.bitsPerPixel, {
      from: 14 + length,
      entry: length === CORE_HEADER ? 3 : 4,
      until: pixelsAt,
    });
    if (header.width > 0 && header.height > 0) return { ...header, palette, pixelsAt };
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause;
    throw damaged(cause);
  }
  throw damaged(undefined);
}

type Dimensions = Pick<BitmapHeader, "width" | "height" | "bitsPerPixel" | "dpi" | "bottomUp">;

function coreHeader(view: DataView): Dimensions {
  const bitsPerPixel = view.getUint16(24, true);
  return {
    width: view.getUint16(18, true),
    height: view.getUint16(20, true),
    bitsPerPixel,
    dpi: 0,
    bottomUp: true,
  };
}

function infoHeader(view: DataView): Dimensions {
  const height = view.getInt32(22, true);
  if (view.getUint32(14, true) < INFO_HEADER) throw damaged(undefined);
  if (!PLAIN.has(view.getUint32(30, true))) {
    throw new ExtractionError(
      "UNSUPPORTED_DOCUMENT",
      "The document is a compressed BMP image; save it uncompressed or as PNG.",
    );
  }
  return {
    width: view.getInt32(18, true),
    height: Math.abs(height),
    bitsPerPixel: view.getUint16(28, true),
    dpi: view.getInt32(38, true) / METRE_IN_INCHES,
    bottomUp: height > 0,
  };
}

/** The grey of each colour of the palette. */
function paletteOf(
  view: DataView,
  bitsPerPixel: number,
  { from, entry, until }: { readonly from: number; readonly entry: number; readonly until: number },
): Uint8Array {
  const palette = new Uint8Array(256);
  if (bitsPerPixel > 8) return palette;
  for (let k = 0, at = from; k < 2 ** bitsPerPixel && at + entry <= until; k++, at += entry) {
    palette[k] = greyOf(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at));
  }
  return palette;
}

function decoded(bytes: Uint8Array, header: BitmapHeader, maxPixels: number): DecodedImage {
  // Every second, third … pixel is enough of an image that is too large.
  const step = Math.ceil(Math.sqrt((header.width * header.height) / maxPixels));
  const width = Math.ceil(header.width / step);
  const height = Math.ceil(header.height / step);
  const rowBytes = Math.ceil((header.width * header.bitsPerPixel) / 32) * 4;
  const greyAt = pixelReader(bytes, header);
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = header.bottomUp ? header.height - 1 - y * step : y * step;
    const start = header.pixelsAt + row * rowBytes;
    for (let x = 0; x < width; x++, at++) data[at] = greyAt(start, x * step);
  }
  return { width, height, data, damaged: header.pixelsAt + rowBytes * header.height > bytes.length };
}

/** What reads the grey of pixel `x` of the row that begins at `row`; white past the end of the file. */
function pixelReader(
  bytes: Uint8Array,
  { bitsPerPixel, palette }: BitmapHeader,
): (row: number, x: number) => number {
  const byte = (at: number): number => bytes[at] ?? 255;
  switch (bitsPerPixel) {
    case 1:
    case 4:
    case 8: {
      const perByte = 8 / bitsPerPixel;
      const mask = 2 ** bitsPerPixel - 1;
      return (row, x) => {
        const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
        return palette[(byte(row + Math.floor(x / perByte)) >> shift) & mask] ?? 255;
      };
    }
    case 16:
      return (row, x) => {
        const value = byte(row + 2 * x) + 256 * byte(row + 2 * x + 1);
        return greyOf(((value >> 10) & 31) * 8.2, ((value >> 5) & 31) * 8.2, (value & 31) * 8.2);
      };
    case 24:
    case 32: {
      const size = bitsPerPixel / 8;
      return (row, x) => greyOf(byte(row + size * x + 2), byte(row + size * x + 1), byte(row + size * x));
    }
    default:
      throw damaged(undefined);
  }
}

/** Luminance of a colour. */
function greyOf(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

function damaged(cause: unknown): ExtractionError {
  return new ExtractionError("DAMAGED_DOCUMENT", "The image is damaged and cannot be read.", { cause });
}
