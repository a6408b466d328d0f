import { ExtractionError } from "../../failure/extraction-error.ts";
import { netpbmHeader, type NetpbmHeader } from "../../document/netpbm-header.ts";
import { refuseTooLarge } from "./image-limits.ts";

interface NetpbmImage {
  readonly width: number;
  readonly height: number;
  /** 1 for grey, 3 for RGB. */
  readonly channels: 1 | 3;
  /** 1 with rows of whole bytes, in which 1 is black, or 8. */
  readonly bits: 1 | 8;
  /** Fewer than the size says if the file was cut off. */
  readonly pixels: Uint8Array;
}

/** A header with its comments is not longer. */
const LONGEST_HEADER = 4096;

/** A file may be a sequence of images; with more than these it is rejected. */
const MAX_IMAGES = 10_000;

/**
 * The images of a PBM, PGM or PPM file, which sharp does not read, as an uncompressed TIFF with a page each.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT`, or `RESOURCE_LIMIT` for too many or too large images.
 */
export function netpbmAsTiff(bytes: Uint8Array): Uint8Array {
  const images: NetpbmImage[] = [];
  for (let at = 0, header = headerAt(bytes, 0); header; header = headerAt(bytes, at)) {
    const { width, height } = header;
    if (width === 0 || height === 0) throw damaged();
    refuseTooLarge(header);
    if (images.length >= MAX_IMAGES)
      throw new ExtractionError("RESOURCE_LIMIT", `The file holds more than ${MAX_IMAGES} images.`);
    const isText = header.kind <= 3;
    const { pixels, end } = (isText ? writtenPixels : storedPixels)(bytes, header, at + header.end);
    const bits = header.kind === 4 ? 1 : 8;
    images.push({ width, height, channels: channelsOf(header), bits, pixels });
    at = end;
  }
  if (images.length === 0) throw damaged();
  return tiffOf(images);
}

function damaged(): ExtractionError {
  return new ExtractionError("DAMAGED_DOCUMENT", "The image is damaged and cannot be read.");
}

function headerAt(bytes: Uint8Array, at: number): NetpbmHeader | undefined {
  return netpbmHeader(Buffer.from(bytes.subarray(at, at + LONGEST_HEADER)).toString("latin1"));
}

function channelsOf({ kind }: NetpbmHeader): 1 | 3 {
  return kind === 3 || kind === 6 ? 3 : 1;
}

interface Pixels {
  readonly pixels: Uint8Array;
  /** Where the next image may begin. */
  readonly end: number;
}

function storedPixels(bytes: Uint8Array, header: NetpbmHeader, from: number): Pixels {
  const { kind, width, height, white } = header;
  const isWide = white > 255;
  const row = kind === 4 ? Math.ceil(width / 8) : width * channelsOf(header) * (isWide ? 2 : 1);
  const stored = bytes.subarray(from, from + row * height);
  const end = nextToken(bytes, from + row * height);
  if (kind === 4 || white === 255) return { pixels: stored, end };
  const pixels = new Uint8Array(isWide ? stored.length >> 1 : stored.length);
  for (let k = 0; k < pixels.length; k++) {
    const value = isWide ? ((stored[2 * k] ?? 0) << 8) | (stored[2 * k + 1] ?? 0) : (stored[k] ?? 0);
    pixels[k] = Math.min(255, (value * 255) / white);
  }
  return { pixels, end };
}

/** Pixels that are written as decimal numbers; bits may follow each other without a blank. */
function writtenPixels(bytes: Uint8Array, header: NetpbmHeader, from: number): Pixels {
  const { kind, width, height, white } = header;
  // A small file that claims a large image needs little memory.
  const pixels = new Uint8Array(Math.min(width * height * channelsOf(header), bytes.length - from));
  let at = nextToken(bytes, from);
  let count = 0;
  while (count < pixels.length && isDigit(bytes[at])) {
    let value = 0;
    do value = 10 * value + (bytes[at++] ?? 0) - ZERO;
    while (kind !== 1 && isDigit(bytes[at]));
    pixels[count++] = kind === 1 ? 255 * (1 - value) : Math.min(255, (value * 255) / white);
    at = nextToken(bytes, at);
  }
  return { pixels: pixels.subarray(0, count), end: at };
}

const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function nextToken(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((bytes[at] ?? ZERO) <= SPACE) at++;
  return at;
}

/** Bytes of a TIFF's header, and of the directory of one image: nine entries, and the bits of three channels. */
const TIFF_HEADER = 8;
const ENTRIES = 9;
const DIRECTORY = 2 + 12 * ENTRIES + 4 + 6;

const SHORT = 3;
const LONG = 4;

/** Source: TIFF 6.0, section 2 (structure) and Part 1 (baseline). */
function tiffOf(images: readonly NetpbmImage[]): Uint8Array {
  const directories = Buffer.alloc(TIFF_HEADER + DIRECTORY * images.length);
  directories.write("MM\0*", "latin1");
  directories.writeUInt32BE(TIFF_HEADER, 4);
  let pixelsAt = directories.length;
  for (const [index, image] of images.entries()) {
    const at = TIFF_HEADER + DIRECTORY * index;
    const isLast = index === images.length - 1;
    writeDirectory(directories, at, { image, pixelsAt, next: isLast ? 0 : at + DIRECTORY });
    pixelsAt += image.pixels.length;
  }
  return Buffer.concat([directories, ...images.map(({ pixels }) => pixels)]);
}

interface Directory {
  readonly image: NetpbmImage;
  readonly pixelsAt: number;
  /** Where the next directory is; 0 if there is none. */
  readonly next: number;
}

function writeDirectory(tiff: Buffer, from: number, { image, pixelsAt, next }: Directory): void {
  const { width, height, channels, bits } = image;
  const bitsAt = from + DIRECTORY - 6;
  const isColour = channels === 3;
  const rowBytes = bits === 1 ? Math.ceil(width / 8) : width * channels;
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    isColour ? [258, SHORT, 3, bitsAt] : [258, SHORT, 1, bits],
    [259, SHORT, 1, 1],
    // Photometric interpretation: 0 is white, 0 is black, or RGB.
    [262, SHORT, 1, isColour ? 2 : bits === 1 ? 0 : 1],
    [273, LONG, 1, pixelsAt],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, rowBytes * height],
  ];
  let at = tiff.writeUInt16BE(ENTRIES, from);
  for (const [tag, type, count, value] of entries) {
    at = tiff.writeUInt16BE(tag, at);
    at = tiff.writeUInt16BE(type, at);
    at = tiff.writeUInt32BE(count, at);
    at = tiff.writeUInt32BE(type === SHORT && count === 1 ? value * 0x1_0000 : value, at);
  }
  tiff.writeUInt32BE(next, at);
  for (let channel = 0; channel < 3; channel++) tiff.writeUInt16BE(8, bitsAt + 2 * channel);
}
