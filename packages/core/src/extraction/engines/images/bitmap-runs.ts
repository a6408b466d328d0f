/** Pixels as palette indexes, one byte each, in file order. */
export interface UnpackedRuns {
  readonly pixels: Uint8Array;
  /** False if the data ends before the bitmap does. */
  readonly whole: boolean;
}

const END_OF_ROW = 0;
const END_OF_BITMAP = 1;
const SKIP = 2;

/** Decodes run-length encoded bitmaps of 4 or 8 bits (RLE4, RLE8). Pixels that no run sets have index 0. */
export function unpackRuns(
  packed: Uint8Array,
  {
    width,
    height,
    bitsPerPixel,
  }: { readonly width: number; readonly height: number; readonly bitsPerPixel: 4 | 8 },
): UnpackedRuns {
  const pixels = new Uint8Array(width * height);
  const byte = (index: number): number => packed[index] ?? 0;
  let [x, y, at] = [0, 0, 0];
  /** Sets `count` pixels; `pair` returns the byte that contains pixel `k`. Pixels beyond the row are dropped. */
  const set = (count: number, pair: (k: number) => number): void => {
    const end = Math.min(count, width - x);
    for (let k = 0; k < end; k++) {
      const value = pair(k);
      pixels[y * width + x + k] = bitsPerPixel === 8 ? value : k % 2 === 0 ? value >> 4 : value & 15;
    }
    x = Math.min(width, x + count);
  };
  while (y < height && at + 1 < packed.length) {
    const [count, value] = [byte(at), byte(at + 1)];
    at += 2;
    if (count > 0) {
      set(count, () => value);
    } else if (value === END_OF_ROW) {
      [x, y] = [0, y + 1];
    } else if (value === END_OF_BITMAP) {
      return { pixels, whole: true };
    } else if (value === SKIP) {
      [x, y] = [Math.min(width, x + byte(at)), y + byte(at + 1)];
      at += 2;
    } else {
      const from = at;
      set(value, (k) => byte(from + (bitsPerPixel === 8 ? k : k >> 1)));
      const bytes = bitsPerPixel === 8 ? value : (value + 1) >> 1;
      at += bytes + (bytes % 2);
    }
  }
  return { pixels, whole: y >= height };
}
