/** Locations of recognition data on this machine. */
export interface RecognitionPlaces {
  /** Folder of Tesseract `.traineddata` files, in addition to installed language packages; "" for none. */
  readonly tessdata: string;
}
