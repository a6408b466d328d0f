/** The pixels of a page, top row first, rows unpadded: one byte per pixel in grey, three (RGB) in colour. */
export interface PageRaster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Actual resolution in dots per inch; lower than requested if the image would be too large. */
  readonly dpi: number;
}
