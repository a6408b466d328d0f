import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../page/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { letterScore } from "../words/confidence.ts";
import { readLine } from "../pictures/line-picture.ts";
import type { LookingAgain } from "./line-budget.ts";
import { linesOf } from "../words/word-lines.ts";

/** A line with a less certain word is read once more. */
const DOUBTFUL = 0.6;

/** A page of more doubtful lines is not text that another reading would mend. */
const MOST_LINES = 30;

/** Larger by this, the recogniser sees the same letters otherwise. */
const ENLARGED = 1.5;

/** A line of fewer letters is rather a mark than text. */
const FEWEST_LETTERS = 3;

/** The same words, with the lines that read better on a second try as they read then. */
export function withDoubtfulLinesReadAgain(
  image: GreyImage,
  words: readonly RecognisedWord[],
  { recogniser, budget }: LookingAgain,
): readonly RecognisedWord[] {
  const doubtful = [...linesOf(words)].filter(([, line]) => isDoubtful(line));
  if (doubtful.length === 0 || doubtful.length > MOST_LINES) return words;
  const better = new Map<number, readonly RecognisedWord[]>();
  for (const [number, line] of doubtful) {
    if (budget.left === 0) break;
    budget.spend(1);
    const again = readLine(image, { line: around(line), scale: ENLARGED }, recogniser);
    if (letterScore(again) > letterScore(line))
      better.set(
        number,
        again.map((word) => ({ ...word, line: number })),
      );
  }
  const kept = words.filter(({ line }) => !better.has(line));
  return [...kept, ...[...better.values()].flat()];
}

function isDoubtful(line: readonly RecognisedWord[]): boolean {
  const letters = line.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  return letters >= FEWEST_LETTERS && line.some(({ confidence }) => confidence < DOUBTFUL);
}

function around(words: readonly RecognisedWord[]): Rect {
  return {
    x0: Math.min(...words.map(({ box }) => box.x0)),
    y0: Math.min(...words.map(({ box }) => box.y0)),
    x1: Math.max(...words.map(({ box }) => box.x1)),
    y1: Math.max(...words.map(({ box }) => box.y1)),
  };
}
