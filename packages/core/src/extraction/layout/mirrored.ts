import type { Row } from "./rows.ts";
import { baseDirection } from "./segment-text.ts";
import { isRightToLeft } from "./characters.ts";

/**
 * Turns rows that are read from right to left so that what is read first stands first: their places are mirrored on
 * the page. Rows without letters go with the page.
 */
export function withRowsInReadingOrder(rows: readonly Row[]): readonly Row[] {
  const page = baseDirection(rows.flatMap((row) => lettersOf(row)));
  const sides = sidesOf(rows);
  return rows.map((row) => {
    const letters = lettersOf(row);
    const direction = letters.length === 0 ? page : baseDirection(letters);
    return direction === "rtl" ? mirrored(row, sides) : row;
  });
}

function lettersOf({ segments }: Row): readonly string[] {
  return segments.flatMap((segment) => Array.from(segment.text).filter((letter) => isLetter(letter)));
}

function isLetter(character: string): boolean {
  return isRightToLeft(character) || /^\p{L}$/u.test(character);
}

/** The sum of the left and the right side of the text: what mirrors a place. */
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
    isParted: row.segments[index + 1]?.isParted ?? false,
  }));
  return { ...row, segments: segments.toReversed() };
}
