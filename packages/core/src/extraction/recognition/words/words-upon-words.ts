import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { areaOf, type Rect, sharedArea } from "../../page/rect.ts";
import { letterScore } from "./confidence.ts";

/** Words of which more than this share lies on another, by area, are two readings of the same ink. */
const SAME_INK = 0.5;

/** Boxes of words are looked up by cells of so many pixels a side. */
const CELL = 128;

/**
 * The words without those that lie on words of other lines, in the order they were in: where the same ink was read
 * twice, the better reading stays. Neighbours within a line are of one reading, and none is a double.
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

/** What two lines read in the same ink. */
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

/** Whether the boxes of words of two lines share more than half of the smaller one. */
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
