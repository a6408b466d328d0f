import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { areaOf, type Rect, sharedArea } from "../../geometry/rect.ts";
import { letterScore } from "./confidence.ts";

/** Words that share more than this part of the smaller box are two readings of the same ink. */
const SAME_INK = 0.5;

/** Side of the cells that index word boxes, in pixels. */
const CELL = 128;

/**
 * Drops duplicate words and keeps the order: if words of two lines cover the same ink, the better reading is kept.
 * Words within a line are never duplicates.
 */
export function withoutWordsUponWords(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const worse = new Set<RecognisedWord>();
  for (const { one, other } of doubleReadings(words)) {
    const [first, second] = [[...one], [...other]].map((line) => line.filter((word) => !worse.has(word)));
    const loser = letterScore(first ?? []) < letterScore(second ?? []) ? one : other;
    for (const word of loser) worse.add(word);
  }
  return worse.size === 0 ? words : words.filter((word) => !worse.has(word));
}

/** Words that two lines read in the same ink. */
interface DoubleReading {
  readonly one: Set<RecognisedWord>;
  readonly other: Set<RecognisedWord>;
}

function doubleReadings(words: readonly RecognisedWord[]): Iterable<DoubleReading> {
  const readings = new Map<string, DoubleReading>();
  const places = new Map<string, RecognisedWord[]>();
  for (const word of words.toSorted((a, b) => a.line - b.line)) {
    for (const cell of cellsOf(word.box)) {
      const near = places.get(cell) ?? [];
      for (const before of near.filter((other) => isUpon(word, other))) {
        const lines = `${before.line} ${word.line}`;
        const reading = readings.get(lines) ?? { one: new Set(), other: new Set() };
        reading.one.add(before);
        reading.other.add(word);
        readings.set(lines, reading);
      }
      places.set(cell, [...near, word]);
    }
  }
  return readings.values();
}

/** Whether words of two lines share more than half of the smaller box. */
function isUpon(
  { box: one, line }: RecognisedWord,
  { box: other, line: otherLine }: RecognisedWord,
): boolean {
  return line !== otherLine && sharedArea(one, other) > SAME_INK * Math.min(areaOf(one), areaOf(other));
}

function cellsOf({ x0, y0, x1, y1 }: Rect): readonly string[] {
  const cells: string[] = [];
  for (let y = Math.floor(y0 / CELL); y <= Math.floor(y1 / CELL); y++) {
    for (let x = Math.floor(x0 / CELL); x <= Math.floor(x1 / CELL); x++) cells.push(`${x} ${y}`);
  }
  return cells;
}
