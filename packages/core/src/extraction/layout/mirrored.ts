import type { Row } from "./rows.ts";
import { baseDirection } from "./segment-text.ts";
import { isRightToLeft } from "./characters.ts";

/**
 * Turns rows that are read from right to left so that what is read first stands first: their places are mirrored on
 * the page. Rows without letters go with the page.
 */
export function withRowsInReadingOrder(rows: readonly Row[]): readonly Row[] {
  const page = baseDirection(rows.flatMap((row) => lettersOf(row)));
  const edge = rows.reduce(
    (most, row) => row.segments.reduce((right, segment) => Math.max(right, segment.x0 + segment.x1), most),
    -Infinity,
  );
  return rows.map((row) => {
    const letters = lettersOf(row);
    const direction = letters.length === 0 ? page : baseDirection(letters);
    return direction === "rtl" ? mirrored(row, edge) : row;
  });
}

function lettersOf({ segments }: Row): readonly string[] {
  return segments.flatMap((segment) => Array.from(segment.text).filter((letter) => isLetter(letter)));
}

function isLetter(character: string): boolean {
  return isRightToLeft(character) || /^\p{L}$/u.test(character);
}

function mirrored(row: Row, edge: number): Row {
  const segments = row.segments.map((segment) => ({
    ...segment,
    x0: edge - segment.x1,
    x1: edge - segment.x0,
  }));
  return { ...row, segments: segments.toReversed() };
}
