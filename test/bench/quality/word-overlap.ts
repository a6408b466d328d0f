import type { Rect } from "@galley/core";
import type { FoundWord } from "./reader.ts";

/** Widths in points, and words; scores are ratios of them. */
export interface WordOverlap {
  /** Words of the truth, and those that overlap a found word with the same text. */
  readonly words: number;
  readonly found: number;
  /** Width of the true words, and how much of it found words cover. */
  readonly trueWidth: number;
  readonly covered: number;
  /** Width of the found words, and how much of it lies on true words. */
  readonly foundWidth: number;
  readonly confirmed: number;
}

export const NO_WORDS: WordOverlap = {
  words: 0,
  found: 0,
  trueWidth: 0,
  covered: 0,
  foundWidth: 0,
  confirmed: 0,
};

export function addOverlaps(a: WordOverlap, b: WordOverlap): WordOverlap {
  return {
    words: a.words + b.words,
    found: a.found + b.found,
    trueWidth: a.trueWidth + b.trueWidth,
    covered: a.covered + b.covered,
    foundWidth: a.foundWidth + b.foundWidth,
    confirmed: a.confirmed + b.confirmed,
  };
}

/** The harmonic mean of the shares of width covered on both sides. */
export function overlapScore({ trueWidth, covered, foundWidth, confirmed }: WordOverlap): number {
  return (2 * covered * confirmed) / (covered * foundWidth + confirmed * trueWidth);
}

/**
 * Scores the positions of found words. Only the widths of words whose heights overlap are compared, because
 * the truth's boxes are as high as the font, those of a reader may be as high as the ink.
 */
export function wordOverlap(truth: readonly FoundWord[], words: readonly FoundWord[]): WordOverlap {
  const trueBoxes = truth.map(({ box }) => box);
  const boxes = words.map(({ box }) => box);
  return {
    words: truth.length,
    found: truth.filter(({ text, box }) => words.some((word) => word.text === text && isOn(word.box, box)))
      .length,
    trueWidth: totalWidth(trueBoxes),
    covered: totalCover(trueBoxes, boxes),
    foundWidth: totalWidth(boxes),
    confirmed: totalCover(boxes, trueBoxes),
  };
}

function isOn(box: Rect, other: Rect): boolean {
  const x = (box.x0 + box.x1) / 2;
  const y = (box.y0 + box.y1) / 2;
  return x >= other.x0 && x <= other.x1 && y >= other.y0 && y <= other.y1;
}

function totalWidth(boxes: readonly Rect[]): number {
  return boxes.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0);
}

function totalCover(boxes: readonly Rect[], by: readonly Rect[]): number {
  return boxes.reduce((sum, box) => sum + coveredWidth(box, by), 0);
}

/** How much of a box's width other boxes beside it cover. */
function coveredWidth(box: Rect, by: readonly Rect[]): number {
  let covered = 0;
  let end = box.x0;
  for (const other of by.filter((own) => isBeside(own, box)).toSorted((a, b) => a.x0 - b.x0)) {
    const from = Math.max(end, other.x0);
    const to = Math.min(box.x1, other.x1);
    if (to <= from) continue;
    covered += to - from;
    end = to;
  }
  return covered;
}

/** Whether the heights of two boxes overlap by half of the smaller one. */
function isBeside(a: Rect, b: Rect): boolean {
  const common = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return common >= 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}
