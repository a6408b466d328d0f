import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { median } from "../../geometry/median.ts";

/** Default height, in inches, if no word was read. */
const USUAL_HEIGHT = 0.1;

/** Returns the median height of the words, in pixels. */
export function wordHeight(words: readonly RecognisedWord[], dpi: number): number {
  return median(words.map(({ box }) => box.y1 - box.y0)) ?? dpi * USUAL_HEIGHT;
}
