import type { BaseDirection } from "../bidi/bidi.ts";
import type { Row } from "./rows.ts";
import { baseDirection } from "./segment-text.ts";
import { isRightToLeft } from "../glyphs/characters.ts";

/**
 * Mirrors the positions of right-to-left rows, so that the text read first comes first. Rows with several cells, and
 * rows without letters, follow the direction of the page so that tables stay intact.
 */
export function withRowsInReadingOrder(rows: readonly Row[]): readonly Row[] {
  const page = baseDirection(rows.flatMap((row) => lettersOf(row)));
  const sides = sidesOf(rows);
  return rows.map((row) => {
    const letters = row.segments.length > 1 ? [] : lettersOf(row);
    return directionOf(letters, page) === "rtl" ? mirrored(row, sides) : row;
  });
}

/** The direction of a text by its letters in logical order. */
function directionOf(letters: readonly string[], page: BaseDirection): BaseDirection {
  const [first] = letters;
  if (first === undefined || isRightToLeft(first) === (page === "rtl")) return page;
  return baseDirection(letters);
}

function lettersOf({ segments }: Row): readonly string[] {
  return segments.flatMap((segment) => Array.from(segment.text).filter((letter) => isLetter(letter)));
}

function isLetter(character: string): boolean {
  return isRightToLeft(character) || /^\p{L}$/u.test(character);
}

/** Left plus right edge of the text; subtracting a position from it mirrors the position. */
function sidesOf(rows: readonly Row[]): number {
  let left = Infinity;
  let right = -Infinity;
  for (const { segments } of rows) {
    for (const { x0, x1 } of segments) {
      left = Math.min(left, x0);
      right = Math.max(right, x1);
    }
  }
  return left + right;
}

function mirrored(row: Row, sides: number): Row {
  const segments = row.segments.map((segment, index) => ({
    ...segment,
    x0: sides - segment.x1,
    x1: sides - segment.x0,
    isSeparated: row.segments[index + 1]?.isSeparated ?? false,
  }));
  return { ...row, segments: segments.toReversed() };
}
