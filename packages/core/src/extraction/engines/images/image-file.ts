/** An image file, whose metadata is available before its pixels are decoded. */
export interface ImageFile {
  readonly pageCount: number;
  /** The metadata of page `number`, counted from 1. */
  facts(number: number): Promise<ImageFacts>;
  /** Decodes a page in grey, upright and on white, with at most `maxPixels`. */
  decode(number: number, maxPixels: number): Promise<DecodedImage>;
  /** Like `decode`, in colour. */
  inColours(number: number, maxPixels: number): Promise<ColouredImage>;
  /** A page in colour, upright, for embedding in a PDF. */
  stored(number: number): Promise<StoredPicture>;
}

export interface ColouredImage {
  readonly width: number;
  readonly height: number;
  /** 1 for grey, 3 for RGB. */
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

/** An image in a form that a PDF can embed. */
export interface StoredPicture extends ColouredImage {
  /** `jpeg`: the file unchanged; `none`: one byte per channel and pixel. */
  readonly filter: "jpeg" | "none";
}

export interface ImageFacts {
  /** Pixels, of the upright image with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Dots per inch; 0 if the file does not declare them. */
  readonly dpi: number;
}

export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** True if a part of the image could not be decoded. */
  readonly damaged: boolean;
}
