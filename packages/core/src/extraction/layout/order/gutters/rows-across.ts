import type { Row } from "../../rows/rows.ts";
import type { Segment } from "../../rows/segment.ts";
import { endsRow, isValue } from "../rows-of-cells.ts";
import { CoveredExtents } from "./covered-extents.ts";
import { PROSE } from "../sentences.ts";
import { firstWord, goesOn, OWN_ROW } from "./independent-columns.ts";

/** Least number of rows of a table across a gutter, and least share of those that begin with texts on both sides. */
const FEWEST_ROWS = 3;
const LEAST_SHARE = 0.5;

/** Rows with fewer texts may be lines of two columns. */
const FEWEST_CELLS = 3;

/**
 * Whether the rows across a gutter are of one table: several texts with a value among them, of which those on either side
 * of the gutter do not go on with a sentence of the line above. Values followed by words with values may be two tables or
 * lists side by side, which say nothing.
 */
export function areRowsAcross(rows: readonly Row[], gutter: number): boolean {
  if (hasProseOnOneSide(rows, gutter)) return false;
  const edges = [edgeOf(rows, (x0) => x0 < gutter), edgeOf(rows, (x0) => x0 >= gutter)] as const;
  let [both, across] = [0, 0];
  let leftAbove: readonly Segment[] = [];
  let rightAbove: readonly Segment[] = [];
  for (const { segments } of rows) {
    const first = segments.findIndex(({ x0 }) => x0 >= gutter);
    const left = first < 0 ? segments : segments.slice(0, first);
    const right = first < 0 ? [] : segments.slice(first);
    const isOwn = !goesOn(leftAbove, left, edges[0]) && !goesOn(rightAbove, right, edges[1]);
    if (isOwn && left.length > 0 && right.length > 0) {
      both++;
      if (segments.length >= FEWEST_CELLS && haveValues(left, right)) across++;
    }
    if (left.length > 0) leftAbove = left;
    if (right.length > 0) rightAbove = right;
  }
  return across >= FEWEST_ROWS && across >= LEAST_SHARE * both;
}

/** Rows are farther apart than the lines of one row by this factor, if they are at all. */
export const ROW_STEP = 1.18;

/** Fewer rows may be paragraphs that happen to begin beside one another, or cards. */
const FEWEST_BANDS = 4;

/** Least share of the bands that have texts in several columns, on both sides of the gutter. */
const MOST_BANDS = 0.75;

/**
 * Whether the same blank space parts the texts on both sides of a gutter again and again, in three or more columns: rows of
 * a table whose cells have several lines. Columns of prose have their paragraphs at different heights.
 */
export function areBandsAcross(rows: readonly Row[], gutter: number): boolean {
  const bands = bandsOfRows(rows);
  if (bands.length < FEWEST_BANDS || hasProseOnOneSide(rows, gutter)) return false;
  const covered = new CoveredExtents();
  for (const { segments } of rows) covered.addAll(segments);
  const gutters = covered.gutters(0);
  const filled = bands.filter((band) => {
    const starts = band.flatMap(({ segments }) => segments.map(({ x0 }) => x0));
    const columns = new Set(starts.map((x0) => gutters.filter((x) => x < x0).length));
    const isOnBothSides = starts.some((x0) => x0 < gutter) && starts.some((x0) => x0 >= gutter);
    return isOnBothSides && columns.size >= FEWEST_CELLS;
  });
  return filled.length >= MOST_BANDS * bands.length;
}

/** The rows between wider steps; rows that overlap are of one line. */
function bandsOfRows(rows: readonly Row[]): readonly (readonly Row[])[] {
  const stepTo = (at: number): number => (rows[at]?.y ?? 0) - (rows[at - 1]?.y ?? -Infinity);
  const steps = rows.flatMap(({ size }, at) => (at > 0 && stepTo(at) > OWN_ROW * size ? [stepTo(at)] : []));
  const least = Math.min(...steps);
  const bands: Row[][] = [];
  for (const [at, row] of rows.entries()) {
    if (stepTo(at) > ROW_STEP * least) bands.push([]);
    bands.at(-1)?.push(row);
  }
  return bands;
}

/** Least number of lines of a column of prose beside a table, and least share of them that are whole and reach its edge. */
const FEWEST_LINES = 6;
const MOSTLY_FULL = 0.7;

/** Whether one side of a gutter has lines of prose that fill their column: cells of several lines end before it. */
function hasProseOnOneSide(rows: readonly Row[], gutter: number): boolean {
  return [(x0: number) => x0 < gutter, (x0: number) => x0 >= gutter].some((isOn) => {
    const lines = rows
      .map(({ segments }) => segments.filter(({ x0 }) => isOn(x0)))
      .filter(({ length }) => length > 0);
    const edge = edgeOf(rows, isOn);
    const full = lines.slice(0, -1).filter(([only, other], at) => {
      const next = lines[at + 1]?.[0];
      const isWhole = only !== undefined && other === undefined && only.text.length >= PROSE;
      return isWhole && next !== undefined && edge - only.x1 < firstWord(next) + next.size;
    });
    return lines.length >= FEWEST_LINES && full.length >= MOSTLY_FULL * lines.length;
  });
}

function edgeOf(rows: readonly Row[], isOn: (x0: number) => boolean): number {
  let edge = -Infinity;
  for (const { segments } of rows) for (const { x0, x1 } of segments) if (isOn(x0) && x1 > edge) edge = x1;
  return edge;
}

function haveValues(left: readonly Segment[], right: readonly Segment[]): boolean {
  const areValuesOnRight = right.slice(1).some(({ text }) => isValue(text));
  const [last, first] = [left.at(-1), right[0]];
  if (last === undefined || first === undefined) return false;
  const isRowOnRight = first.isTable === true || (!isValue(first.text) && areValuesOnRight);
  if (endsRow(last) && isRowOnRight) return false;
  return areValuesOnRight || isValue(first.text) || left.slice(1).some(({ text }) => isValue(text));
}
