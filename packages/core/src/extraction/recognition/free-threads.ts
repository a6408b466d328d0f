import type { LanguageData } from "../engines/ocr/language-data.ts";
import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import type { GreyImage } from "../raster/grey-image.ts";

/** Other threads that have nothing to do and may read a part of this one's page. */
export interface FreeThreads {
  /** How many there are at the moment. */
  readonly count: number;
  /** Lets one of them read a picture as a page of its own; undefined where none was free after all. */
  read(part: PictureStrip): Promise<readonly RecognisedWord[] | undefined>;
}

/** A picture to be read as a page. */
export interface PictureStrip {
  readonly image: GreyImage;
  readonly languages: readonly LanguageData[];
  /** What is not read by then is left out. */
  readonly limitMs: number;
}
