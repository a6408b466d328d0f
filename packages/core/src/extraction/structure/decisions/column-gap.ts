import { deciding } from "../../page/decision-log.ts";
import { firstAbove } from "../../geometry/first-above.ts";
import { isNumeric, type TableLine } from "../geometry/table-line.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { type SegmentWord, wordsOfSegment } from "../../layout/rows/segment-parts.ts";
import type { Piece } from "../geometry/piece.ts";

/**
 * Is a place between the columns of a table? Each line that has text on both sides of it is evidence, in natural
 * logarithms of odds: about one place in four lies between words of running text, and signs after numbers are aligned with
 * them, so a usual blank there hardly raises the odds; a gap wider than any blank multiplies them by twenty; a word
 * across it divides them, so that columns need 9 lines in 10 to leave the gap free.
 */
const EVIDENCE = { blank: 0.3, gap: 3, word: -24 };

/** A gap is one between columns from these odds on: two lines with gaps, or more with wide blanks. */
const LEAST_SCORE = 5.5;

/** The gap that no blank reaches, and a usual blank if the lines have hardly any, in multiples of the text size. */
const WIDE = 0.85;
const USUAL_BLANK = 0.3;
const FEWEST_BLANKS = 3;

/** Steps per point of the places that are judged. */
const STEPS = 2;

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A word of a line of a table. */
interface LineWord extends SegmentWord {
  /** The first word of its text, which no blank parts from the one before. */
  readonly isFirst: boolean;
}

export interface WordedLine {
  readonly words: readonly LineWord[];
  /** Baseline. */
  readonly y: number;
  readonly size: number;
}

/** The lines' words. */
export function wordsOfLines(lines: readonly TableLine[]): readonly WordedLine[] {
  return lines.map(({ pieces, y, size }) => ({
    words: pieces.flatMap((piece) =>
      wordsOfPiece(piece).map((word, index): LineWord => ({ ...word, isFirst: index === 0 })),
    ),
    y,
    size,
  }));
}

/** The gaps between columns, at least `least` wide, in points from `left` on. */
export function columnGaps(
  lines: readonly WordedLine[],
  { left, right, least }: { readonly left: number; readonly right: number; readonly least: number },
): readonly Gap[] {
  const changes = new Float64Array(Math.ceil((right - left) * STEPS) + 2);
  const add = (x0: number, x1: number, score: number): void => {
    const from = Math.max(0, Math.floor((x0 - left) * STEPS));
    const to = Math.min(changes.length - 1, Math.max(from, Math.ceil((x1 - left) * STEPS)));
    changes[from] = (changes[from] ?? 0) + score;
    changes[to] = (changes[to] ?? 0) - score;
  };
  const blank = usualBlank(lines);
  for (const { words, size } of lines) {
    let end: number | undefined;
    for (const word of words) {
      const { x0, x1 } = word;
      if (end !== undefined && x0 > end) add(end, x0, gapEvidence(word, (x0 - end) / size, blank));
      add(Math.max(x0, end ?? x0), x1, EVIDENCE.word);
      end = Math.max(x1, end ?? x1);
    }
  }
  const score = Math.min(LEAST_SCORE, EVIDENCE.gap * lines.length);
  const gaps = stretches(changes, score, least * STEPS).map(({ from, to }) => ({
    from: left + from / STEPS,
    to: left + to / STEPS,
  }));
  if (deciding.log !== undefined) recordGaps(changes, { lines, left, threshold: score, gaps });
  return gaps;
}

/** Records the places whose score is at least half of what a gap needs, each with its highest score. */
function recordGaps(
  changes: Float64Array,
  {
    lines,
    left,
    threshold,
    gaps,
  }: {
    readonly lines: readonly WordedLine[];
    readonly left: number;
    readonly threshold: number;
    readonly gaps: readonly Gap[];
  },
): void {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return;
  const [y0, y1] = [first.y - first.size, last.y];
  for (const { from, to } of stretches(changes, threshold / 2, 1)) {
    const score = highestScore(changes, from, to);
    const [x0, x1] = [left + from / STEPS, left + to / STEPS];
    const own = gaps.find((gap) => gap.from < x1 && gap.to > x0);
    deciding.log?.record({
      question: "column",
      accepted: own !== undefined,
      outcome: own === undefined ? "Too few lines leave the place free." : "A gap between two columns.",
      box: deciding.log.onPage({ x0: own?.from ?? x0, x1: own?.to ?? x1, y0, y1 }),
      score,
      threshold,
      reasons: [
        { fact: "lines", value: lines.length },
        { fact: "each line with a wide gap there adds", weight: EVIDENCE.gap },
        { fact: "each word across it adds", weight: EVIDENCE.word },
      ],
    });
  }
}

/** The highest of the scores of places from `from` to before `to`, which are the sums of the changes up to them. */
function highestScore(changes: Float64Array, from: number, to: number): number {
  let [sum, highest] = [0, -Infinity];
  for (const [at, change] of changes.subarray(0, to).entries()) {
    sum += change;
    if (at >= from) highest = Math.max(highest, sum);
  }
  return highest;
}

/** Whether a text has a wide gap beside a number: it may be several cells. */
export function hasWideGap(segment: Segment): boolean {
  const words = wordsOfSegment(segment);
  return words.some(({ text, x0 }, index) => {
    const before = words[index - 1];
    const isWide = before !== undefined && x0 - before.x1 > WIDE_BLANK * segment.size;
    return isWide && isNumeric(text) && (index === words.length - 1 || isNumeric(before.text));
  });
}

/** A wider gap, in multiples of the text size, may part cells even in a text that crosses another gap. */
export const WIDE_BLANK = 0.45;

/** A gap that some texts stand on both sides of needs this much from them: a head has blanks where values have gaps. */
const LEAST_BESIDE = 1.5;

/** Which columns have only blanks before them, of texts that go on from the column before. */
export function columnsAfterBlanks(
  lines: readonly WordedLine[],
  columns: readonly { readonly x0: number; readonly x1: number }[],
): ReadonlySet<number> {
  const blank = usualBlank(lines);
  const starts = Float64Array.from(columns, ({ x0 }) => x0);
  const evidence = new Map<number, number>();
  for (const { words, size } of lines) {
    let before = -1;
    let end = 0;
    for (const word of words) {
      const at = firstAbove(starts, (word.x0 + word.x1) / 2) - 1;
      if (at > 0 && before === at - 1) {
        const own = gapEvidence(word, (word.x0 - end) / size, blank);
        evidence.set(at, (evidence.get(at) ?? 0) + own);
      }
      before = at;
      end = word.x1;
    }
  }
  return new Set([...evidence].flatMap(([at, sum]) => (sum < LEAST_BESIDE ? [at] : [])));
}

function gapEvidence({ isFirst }: LineWord, gap: number, blank: number): number {
  if (isFirst) return EVIDENCE.gap;
  const share = Math.min(1, Math.max(0, (gap - blank) / (WIDE - blank)));
  return EVIDENCE.blank + share * (EVIDENCE.gap - EVIDENCE.blank);
}

/** The blank between words of a text, in multiples of its size: the first quartile, since some gaps part cells. */
export function usualBlank(lines: readonly WordedLine[]): number {
  const gaps = lines.flatMap(({ words, size }) =>
    words.flatMap(({ isFirst, text, x0 }, index) => {
      const before = words[index - 1];
      const isBlank = before !== undefined && !isFirst && !(isNumeric(before.text) && isNumeric(text));
      return isBlank ? [(x0 - before.x1) / size] : [];
    }),
  );
  if (gaps.length < FEWEST_BLANKS) return USUAL_BLANK;
  return gaps.toSorted((a, b) => a - b)[gaps.length >> 2] ?? USUAL_BLANK;
}

function stretches(changes: Float64Array, odds: number, least: number): readonly Gap[] {
  const found: Gap[] = [];
  let score = 0;
  let from = -1;
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at] ?? 0;
    if (change === 0) continue;
    score += change;
    if (score >= odds) {
      if (from < 0) from = at;
    } else if (from >= 0) {
      if (at - from >= least) found.push({ from, to: at });
      from = -1;
    }
  }
  return found;
}

/** The places of a piece's words; of the whole piece if its words have no places of their own. */
export function wordsOfPiece({ segment, text, x0, x1 }: Piece): readonly SegmentWord[] {
  const isWritten = segment.text === text && Math.abs((segment.words[2] ?? Infinity) - x0) < 1;
  return isWritten ? wordsOfSegment(segment) : [{ text, x0, x1 }];
}
