import { crc32, deflateSync } from "node:zlib";
import type { PageRaster } from "./page-raster.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const BIT_DEPTH = 8;
/** PNG colour types by number of channels. */
const COLOUR_TYPES = { 1: 0, 3: 2 } as const;

/** PNG filter type 2: stores differences from the row above, since neighbouring rows of a page are mostly equal. */
const UP_FILTER = 2;

const NO_FILTER = 0;

const FAST = 3;
const STORED = 0;

/** More than deflate adds to the rows of a picture that is stored: five bytes for each 64 KB. */
const STORED_EXTRA = 2 ** 16;

const INCHES_PER_METRE = 39.3701;

/** Whether the pixels of a PNG are compressed; a file that stays on this machine is written and read faster without. */
export type PngCompression = "compressed" | "stored";

/** Encodes a raster as PNG (ISO/IEC 15948). */
export function encodePng(
  raster: PageRaster,
  compression: PngCompression = "compressed",
): Uint8Array<ArrayBuffer> {
  const { width, height, channels, dpi } = raster;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, COLOUR_TYPES[channels], 0, 0, 0], 8);
  const density = Buffer.alloc(9);
  const perMetre = Math.round(dpi * INCHES_PER_METRE);
  density.writeUInt32BE(perMetre, 0);
  density.writeUInt32BE(perMetre, 4);
  density.set([1], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("pHYs", density),
    chunk("IDAT", compression === "stored" ? stored(raster) : deflateSync(filtered(raster), { level: FAST })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function stored({ width, height, channels, pixels }: PageRaster): Uint8Array {
  const rowBytes = width * channels;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (rowBytes + 1);
    rows[to] = NO_FILTER;
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), to + 1);
  }
  // One chunk of output, so that it is not copied again.
  return deflateSync(rows, { level: STORED, chunkSize: rows.length + STORED_EXTRA });
}

function filtered({ width, height, channels, pixels }: PageRaster): Uint8Array {
  const rowBytes = width * channels;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (rowBytes + 1);
    rows[to] = UP_FILTER;
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x;
      const above = y === 0 ? 0 : (pixels[at - rowBytes] ?? 0);
      rows[to + 1 + x] = (pixels[at] ?? 0) - above;
    }
  }
  return rows;
}

function chunk(type: "IHDR" | "pHYs" | "IDAT" | "IEND", data: Uint8Array): Buffer {
  const end = 8 + data.length;
  const framed = Buffer.alloc(end + 4);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, "latin1");
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, end)), end);
  return framed;
}
