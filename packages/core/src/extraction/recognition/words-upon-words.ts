import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import type { Rect } from "../page/rect.ts";

/** Words of which more than this share lies on another, by area, are two readings of the same ink. */
const SAME_INK = 0.5;

/** Boxes of words are looked up by cells of so many pixels a side. */
const CELL = 128;

/**
 * The words without those that lie on words of other lines, in the order they were in: where the same ink was read
 * twice, the more certain word stays. Neighbours within a line are of one reading, and none is a double.
 */
export function withoutWordsUponWords(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const kept = new Set<RecognisedWord>();
  const places = new Map<string, RecognisedWord[]>();
  for (const word of words.toSorted(byCertainty)) {
    const cells = cellsOf(word.box);
    const near = cells.flatMap((cell) => places.get(cell) ?? []);
    if (near.some((other) => other.line !== word.line && areOnSameInk(word.box, other.box))) continue;
    kept.add(word);
    for (const cell of cells) places.set(cell, [...(places.get(cell) ?? []), word]);
  }
  return kept.size === words.length ? words : words.filter((word) => kept.has(word));
}

const TWO_LETTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** Single signs last: a speck is read as a full stop with great certainty. */
function byCertainty(one: RecognisedWord, other: RecognisedWord): number {
  const telling = Number(TWO_LETTERS.test(other.text)) - Number(TWO_LETTERS.test(one.text));
  return telling || other.confidence - one.confidence;
}

/** Whether the boxes share more than half of the smaller one. */
function areOnSameInk(one: Rect, other: Rect): boolean {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  if (width <= 0 || height <= 0) return false;
  return width * height > SAME_INK * Math.min(areaOf(one), areaOf(other));
}

function areaOf({ x0, y0, x1, y1 }: Rect): number {
  return (x1 - x0) * (y1 - y0);
}

function cellsOf({ x0, y0, x1, y1 }: Rect): readonly string[] {
  const cells: string[] = [];
  for (let y = Math.floor(y0 / CELL); y <= Math.floor(y1 / CELL); y++) {
    for (let x = Math.floor(x0 / CELL); x <= Math.floor(x1 / CELL); x++) cells.push(`${x} ${y}`);
  }
  return cells;
}
