import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { ImageToRecognise, WordInImage } from "../engines/image-recogniser.ts";

/** Limit: no page has more words. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 200;

/** Only native text has confidence 1. */
const MOST_CERTAIN = 0.99;

/** Share of a word's height below the baseline if it has descenders, with and without tall letters. */
const BELOW = { high: 0.23, low: 0.3 } as const;
const DESCENDING = /[gjpqyQ,;()[\]{}ç]/u;
const HIGH = /[\p{Lu}\p{N}bdfhklt]/u;

/** Validates the words from a custom recogniser: clips boxes and confidence, drops invalid words. */
export function checkedWords(
  answer: readonly WordInImage[],
  image: Pick<ImageToRecognise, "width" | "height">,
): readonly RecognisedWord[] {
  const numbered = Math.max(0, ...answer.map(({ line }) => finite(line ?? 0)));
  return answer.slice(0, MOST_WORDS).flatMap(({ text, confidence, box: given, baseline, line }, index) => {
    const box = within(given, image);
    const written = printable(text);
    if (written === "" || !box) return [];
    return {
      text: written,
      confidence: Math.min(MOST_CERTAIN, Math.max(0, finite(confidence))),
      box,
      baseline: (baseline && within(baseline, image, 0)) ?? baselineOf(written, box),
      line: line === undefined ? numbered + 1 + index : finite(line),
    };
  });
}

function printable(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_WORD);
}

/** Clips a box to the picture; undefined if a side is then shorter than `least` pixels. */
function within(
  { x0, y0, x1, y1 }: Rect,
  { width, height }: Pick<ImageToRecognise, "width" | "height">,
  least = 1,
): Rect | undefined {
  if (![x0, y0, x1, y1].every(Number.isFinite)) return undefined;
  const box = {
    x0: Math.min(width, Math.max(0, x0)),
    y0: Math.min(height, Math.max(0, y0)),
    x1: Math.min(width, Math.max(0, x1)),
    y1: Math.min(height, Math.max(0, y1)),
  };
  return least === 0 || (box.x1 - box.x0 >= least && box.y1 - box.y0 >= least) ? box : undefined;
}

function baselineOf(text: string, { x0, y0, x1, y1 }: Rect): Rect {
  const below = DESCENDING.test(text) ? BELOW[HIGH.test(text) ? "high" : "low"] : 0;
  const y = y1 - below * (y1 - y0);
  return { x0, y0: y, x1, y1: y };
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
