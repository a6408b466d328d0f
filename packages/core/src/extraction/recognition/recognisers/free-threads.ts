import type { LanguageData } from "../../engines/ocr/language-data.ts";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";

/** Other threads that can recognise parts of this thread's page. */
export interface FreeThreads {
  /** Number of strips that each page is cut into: `partsFor` the number of selected pages. */
  readonly parts: number;
  /** Recognises a picture as a page on another thread; undefined if no thread is free. */
  read(part: PictureStrip): Promise<LinesRead | undefined>;
}

/** Strips of a page that is read alone; a second thread reads half of it in little more than half of the time. */
const PARTS_ALONE = 2;

/**
 * Number of strips for each page of a document. It depends on the document alone, not on the number of threads or how
 * many are free, because different cuts give different results.
 */
export function partsFor(pageCount: number): number {
  return pageCount === 1 ? PARTS_ALONE : 1;
}

/** For a thread that reads all strips itself. */
export function noFreeThreads(pageCount: number): FreeThreads {
  return { parts: partsFor(pageCount), read: () => Promise.resolve(undefined) };
}

/** A picture to recognise as a page. */
export interface PictureStrip {
  readonly image: GreyImage;
  readonly languages: readonly LanguageData[];
  /** Further lines are skipped. */
  readonly mostLines: number;
}
