import { greyOfColours, greyOfInks } from "../../../raster/image/grey-of-colours.ts";
import { rowBytesOf, type SampleFormat } from "./image-samples.ts";

/** A grey image without a resolution. */
export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Returns an image in grey; each square of `factor` by `factor` pixels becomes one of their mean shade. */
export function reducedSamples(bytes: Uint8Array, format: SampleFormat, factor: number): GreyPixels {
  const rowBytes = rowBytesOf(format);
  const [width, height] = [Math.floor(format.width / factor), Math.floor(format.height / factor)];
  const data = new Uint8Array(width * height);
  const grey = new Uint8Array(format.width);
  const sums = new Uint32Array(width);
  const area = factor * factor;
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let row = y * factor; row < (y + 1) * factor; row++) {
      fillGrey(grey, bytes.subarray(row * rowBytes, (row + 1) * rowBytes), format);
      addSquares(sums, grey, factor);
    }
    for (let x = 0, at = y * width; x < width; x++) data[at + x] = (sums[x] ?? 0) / area;
  }
  return { width, height, data };
}

function addSquares(sums: Uint32Array, grey: Uint8Array, factor: number): void {
  for (let x = 0, from = 0; x < sums.length; x++) {
    let sum = sums[x] ?? 0;
    for (const end = from + factor; from < end; from++) sum += grey[from] ?? 0;
    sums[x] = sum;
  }
}

function fillGrey(grey: Uint8Array, row: Uint8Array, { bits, channels, shades }: SampleFormat): void {
  if (channels === 3) greyOfColours(row, grey);
  else if (channels === 4) greyOfInks(row, grey);
  else if (bits === 8) for (let x = 0; x < grey.length; x++) grey[x] = shades[row[x] ?? 0] ?? 0;
  else unpack(grey, row, { bits, shades });
}

function unpack(
  grey: Uint8Array,
  row: Uint8Array,
  { bits, shades }: Pick<SampleFormat, "bits" | "shades">,
): void {
  const last = 2 ** bits - 1;
  for (let at = 0, x = 0; x < grey.length; at++) {
    const byte = row[at] ?? 0;
    for (let shift = 8 - bits; shift >= 0; shift -= bits) grey[x++] = shades[(byte >> shift) & last] ?? 0;
  }
}
