import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { median } from "./median.ts";

/** In inches, where no word was read. */
const USUAL_HEIGHT = 0.1;

/** Height of most words, in pixels. */
export function wordHeight(words: readonly RecognisedWord[], dpi: number): number {
  return median(words.map(({ box }) => box.y1 - box.y0)) ?? dpi * USUAL_HEIGHT;
}
