import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";
import { SEGMENT_WORD } from "../rows/segment.ts";

/** Writes tables narrower than `least`, in points, as plain text. */
export function withoutNarrowTables(rows: readonly Row[], least: number): readonly Row[] {
  if (least <= 0) return rows;
  const result: Row[] = [];
  for (let from = 0; from < rows.length;) {
    let to = from;
    while ((rows[to]?.segments.length ?? 0) > 1) to++;
    const table = rows.slice(from, to);
    if (table.length > 0) result.push(...(widthOf(table) < least ? table.map(plain) : table));
    const row = rows[to];
    if (row !== undefined) result.push(row);
    from = to + 1;
  }
  return result;
}

function widthOf(rows: readonly Row[]): number {
  const segments = rows.flatMap((row) => row.segments);
  const left = segments.reduce((least, segment) => Math.min(least, segment.x0), Infinity);
  return segments.reduce((most, segment) => Math.max(most, segment.x1), -Infinity) - left;
}

function plain(row: Row): Row {
  return { ...row, segments: [joinedRow(row)] };
}

/** Joins a row into one segment, with the given number of spaces between its cells. */
export function joinedRow(row: Row, blanks = 1): Segment {
  const [first, ...others] = row.segments;
  if (first !== undefined) return others.reduce((left, right) => joined(left, right, blanks), first);
  const nothing = { text: "", cells: 0, x0: 0, x1: 0, words: [] };
  return { ...nothing, y: row.y, size: row.size, isSeparated: false, baseline: -1 };
}

/** Joins two segments, with the given number of spaces between them. */
export function joined(left: Segment, right: Segment, blanks: number): Segment {
  const offset = left.text.length + blanks;
  const words = right.words.map((value, at) => (at % SEGMENT_WORD.length < 2 ? value + offset : value));
  const { glyphs: _, ...rest } = left;
  return {
    ...rest,
    text: left.text + " ".repeat(blanks) + right.text,
    cells: left.cells + blanks + right.cells,
    x1: Math.max(left.x1, right.x1),
    words: [...left.words, ...words],
  };
}
