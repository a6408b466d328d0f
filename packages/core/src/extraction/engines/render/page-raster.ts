/** A page as pixels, rows from top to bottom without gaps: one byte each in grey, red, green and blue otherwise. */
export interface PageRaster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Dots per inch that it came to have. */
  readonly dpi: number;
}
