import type { LanguageData } from "../../engines/ocr/language-data.ts";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";

/** Other threads that can recognise parts of this thread's page. */
export interface FreeThreads {
  /**
   * Number of strips that each page is cut into. It does not depend on how many threads are free, because different
   * cuts give different results.
   */
  readonly parts: number;
  /** Recognises a picture as a page on another thread; undefined if no thread is free. */
  read(part: PictureStrip): Promise<LinesRead | undefined>;
}

/** A picture to recognise as a page. */
export interface PictureStrip {
  readonly image: GreyImage;
  readonly languages: readonly LanguageData[];
  /** Further lines are skipped. */
  readonly mostLines: number;
}
