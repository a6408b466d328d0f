import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { InkImage } from "../../raster/image/ink-image.ts";

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

/** How far the digits right of a point may differ from two, in digits. */
const TWO_WIDE = 0.45;

/**
 * Inserts decimal points that the recogniser lost: where the ink has a point before the last two digits, and where it
 * has a gap there, if the other amounts of the column have decimals. For columns such as receipts only.
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
      whole[whole.length - 1] = joined(before, word, separator);
    } else whole.push(hasLostPoint(word, ink, amounts) ? withPoint(word, separator) : word);
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
  if (one.line !== other.line || !TWO_DIGITS.test(other.text) || !WHOLE_NUMBER.test(one.text)) return false;
  const gap = other.box.x0 - one.box.x1;
  return gap >= 0 && gap <= WIDEST_GAP * (other.box.y1 - other.box.y0);
}

function hasLostPoint(word: RecognisedWord, ink: InkImage, amounts: readonly RecognisedWord[]): boolean {
  if (!DIGITS.test(word.text)) return false;
  const runs = runsOf(word, ink);
  const height = word.box.y1 - word.box.y0;
  const isBeforeTwo = (from: number, to: number): boolean => {
    const digit = (word.box.x1 - word.box.x0 - (to - from)) / word.text.length;
    return Math.abs((word.box.x1 - to) / digit - 2) <= TWO_WIDE;
  };
  const points = runs.filter((run) => isPoint(run, word));
  if (points.some(({ from, to }) => isBeforeTwo(from, to))) return true;
  const gaps = runs
    .slice(1)
    .map(({ from }, index) => ({ from: runs[index]?.to ?? from, to: from }))
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  const [widest, next = { from: 0, to: 0 }] = gaps;
  if (!widest || !isInColumn(word, amounts)) return false;
  const width = widest.to - widest.from;
  const isWide = width >= GAP * height && width >= WIDER * (next.to - next.from);
  return isWide && isBeforeTwo(widest.from, widest.to);
}

/** Neighbouring columns of pixels with ink. */
interface Run {
  readonly from: number;
  readonly to: number;
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

function withPoint(word: RecognisedWord, separator: string): RecognisedWord {
  return { ...word, text: `${word.text.slice(0, -2)}${separator}${word.text.slice(-2)}` };
}

function joined(one: RecognisedWord, other: RecognisedWord, separator: string): RecognisedWord {
  return {
    ...one,
    text: `${one.text}${separator}${other.text}`,
    confidence: Math.min(one.confidence, other.confidence),
    box: {
      x0: one.box.x0,
      y0: Math.min(one.box.y0, other.box.y0),
      x1: other.box.x1,
      y1: Math.max(one.box.y1, other.box.y1),
    },
    baseline: { ...one.baseline, x1: other.baseline.x1, y1: other.baseline.y1 },
  };
}
