import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../../geometry/rect.ts";
import type { Components } from "../../../raster/ink/components.ts";
import { linesOf } from "../word-lines.ts";
import { median } from "../../../geometry/median.ts";

/** Largest side of a dot of a colon, in word heights. */
const DOT = 0.32;

/** Distance of the two dots, from middle to middle, in word heights. */
const NEAREST = 0.28;
const FURTHEST = 0.7;

/** How far apart the middles of the two dots may be sideways, in word heights. */
const ABOVE = 0.12;

/** How far the lower dot may be from the baseline, in word heights. */
const ON_BASELINE = 0.2;

/** Colons closer to a word, in word heights, belong to it. */
const APART = 0.25;

/** More dots are grain. */
const MOST_DOTS = 5000;

/** How far right of the last word of a line a colon may stand, in word heights. */
const AFTER_LAST = 3;

const ENDS_IN_SIGN = /[^\p{L}\p{N})]$/u;

/** A lone sign below this confidence that covers a colon is replaced. */
const DOUBTFUL = 0.8;

/** Confidence of a colon that was found in the ink. */
const CONFIDENCE = 0.8;

/**
 * Adds colons that stand alone between the words of a line and that the recogniser missed or took for another sign,
 * such as in "Cashier : Jane". `components` are those of the picture that was read.
 */
export function withColons(
  words: readonly RecognisedWord[],
  components: Components,
): readonly RecognisedWord[] {
  const lines = [...linesOf(words).values()].map((line) => ({ line, height: heightOf(line) }));
  const highest = lines.reduce((most, { height }) => Math.max(most, height), 0);
  const dots = dotsOf(components, DOT * highest);
  if (dots.length > MOST_DOTS) return words;
  return lines.flatMap(({ line, height }) => lineWithColons(line, height, dots));
}

function heightOf(line: readonly RecognisedWord[]): number {
  return median(line.map(({ box }) => box.y1 - box.y0)) ?? 0;
}

function dotsOf({ count, x0, y0, x1, y1 }: Components, largest: number): readonly Rect[] {
  const dots: Rect[] = [];
  for (let i = 0; i < count; i++) {
    const dot = { x0: x0[i] ?? 0, y0: y0[i] ?? 0, x1: x1[i] ?? 0, y1: y1[i] ?? 0 };
    if (dot.x1 - dot.x0 <= largest && dot.y1 - dot.y0 <= largest) dots.push(dot);
  }
  return dots;
}

function lineWithColons(
  line: readonly RecognisedWord[],
  height: number,
  dots: readonly Rect[],
): readonly RecognisedWord[] {
  const sorted = line.toSorted((one, other) => one.box.x0 - other.box.x0);
  return sorted.flatMap((word, index) => {
    if (isLoneSign(word)) {
      const isColon =
        colonIn(dots, { word, height, from: word.box.x0 - 1, to: word.box.x1 + 1 }) !== undefined;
      return [isColon ? { ...word, text: ":", confidence: CONFIDENCE } : word];
    }
    const next = sorted[index + 1];
    const to = next?.box.x0 ?? word.box.x1 + AFTER_LAST * height;
    const colon = colonIn(dots, { word, height, from: word.box.x1 - 1, to });
    if (!colon || next?.text.startsWith(":") === true) return [word];
    if (colon.x0 - word.box.x1 > APART * height) return [word, colonAt(colon, word)];
    return [ENDS_IN_SIGN.test(word.text) ? word : withColon(word, colon)];
  });
}

function isLoneSign({ text, confidence }: RecognisedWord): boolean {
  return text !== ":" && text.length === 1 && confidence < DOUBTFUL;
}

/** The colon on the baseline of a word, between two places. */
function colonIn(
  dots: readonly Rect[],
  {
    word,
    height,
    from,
    to,
  }: { readonly word: RecognisedWord; readonly height: number; readonly from: number; readonly to: number },
): Rect | undefined {
  const bottom = word.baseline.y1;
  const near = dots.filter(
    ({ x0, x1, y0, y1 }) =>
      x0 >= from && x1 <= to && y0 > bottom - height && y1 < bottom + ON_BASELINE * height,
  );
  // A third piece is part of a sign or of noise.
  if (near.length !== 2) return undefined;
  const [upper, lower] = near.toSorted((one, other) => one.y0 - other.y0);
  if (!upper || !lower || !near.every((dot) => isDot(dot, height))) return undefined;
  const middle = (start: number, end: number): number => (start + end) / 2;
  const apart = middle(lower.y0, lower.y1) - middle(upper.y0, upper.y1);
  const sideways = Math.abs(middle(lower.x0, lower.x1) - middle(upper.x0, upper.x1));
  const isStacked = apart >= NEAREST * height && apart <= FURTHEST * height && sideways <= ABOVE * height + 1;
  if (!isStacked || Math.abs(lower.y1 - bottom) > ON_BASELINE * height) return undefined;
  return {
    x0: Math.min(upper.x0, lower.x0),
    y0: upper.y0,
    x1: Math.max(upper.x1, lower.x1),
    y1: lower.y1,
  };
}

function isDot({ x0, y0, x1, y1 }: Rect, height: number): boolean {
  return Math.max(x1 - x0, y1 - y0) <= Math.max(2, DOT * height);
}

function colonAt(box: Rect, { line, baseline }: RecognisedWord): RecognisedWord {
  const y = baseline.y1;
  return { text: ":", confidence: CONFIDENCE, line, box, baseline: { x0: box.x0, y0: y, x1: box.x1, y1: y } };
}

function withColon(word: RecognisedWord, colon: Rect): RecognisedWord {
  const { box, baseline } = word;
  return {
    ...word,
    text: `${word.text}:`,
    box: { ...box, y0: Math.min(box.y0, colon.y0), x1: colon.x1 },
    baseline: { ...baseline, x1: colon.x1 },
  };
}
