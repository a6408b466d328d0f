/** A picture in shades of grey, rows from top to bottom without gaps. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, from 0 for black to 255 for white. */
  readonly data: Uint8Array;
  /** Dots per inch. */
  readonly dpi: number;
}
