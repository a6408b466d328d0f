import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../geometry/rect.ts";

/** A word further right and down, in pixels. */
export function moved(
  word: RecognisedWord,
  { x = 0, y = 0 }: { readonly x?: number; readonly y?: number },
): RecognisedWord {
  const shifted = (rect: Rect): Rect => ({
    x0: rect.x0 + x,
    y0: rect.y0 + y,
    x1: rect.x1 + x,
    y1: rect.y1 + y,
  });
  return { ...word, box: shifted(word.box), baseline: shifted(word.baseline) };
}
