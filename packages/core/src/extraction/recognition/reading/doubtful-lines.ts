import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { letterScore } from "../words/confidence.ts";
import { readLine } from "../pictures/line-picture.ts";
import type { LookingAgain } from "./line-budget.ts";
import { boxOfWords, linesOf } from "../words/word-lines.ts";

/** A line with a word below this confidence is read again. */
const DOUBTFUL = 0.6;

/** With more doubtful lines, reading them again does not help. */
const MOST_LINES = 30;

/** Scale of the second pass: enlarged, the same letters are recognised differently. */
const ENLARGED = 1.5;

/** A line with fewer letters is probably a mark, not text. */
const FEWEST_LETTERS = 3;

/** Reads doubtful lines again, enlarged, and returns the words with every line that scored higher replaced. */
export async function withDoubtfulLinesReadAgain(
  image: GreyImage,
  words: readonly RecognisedWord[],
  { reader, budget }: LookingAgain,
): Promise<readonly RecognisedWord[]> {
  const doubtful = [...linesOf(words)].filter(([, line]) => isDoubtful(line));
  if (doubtful.length === 0 || doubtful.length > MOST_LINES) return words;
  const better = new Map<number, readonly RecognisedWord[]>();
  for (const [number, line] of doubtful) {
    if (budget.left === 0) break;
    budget.spend(1);
    const again = await readLine(image, { line: boxOfWords(line), scale: ENLARGED }, reader);
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
