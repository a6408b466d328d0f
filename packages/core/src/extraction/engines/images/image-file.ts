/** An image file: its facts are known before its pixels are decoded. */
export interface ImageFile {
  readonly pageCount: number;
  /** What page `number`, counted from 1, says of itself. */
  facts(number: number): Promise<ImageFacts>;
  /** Decodes a page, upright and on white, with at most `maxPixels`. */
  decode(number: number, maxPixels: number): Promise<DecodedImage>;
  /** As `decode`, in its colours. */
  inColours(number: number, maxPixels: number): Promise<ColouredImage>;
  /** A page in its colours, upright, for a document that is to hold it. */
  stored(number: number): Promise<StoredPicture>;
}

export interface ColouredImage {
  readonly width: number;
  readonly height: number;
  /** Grey, or red, green and blue. */
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

/** An image as a PDF can hold it. */
export interface StoredPicture extends ColouredImage {
  /** `jpeg` for the file as it is, `none` for one byte for each channel of each pixel. */
  readonly filter: "jpeg" | "none";
}

export interface ImageFacts {
  /** Pixels, upright and square. */
  readonly width: number;
  readonly height: number;
  /** Dots per inch; 0 where the file does not say. */
  readonly dpi: number;
}

export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** Some of it could not be decoded. */
  readonly damaged: boolean;
}
