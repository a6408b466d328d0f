import { ExtractionError } from "../../failure/extraction-error.ts";
import { unpackRuns } from "./bitmap-runs.ts";
import type { DecodedImage, ImageFile } from "./image-file.ts";

const METRE_IN_INCHES = 39.37;

/** Length of the OS/2 header, whose fields are half as wide. */
const CORE_HEADER = 12;
const INFO_HEADER = 40;

/** Compression methods by the header's number. The others embed a JPEG or a PNG for printers. */
const COMPRESSIONS: ReadonlyMap<number, "plain" | "runs" | "masks"> = new Map([
  [0, "plain"],
  [1, "runs"],
  [2, "runs"],
  [3, "masks"],
  [6, "masks"],
]);

/** Offset of the bit masks, whether they follow the header or belong to it. */
const MASKS_AT = 54;

/** Default bit masks of red, green and blue for 16-bit and 32-bit pixels. */
const MASKS_16 = [0x7c00, 0x03e0, 0x001f] as const;
const MASKS_32 = [0xff0000, 0x00ff00, 0x0000ff] as const;

interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly dpi: number;
  /** Most bitmaps store the last row first. */
  readonly bottomUp: boolean;
  readonly hasRuns: boolean;
  /** Bit masks of red, green and blue; undefined for the defaults. */
  readonly masks: Masks | undefined;
  readonly palette: Uint8Array;
  readonly pixelsAt: number;
}

type Masks = readonly [red: number, green: number, blue: number];

/**
 * Opens a Windows bitmap, which sharp does not support. Libraries that do support neither OS/2 headers nor truncated
 * files; the better one (bmp-ts 1.0.9) decodes palettes of 1, 4 and 8 bits incorrectly.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT`, or `UNSUPPORTED_DOCUMENT` for a bitmap that embeds a JPEG or PNG.
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

type Dimensions = Omit<BitmapHeader, "palette" | "pixelsAt">;

function coreHeader(view: DataView): Dimensions {
  const bitsPerPixel = view.getUint16(24, true);
  return {
    width: view.getUint16(18, true),
    height: view.getUint16(20, true),
    bitsPerPixel,
    dpi: 0,
    bottomUp: true,
    hasRuns: false,
    masks: undefined,
  };
}

function infoHeader(view: DataView): Dimensions {
  const height = view.getInt32(22, true);
  if (view.getUint32(14, true) < INFO_HEADER) throw damaged(undefined);
  const compression = COMPRESSIONS.get(view.getUint32(30, true));
  if (compression === undefined) {
    throw new ExtractionError(
      "UNSUPPORTED_DOCUMENT",
      "The document is a BMP image that holds a JPEG or a PNG; send that.",
    );
  }
  return {
    width: view.getInt32(18, true),
    height: Math.abs(height),
    bitsPerPixel: view.getUint16(28, true),
    dpi: view.getInt32(38, true) / METRE_IN_INCHES,
    bottomUp: height > 0,
    hasRuns: compression === "runs",
    masks: compression === "masks" ? masksOf(view) : undefined,
  };
}

function masksOf(view: DataView): Masks {
  return [
    view.getUint32(MASKS_AT, true),
    view.getUint32(MASKS_AT + 4, true),
    view.getUint32(MASKS_AT + 8, true),
  ];
}

/** The grey value of each palette colour. */
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
  // Large images are subsampled by an integer step.
  const step = Math.ceil(Math.sqrt((header.width * header.height) / maxPixels));
  const width = Math.ceil(header.width / step);
  const height = Math.ceil(header.height / step);
  const pixels = pixelsOf(bytes, header);
  const greyAt = greyReader(pixels, header);
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = header.bottomUp ? header.height - 1 - y * step : y * step;
    for (let x = 0; x < width; x++, at++) data[at] = greyAt(row * pixels.rowBytes, x * step);
  }
  return { width, height, data, damaged: pixels.damaged };
}

interface Pixels {
  readonly bytes: Uint8Array;
  readonly rowBytes: number;
  readonly bitsPerPixel: number;
  readonly damaged: boolean;
}

function pixelsOf(bytes: Uint8Array, header: BitmapHeader): Pixels {
  const { width, height, bitsPerPixel, pixelsAt } = header;
  const stored = bytes.subarray(pixelsAt);
  if (header.hasRuns) {
    if (bitsPerPixel !== 4 && bitsPerPixel !== 8) throw damaged(undefined);
    const { pixels, whole } = unpackRuns(stored, { width, height, bitsPerPixel });
    return { bytes: pixels, rowBytes: width, bitsPerPixel: 8, damaged: !whole };
  }
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  return { bytes: stored, rowBytes, bitsPerPixel, damaged: rowBytes * height > stored.length };
}

/** Returns a function that reads the grey value of pixel `x` of the row at `row`; white past the end of the file. */
function greyReader(
  { bytes, bitsPerPixel }: Pixels,
  { palette, masks }: Pick<BitmapHeader, "palette" | "masks">,
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
    case 16: {
      const grey = greyByMasks(masks ?? MASKS_16);
      return (row, x) => grey(byte(row + 2 * x) | (byte(row + 2 * x + 1) << 8));
    }
    case 24:
      return (row, x) => greyOf(byte(row + 3 * x + 2), byte(row + 3 * x + 1), byte(row + 3 * x));
    case 32: {
      const grey = greyByMasks(masks ?? MASKS_32);
      return (row, x) => {
        const at = row + 4 * x;
        return grey(byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24));
      };
    }
    default:
      throw damaged(undefined);
  }
}

/** Returns a function that converts a pixel with bit masks to grey. */
function greyByMasks(masks: Masks): (pixel: number) => number {
  const [red, green, blue] = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    const most = mask >>> shift;
    return (pixel: number): number => (most === 0 ? 0 : (((pixel & mask) >>> shift) * 255) / most);
  });
  if (!red || !green || !blue) throw damaged(undefined);
  return (pixel) => greyOf(red(pixel), green(pixel), blue(pixel));
}

/** The luminance of a colour. */
function greyOf(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

function damaged(cause: unknown): ExtractionError {
  return new ExtractionError("DAMAGED_DOCUMENT", "The image is damaged and cannot be read.", { cause });
}
