/** What recognition finds on the machine it runs on. */
export interface RecognitionPlaces {
  /** A folder of Tesseract's `.traineddata` files, besides the language data that is installed as packages; "" for none. */
  readonly tessdata: string;
}
