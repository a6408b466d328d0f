/** A page rendered as an image. */
export interface RenderedPage {
  /** Counted from 1. */
  readonly number: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The resolution used, in dots per inch. */
  readonly dpi: number;
  /** The image as a PNG file. */
  readonly png: Uint8Array;
}
