import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { InkImage } from "../../raster/image/ink-image.ts";
import { linesOf } from "./word-lines.ts";

/** A line with a word of this many letters and this confidence is always text. */
const TELLING_LETTERS = 4;
const CERTAIN = 0.8;

/** So is one with a longer word of this confidence, such as a line of Chinese, which is one word. */
const MANY_LETTERS = 8;
const LIKELY = 0.6;

/** Width of the inspected margin around a word, in word heights. */
const REACH = 0.4;

/** With a larger share of ink around it, a word is part of a drawing; text is surrounded by paper. */
const MOST_INK = 0.06;

/**
 * Drops words read from the strokes of a drawing: surrounded by ink, in a line without a long, certain word. Keeps lines
 * with a word of models, which look for text before they read it.
 */
export function withoutWordsOfDrawings(
  words: readonly RecognisedWord[],
  ink: InkImage,
): readonly RecognisedWord[] {
  const boxes = words.map(({ box }) => box);
  const doubtful = [...linesOf(words).values()].filter((line) => !line.some(isTelling)).flat();
  const drawn = new Set(doubtful.filter(({ box }) => inkAround(box, boxes, ink) > MOST_INK));
  return drawn.size === 0 ? words : words.filter((word) => !drawn.has(word));
}

function isTelling({ text, confidence, model }: RecognisedWord): boolean {
  if (model !== undefined) return true;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (
    (letters >= TELLING_LETTERS && confidence >= CERTAIN) || (letters >= MANY_LETTERS && confidence >= LIKELY)
  );
}

/** Returns the share of ink around a box, excluding other words. */
function inkAround(box: Rect, words: readonly Rect[], { width, height, ink }: InkImage): number {
  const reach = Math.max(2, Math.round(REACH * (box.y1 - box.y0)));
  const [left, right] = [Math.max(0, Math.floor(box.x0) - reach), Math.min(width, Math.ceil(box.x1) + reach)];
  const [top, bottom] = [
    Math.max(0, Math.floor(box.y0) - reach),
    Math.min(height, Math.ceil(box.y1) + reach),
  ];
  const near = words.filter(({ x0, y0, x1, y1 }) => x0 < right && x1 > left && y0 < bottom && y1 > top);
  let [marked, seen] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (near.some(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1)) continue;
      marked += ink[y * width + x] ?? 0;
      seen++;
    }
  }
  return seen === 0 ? 0 : marked / seen;
}
