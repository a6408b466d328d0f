import type { Row } from "./rows.ts";
import type { Segment } from "./segment.ts";
import { SEGMENT_WORD } from "./segment.ts";

/** Rows of tables that are narrower than `least`, in points, with their cells joined to plain text. */
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
  const [first, ...others] = row.segments;
  if (first === undefined) return row;
  return { ...row, segments: [others.reduce(joinedWithBlank, first)] };
}

/** One segment of two, a blank between them. */
export function joinedWithBlank(left: Segment, right: Segment): Segment {
  const offset = left.text.length + 1;
  const words = right.words.map((value, at) => (at % SEGMENT_WORD.length < 2 ? value + offset : value));
  return {
    ...left,
    text: `${left.text} ${right.text}`,
    cells: left.cells + 1 + right.cells,
    x1: Math.max(left.x1, right.x1),
    words: [...left.words, ...words],
  };
}
