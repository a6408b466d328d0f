import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";
import type { InkImage } from "../../../raster/image/ink-image.ts";
import { joinedWords } from "./joined-words.ts";

/** A number without a separator whose last two digits may be decimals; longer ones are codes. */
const DIGITS = /^[^\p{L}\p{N}]{0,2}\d{3,7}$/u;
const TWO_DIGITS = /^\d\d$/u;
const WHOLE_NUMBER = /^[^\p{L}\p{N}]{0,2}\d{1,5}$/u;

/** The separator of an amount with two decimals. */
const SEPARATOR = /\d([.,])\d\d(?!\d)/u;

/** Largest height and width of a point, in word heights. */
const POINT = 0.35;

/** Least width of the gap that a missing point leaves, in word heights and in widths of the next widest gap. */
const GAP = 0.38;
const WIDER = 1.7;

/** Widest gap between the parts of an amount that was read as two words, in word heights. */
const WIDEST_GAP = 0.9;

/** Right edges at most this far apart, in word heights, are in the same column. */
const SAME_EDGE = 0.6;

/** With this many amounts with decimals in its column, a number with a gap before its last two digits has decimals. */
const FEWEST_IN_COLUMN = 2;

/** Most confidence of an amount whose point did not print. */
const SUPPOSED = 0.7;

/** How far the digits right of a point may differ from two, in digits. */
const TWO_WIDE = 0.45;

/**
 * Inserts decimal points that the recogniser lost: where the ink has a point before the last two digits, and where it
 * has a gap there, if the other amounts of the column have decimals and Tesseract read it. For columns such as receipts
 * only.
 */
export function withDecimalPoints(
  words: readonly RecognisedWord[],
  ink: InkImage,
): readonly RecognisedWord[] {
  const amounts = words.filter(({ text }) => SEPARATOR.test(text));
  const separator = usualSeparator(amounts);
  const whole: RecognisedWord[] = [];
  for (const word of words) {
    const before = whole.at(-1);
    if (before && isSplitAtGap(before, word) && isInColumn(word, amounts)) {
      whole[whole.length - 1] = supposed(joinedWords(before, word, separator));
    } else whole.push(withPoint(word, separator, lostPointOf(word, ink, amounts)));
  }
  return whole;
}

function usualSeparator(amounts: readonly RecognisedWord[]): string {
  const commas = amounts.filter(({ text }) => SEPARATOR.exec(text)?.[1] === ",");
  return commas.length > amounts.length / 2 ? "," : ".";
}

function isInColumn({ box }: RecognisedWord, amounts: readonly RecognisedWord[]): boolean {
  const reach = SAME_EDGE * (box.y1 - box.y0);
  return amounts.filter((amount) => Math.abs(amount.box.x1 - box.x1) <= reach).length >= FEWEST_IN_COLUMN;
}

function isSplitAtGap(one: RecognisedWord, other: RecognisedWord): boolean {
  // Models read faint points, so a gap of theirs is a blank.
  if (
    one.model !== undefined ||
    one.line !== other.line ||
    !TWO_DIGITS.test(other.text) ||
    !WHOLE_NUMBER.test(one.text)
  )
    return false;
  const gap = other.box.x0 - one.box.x1;
  return gap >= 0 && gap <= WIDEST_GAP * (other.box.y1 - other.box.y0);
}

/** What the ink has before the last two digits of a number: a point, the gap of one, or neither. */
type LostPoint = "printed" | "gap" | "none";

function lostPointOf(word: RecognisedWord, ink: InkImage, amounts: readonly RecognisedWord[]): LostPoint {
  if (!DIGITS.test(word.text)) return "none";
  const runs = runsOf(word, ink);
  if (runs.some((run) => isPoint(run, word) && isBeforeTwoDigits(run, word))) return "printed";
  const mayHaveLost = word.model === undefined && isInColumn(word, amounts);
  const gap = mayHaveLost ? clearGapOf(runs, word) : undefined;
  return gap && isBeforeTwoDigits(gap, word) ? "gap" : "none";
}

function isBeforeTwoDigits({ from, to }: Extent, { text, box }: RecognisedWord): boolean {
  const digit = (box.x1 - box.x0 - (to - from)) / text.length;
  return Math.abs((box.x1 - to) / digit - 2) <= TWO_WIDE;
}

/** The widest gap between runs, if it is clearly wider than the others. */
function clearGapOf(runs: readonly Run[], { box }: RecognisedWord): Extent | undefined {
  const widthOf = ({ from, to }: Extent): number => to - from;
  const [widest, next] = runs
    .slice(1)
    .map(({ from }, index) => ({ from: runs[index]?.to ?? from, to: from }))
    .toSorted((one, other) => widthOf(other) - widthOf(one));
  if (!widest || widthOf(widest) < GAP * (box.y1 - box.y0)) return undefined;
  return next && widthOf(widest) < WIDER * widthOf(next) ? undefined : widest;
}

/** Columns of pixels, from the first to before the last. */
interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Neighbouring columns of pixels with ink. */
interface Run extends Extent {
  /** The highest row with ink. */
  readonly top: number;
}

/** The runs of ink in a word, from left to right. */
function runsOf({ box }: RecognisedWord, { width, height, ink }: InkImage): readonly Run[] {
  const runs: Run[] = [];
  const [y0, y1] = [Math.max(0, Math.round(box.y0)), Math.min(height, Math.round(box.y1))];
  const end = Math.min(width, Math.round(box.x1));
  for (let x = Math.max(0, Math.round(box.x0)); x < end; x++) {
    let top = y0;
    while (top < y1 && ink[top * width + x] !== 1) top++;
    if (top === y1) continue;
    const last = runs.at(-1);
    if (last?.to === x) runs[runs.length - 1] = { ...last, to: x + 1, top: Math.min(last.top, top) };
    else runs.push({ from: x, to: x + 1, top });
  }
  return runs;
}

function isPoint({ from, to, top }: Run, { box }: RecognisedWord): boolean {
  const most = POINT * (box.y1 - box.y0);
  return to - from <= most && box.y1 - top <= most;
}

function withPoint(word: RecognisedWord, separator: string, lost: LostPoint): RecognisedWord {
  if (lost === "none") return word;
  const whole = { ...word, text: `${word.text.slice(0, -2)}${separator}${word.text.slice(-2)}` };
  return lost === "gap" ? supposed(whole) : whole;
}

function supposed(word: RecognisedWord): RecognisedWord {
  return { ...word, confidence: Math.min(word.confidence, SUPPOSED) };
}
