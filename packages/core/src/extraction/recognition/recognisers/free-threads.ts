import type { LanguageData } from "../../engines/ocr/language-data.ts";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";

/** Other threads, which may read a part of this one's page. */
export interface FreeThreads {
  /**
   * Into how many parts a page of the document is cut. It does not depend on how many threads are free: a page cut
   * elsewhere reads otherwise.
   */
  readonly parts: number;
  /** Lets one of them read a picture as a page of its own; undefined where none is free. */
  read(part: PictureStrip): Promise<LinesRead | undefined>;
}

/** A picture to be read as a page. */
export interface PictureStrip {
  readonly image: GreyImage;
  readonly languages: readonly LanguageData[];
  /** What comes after so many lines is left out. */
  readonly mostLines: number;
}
