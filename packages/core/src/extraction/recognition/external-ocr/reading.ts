import type { OcrEngine } from "../../options/ocr-engines.ts";
import type { PageRecogniser } from "../engines/engines.ts";
import type { TextReader } from "../recognisers/text-reader.ts";
import type { PictureText } from "../reading/read-picture.ts";
import type { PlacedWord } from "../words/placed-word.ts";

/** Text that one engine recognised in a picture, with notes. */
export interface Reading {
  readonly text: PictureText;
  readonly engine: OcrEngine;
  /** Model or language data; "" if unknown. */
  readonly model: string;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
}

/** What the built-in pipeline read, and with which languages. */
export interface ReadingHere {
  readonly text: PictureText;
  readonly languages: string;
  readonly notes: readonly string[];
}

/** Reads a picture here; `readerFor` names the reader of its text, undefined for the built-in recogniser. */
export type ReadHere = (readerFor?: (languages: string) => TextReader) => Promise<ReadingHere>;

/** A picture's text with what was read by whom. */
export interface ReadByParts {
  readonly text: PictureText;
  /** What read the picture, except `fromService`. */
  readonly engine: OcrEngine;
  /** Words of handwriting that the OCR service read in a picture of another engine. */
  readonly fromService: ReadonlySet<PlacedWord>;
  readonly recognisers: readonly PageRecogniser[];
  readonly notes: readonly string[];
}
