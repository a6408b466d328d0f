import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import { blurred } from "../../raster/clean-up/gaussian-blur.ts";
import { straightened } from "../../raster/geometry/straighten.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { rowsOnly } from "../pictures/rows-only.ts";
import { meanConfidence } from "../words/confidence.ts";
import { boxOfWords, linesOf } from "../words/word-lines.ts";
import { wordHeight } from "../words/word-height.ts";
import { blurForPrint, isBroken } from "./broken-print.ts";
import type { LookingAgain } from "./line-budget.ts";
import { type Look, withMore } from "./look.ts";

/** A line is read again if its mean confidence is lower. */
const DOUBTFUL = 0.85;

/** Largest share of the column's letters that each pass reads. The lines of broken print are often wrong, too. */
const SHARES = {
  low_cost: { broken: [1], whole: [0.12] },
  others: { broken: [1, 0.3], whole: [0.8, 0.3] },
} as const;

/** Scale of the second pass, and from which word height, in pixels, enlarging shows nothing new. */
const ENLARGED = 2;
const LARGE = 36;

/** Reads the doubtful lines of a column again, first blurred, then enlarged, and keeps what is more certain. */
export async function columnLook(
  first: Look,
  { mode }: Pick<ExtractOptions, "mode">,
  again: LookingAgain,
): Promise<Look> {
  const blur = blurForPrint(first);
  const shares = SHARES[mode === "low_cost" ? mode : "others"][isBroken(first) ? "broken" : "whole"];
  const isLarge = wordHeight(first.words, first.page.image.dpi) >= LARGE;
  let look = first;
  for (const [pass, share] of shares.entries()) {
    const lines = doubtfulLines(look.words, share);
    const isOver = lines.length === 0 || again.budget.left === 0 || (pass > 0 && isLarge);
    if (isOver) break;
    const { image } = look.page;
    const boxes = lines.flatMap((line) => boxOfWords(line) ?? []);
    const rows = share === 1 ? undefined : rowsOnly(image, boxes);
    const scale = pass === 0 ? 1 : ENLARGED;
    const words = await wordsOfBlock(rows?.image ?? image, { blur, scale }, again);
    look = withMore(look, rows ? words.map(rows.toPicture) : words);
  }
  return look;
}

/** The most doubtful lines, with at most `share` of the letters. */
function doubtfulLines(
  words: readonly RecognisedWord[],
  share: number,
): readonly (readonly RecognisedWord[])[] {
  const doubtful = [...linesOf(words).values()]
    .map((line) => ({ line, confidence: meanConfidence(line), length: lengthOf(line) }))
    .filter(({ confidence }) => confidence < DOUBTFUL)
    .toSorted((one, other) => one.confidence - other.confidence);
  let left = share * lengthOf(words);
  return doubtful.flatMap(({ line, length }) => {
    left -= length;
    return left >= 0 ? [line] : [];
  });
}

function lengthOf(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

async function wordsOfBlock(
  image: GreyImage,
  { blur, scale }: { readonly blur: number; readonly scale: number },
  { reader, budget }: LookingAgain,
): Promise<readonly RecognisedWord[]> {
  const soft = blurred(image, blur);
  const shown = scale === 1 ? soft : straightened(soft, { skew: 0, scale }).image;
  const { words, lines } = await reader.read(shown, SEGMENTATION.BLOCK, budget.left);
  budget.spend(lines);
  return scale === 1 ? words : words.map((word) => reduced(word, scale));
}

function reduced(word: RecognisedWord, scale: number): RecognisedWord {
  const { box, baseline } = word;
  const by = 1 / scale;
  return {
    ...word,
    box: { x0: by * box.x0, y0: by * box.y0, x1: by * box.x1, y1: by * box.y1 },
    baseline: { x0: by * baseline.x0, y0: by * baseline.y0, x1: by * baseline.x1, y1: by * baseline.y1 },
  };
}
