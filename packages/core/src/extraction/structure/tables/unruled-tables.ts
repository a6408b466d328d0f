import { linePitch } from "../../layout/rows/bands.ts";
import { edgesOfRows, type RowEdges } from "../../layout/rows/row-edges.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { HorizontalRule } from "../../layout/tables/rulings.ts";
import { isCaption } from "../decisions/caption.ts";
import { isChart } from "../decisions/chart.ts";
import { isCells } from "./cell-rows.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable } from "../model/page-structure.ts";
import { areStretched, isFull } from "../decisions/stretched-lines.ts";
import { CHART, CODE, noTable, recordTable } from "../decisions/table-log.ts";
import { alignedTable } from "./aligned-table.ts";
import { isCode } from "../decisions/code-lines.ts";
import { HEADING } from "../geometry/outlined-headings.ts";
import { tableLine } from "../geometry/table-line.ts";
import { endOfRun, LONG_LINE } from "./table-runs.ts";
import { textRows } from "./text-rows.ts";

/** Rows of text, or a table. */
export type Stretch =
  | { readonly kind: "text"; readonly rows: readonly Row[] }
  | { readonly kind: "table"; readonly table: PageTable };

type PieceOf = (segment: Segment) => Piece;

export interface UnruledSearch {
  readonly pieceOf: PieceOf;
  readonly horizontal: readonly HorizontalRule[];
  /** All rows of the page. */
  readonly rows: readonly Row[];
}

/** Finds tables without ruling lines among rows in reading order: rows with aligned cells. */
export function withUnruledTables(rows: readonly Row[], search: UnruledSearch): readonly Stretch[] {
  if (!rows.some((row) => isCells(row))) return [textStretch(rows)];
  const pitch = linePitch(rows);
  const edges = edgesOfProse(rows);
  const stretches: Stretch[] = [];
  let text: Row[] = [];
  for (let from = 0; from < rows.length;) {
    const end = endOfRun(rows, from, pitch, search.pieceOf);
    const run = rows.slice(from, end);
    const asText = run.length === 0 ? undefined : textRows(run, search.rows);
    if (asText !== undefined) {
      if (text.length > 0) stretches.push(textStretch(text));
      stretches.push(textStretch(asText));
      text = [];
      from = end;
      continue;
    }
    const found =
      tableBelow(headAbove(text, run), run, search) ??
      tableIn(run, search, edges) ??
      tableIn(shorterRun(rows, { from, end, pitch }), search, edges);
    const row = rows[from];
    if (found === undefined) {
      // A run that is no table is text as a whole, so that each row is looked at once.
      const next = Math.max(from + 1, end);
      text.push(...(row === undefined ? [] : rows.slice(from, next)));
      from = next;
    } else {
      if (found.skipped < 0) text = text.slice(0, found.skipped);
      text.push(...rows.slice(from, from + Math.max(0, found.skipped)));
      if (text.length > 0) stretches.push({ kind: "text", rows: text });
      text = [];
      recordTable(found.table);
      stretches.push({ kind: "table", table: found.table });
      from += found.skipped + found.taken;
    }
  }
  if (text.length > 0) stretches.push({ kind: "text", rows: text });
  return stretches;
}

/** A text above columns of a head is at most this far from it, in multiples of its size; a head has at most so many of them. */
const NEAR_HEAD = 2;
const MOST_ABOVE = 5;

/** More lines over several columns are the title of the table, but for the last one. */
const MOST_SPANNERS = 2;

/** The rows above a run that are one text each, between the first column and the right edge of the last one. */
function headAbove(text: readonly Row[], run: readonly Row[]): readonly Row[] {
  const starts = run.flatMap(({ segments }) => segments.slice(1).map(({ x0 }) => x0));
  const [left, right] = [Math.min(...starts), edgesOfRows(run).x1];
  const labels = run.flatMap(({ segments: [label] }) => (label && label.x0 < left ? [label.x1] : []));
  const labelEnd = Math.max(...labels);
  const above: Row[] = [];
  let spanners = 0;
  for (const row of text.slice(-MOST_ABOVE).toReversed()) {
    const [only, other] = row.segments;
    const next = above[0] ?? run[0];
    if (only === undefined || other !== undefined || next === undefined) break;
    const isInside = only.x0 > Math.min(left - row.size, labelEnd) && only.x1 < right + row.size;
    if (!isInside) break;
    if (starts.some((x0) => x0 > only.x0 && x0 < only.x1)) spanners++;
    const isApart = next.y - row.y > NEAR_HEAD * row.size || row.size > HEADING * next.size;
    if (isApart || isCaption(only.text)) break;
    above.unshift(row);
  }
  return spanners > MOST_SPANNERS ? above.slice(-1) : above;
}

/** The table of a run with the rows above it, if these are lines of its head or texts over several columns. */
function tableBelow(
  above: readonly Row[],
  run: readonly Row[],
  search: UnruledSearch,
): FoundTable | undefined {
  if (above.length === 0) return undefined;
  const found = tableIn([...above, ...run], search, undefined);
  if (found === undefined || found.skipped > 0 || found.table.headRows === 0) return undefined;
  const first = found.table.cells.filter(({ row }) => row === 0);
  const isHead = first.length > 1 || first.some(({ column, columnSpan }) => column > 0 && columnSpan > 1);
  return isHead ? { ...found, skipped: -above.length } : undefined;
}

function textStretch(rows: readonly Row[]): Stretch {
  return { kind: "text", rows };
}

/** The run from `from` on without rows below cells of many lines, which may be a text of their own. */
function shorterRun(
  rows: readonly Row[],
  { from, end, pitch }: { readonly from: number; readonly end: number; readonly pitch: number },
): readonly Row[] {
  const own = endOfRun(rows, from, pitch);
  return own < end ? rows.slice(from, own) : [];
}

interface FoundTable {
  readonly table: PageTable;
  /** Rows of the run that are not of the table; fewer than 0 if rows above the run are. */
  readonly skipped: number;
  readonly taken: number;
}

/** The table of a run, without the rows at its start that do not fit. */
function tableIn(
  run: readonly Row[],
  search: UnruledSearch,
  edges: RowEdges | undefined,
): FoundTable | undefined {
  if (run.length < 2) return undefined;
  const { pieceOf, horizontal } = search;
  const lines = run.map(({ segments, y, size }) =>
    tableLine(
      segments.map((segment) => pieceOf(segment)),
      y,
      size,
    ),
  );
  if (isCode(run, search.rows, search.pieceOf)) return noTable(lines, CODE);
  if (areStretched(lines, edges)) return undefined;
  for (let skipped = 0; skipped < Math.min(MOST_SKIPPED, lines.length - 1); skipped++) {
    const own = lines.slice(skipped);
    const first = own[0];
    const last = own.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const { x0: left, x1: right } = edgesOfRows(run.slice(skipped));
    const rules = horizontal.filter(
      ({ x0, x1, y }) => y > first.y - first.size && y < last.y + last.size && x0 < right && x1 > left,
    );
    const table = alignedTable(own, rules, { pieceOf });
    if (table === undefined) continue;
    if (isChart(table.cells)) return noTable(own, CHART);
    if (isLargeEnough(table)) return { table, skipped, taken: own.length };
    noTable(own, "It has fewer than six cells, is hardly filled, or most of its rows are one text.", {
      fact: "cells with text, of all",
      value: `${table.cells.length} of ${table.rows * table.columns}`,
    });
  }
  return undefined;
}

const MOST_SKIPPED = 3;

/** The edges of a column of prose: those of its rows, if an unbroken line reaches both. */
function edgesOfProse(rows: readonly Row[]): RowEdges | undefined {
  const edges = edgesOfRows(rows);
  return rows.some(({ segments }) => segments.length === 1 && isFull(segments, edges)) ? edges : undefined;
}

/**
 * Two rows of two cells may be a table, but are more often a letterhead or a signature; rows that mostly have one cell
 * are lines of text.
 */
function isLargeEnough({ rows, columns, cells }: PageTable): boolean {
  const filled = cells.length / (rows * columns);
  const ofRow = Map.groupBy(cells, ({ row }) => row);
  const single = [...ofRow.values()].filter(({ length }) => length === 1);
  const prose = single.filter(([cell]) => (cell?.text.length ?? 0) >= LONG_LINE);
  return (
    rows * columns >= 6 &&
    filled >= 0.4 &&
    single.length <= MOST_SINGLE_ROWS * rows &&
    prose.length <= MOST_PROSE_ROWS * rows
  );
}

/** Sections of a table have a row with only their title. */
const MOST_SINGLE_ROWS = 0.6;

/** More rows that are one cell with a line of prose are text below headings with a number of their own. */
const MOST_PROSE_ROWS = 0.3;
