/** A greyscale image, top row first, rows unpadded. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, from 0 (black) to 255 (white). */
  readonly data: Uint8Array;
  /** Dots per inch. */
  readonly dpi: number;
}
