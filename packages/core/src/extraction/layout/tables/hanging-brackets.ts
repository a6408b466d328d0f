import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";

/** East Asian opening brackets, whose ink fills the right half of their em square. */
const OPENING = new Set("（［｛〔【〖《〈「『");

/** The empty part of the em square. */
const EMPTY_PART = 0.5;

/** Left edges closer than this, in fractions of the font size, count as one. */
const ONE_EDGE = 0.2;

/**
 * Aligns a hanging opening bracket, whose ink is aligned with the column's lines, to the column. By the edge of its em
 * square it would get a column of its own and indent all other lines.
 */
export function withAlignedHangingBrackets(rows: readonly Row[]): readonly Row[] {
  if (!rows.some(hasBracket)) return rows;
  const lefts = rows.flatMap(({ segments }) => segments.map(({ x0 }) => x0));
  const countAt = (x: number, size: number): number =>
    lefts.reduce((count, left) => count + (Math.abs(left - x) < ONE_EDGE * size ? 1 : 0), 0);
  const moved = (segment: Segment): Segment => {
    if (!beginsWithBracket(segment)) return segment;
    const x0 = segment.x0 + EMPTY_PART * segment.size;
    const isHanging = countAt(x0, segment.size) > countAt(segment.x0, segment.size);
    return isHanging && x0 < segment.x1 ? { ...segment, x0 } : segment;
  };
  return rows.map((row) => ({ ...row, segments: row.segments.map(moved) }));
}

function hasBracket({ segments }: Row): boolean {
  return segments.some(beginsWithBracket);
}

function beginsWithBracket({ text }: Segment): boolean {
  return text.charCodeAt(0) >= 0x3008 && OPENING.has(text.charAt(0));
}
