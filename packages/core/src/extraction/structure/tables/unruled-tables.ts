import { linePitch } from "../../layout/rows/bands.ts";
import { edgesOfRows, type RowEdges } from "../../layout/rows/row-edges.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { HorizontalRule } from "../../layout/tables/rulings.ts";
import { MOST_SINGLE } from "../../layout/order/beside/texts-beside.ts";
import { OWN_ROW } from "../../layout/order/gutters/independent-columns.ts";
import { LARGER } from "../../layout/spacing/note-marks.ts";
import { isMarker } from "../geometry/markers.ts";
import { isAiryRow } from "../decisions/airy-rows.ts";
import { isCaption } from "../decisions/caption.ts";
import { isChart } from "../decisions/chart.ts";
import { hasWideGap } from "../decisions/column-gap.ts";
import { isCells } from "./cell-rows.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable } from "../model/page-structure.ts";
import { areStretched, isFull } from "../decisions/stretched-lines.ts";
import { CHART, CODE, noTable, recordTable } from "../decisions/table-log.ts";
import { alignedTable } from "./aligned-table.ts";
import { isCode } from "../decisions/code-lines.ts";
import { isNumeric, tableLine } from "../geometry/table-line.ts";
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

/** A larger step between rows, in line pitches, ends a table. */
const LARGEST_STEP = 3;

/** Lines of a cell are at most this far apart, in multiples of the text size. */
const NEXT_LINE = 1.45;

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
    const asText = run.length < 2 ? undefined : textRows(run, search.rows);
    if (asText !== undefined) {
      if (text.length > 0) stretches.push(textStretch(text));
      stretches.push(textStretch(asText));
      text = [];
      from = end;
      continue;
    }
    const spanner = spannerAbove(rows[from - 1], run);
    const found =
      (spanner && text.at(-1) === spanner ? tableBelow(spanner, run, search) : undefined) ??
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

/** A text above columns of a head is at most this far from it, in multiples of its size. */
const NEAR_HEAD = 2;

/** The row above a run if it is a text between the left edge of the second column and the right edge of the last one. */
function spannerAbove(row: Row | undefined, run: readonly Row[]): Row | undefined {
  const [only, other] = row?.segments ?? [];
  const [first] = run;
  if (row === undefined || only === undefined || other !== undefined || first === undefined) return undefined;
  if (first.y - row.y > NEAR_HEAD * row.size || isCaption(only.text)) return undefined;
  const starts = run.flatMap(({ segments: [label, value] }) => (label && value ? [value.x0] : []));
  const isInside = only.x0 > Math.min(...starts) - row.size && only.x1 < edgesOfRows(run).x1 + row.size;
  return isInside ? row : undefined;
}

/** The table of a run with the row above it, if that is the head of several of its columns. */
function tableBelow(spanner: Row, run: readonly Row[], search: UnruledSearch): FoundTable | undefined {
  const found = tableIn([spanner, ...run], search, undefined);
  const isSpanner = found?.table.cells.some(({ row, column, columnSpan }) => {
    return row === 0 && column > 0 && columnSpan > 1;
  });
  if (found === undefined || found.skipped > 0 || isSpanner !== true) return undefined;
  return { ...found, skipped: -1 };
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

/**
 * The end of a run of rows from `from` on that may be a table; `from` if none starts there.
 *
 * @param pieceOf if given, cells may have any number of lines
 */
function endOfRun(rows: readonly Row[], from: number, pitch: number, pieceOf?: PieceOf): number {
  let end = from;
  let single = 0;
  let last = from;
  let cells: Row | undefined;
  let largest = 0;
  for (let at = from; at < rows.length; at++) {
    const row = rows[at];
    const before = rows[at - 1];
    if (row === undefined) break;
    if (at > from && endsBefore(rows, at, { from, pitch })) break;
    if (cells !== undefined && startsAnother(row, { before, cells, largest, pitch, pieceOf })) break;
    if (holdsCells(rows, at, cells)) {
      single = 0;
      last = at + 1;
      cells = widerOf(row, cells);
      largest = Math.max(largest, row.size);
    } else if (pieceOf !== undefined && isNextLine(row, before) && continuesCell(row, cells, pieceOf)) {
      single = 0;
      last = at + 1;
    } else if (at === from || (!isLabel(row, cells) && ++single > MOST_SINGLE)) {
      break;
    }
    end = last;
  }
  return pieceOf === undefined ? end : withDescription(rows, from, end);
}

/** Entries with a line of description each, such as the dishes of a menu, end with that of the last one. */
function withDescription(rows: readonly Row[], from: number, end: number): number {
  const isDescribed = (at: number): boolean => {
    const [row, next] = [rows[at], rows[at + 1]];
    return row !== undefined && next !== undefined && isCells(row) && !isCells(next) && isNextLine(next, row);
  };
  const after = rows[end + 1];
  if (end === from || !isDescribed(end - 1) || (after !== undefined && isNextLine(after, rows[end])))
    return end;
  let described = 0;
  for (let at = from; at < end - 1; at++) if (isDescribed(at)) described++;
  return described < FEWEST_DESCRIBED ? end : end + 1;
}

const FEWEST_DESCRIBED = 2;

/** A heading is larger than the rows above it by this factor. */
const HEADING = 1.12;

/** Blank space between tables, in line pitches. */
const BLANK = 1.35;

/** Whether a row in bold type that follows cells after blank space is a heading, or the head of another table. */
function startsAnother(
  { segments, y }: Row,
  {
    before,
    cells,
    largest,
    pitch,
    pieceOf,
  }: {
    readonly before: Row | undefined;
    readonly cells: Row;
    /** The size of the largest row of cells. */
    readonly largest: number;
    readonly pitch: number;
    readonly pieceOf: PieceOf | undefined;
  },
): boolean {
  if (pieceOf === undefined || before === undefined || y - before.y < BLANK * pitch) return false;
  const [only, other] = segments;
  if (only !== undefined && other === undefined) {
    // The row may have a smaller text in the next column.
    const { size } = pieceOf(only).style;
    if (size <= HEADING * largest || !isInLine(only, cells, size)) return false;
  } else if (segments.length === 2) return false;
  const isHead = segments.every((segment) => !isNumeric(segment.text) && pieceOf(segment).style.bold);
  return isHead && !before.segments.every((segment) => pieceOf(segment).style.bold);
}

/** Whether a text begins at the left edge of cells, or is centred above them. */
function isInLine({ x0, x1 }: Segment, { segments }: Row, size: number): boolean {
  const [left, right] = [segments[0]?.x0 ?? 0, segments.at(-1)?.x1 ?? 0];
  return Math.abs(x0 - left) < size || Math.abs(x0 + x1 - left - right) < 2 * size;
}

interface RunSoFar {
  readonly from: number;
  readonly pitch: number;
}

/** Whether a run ends before a row: it is far below, or has the title and the first head of the run again. */
function endsBefore(rows: readonly Row[], at: number, { from, pitch }: RunSoFar): boolean {
  const [before, row] = [rows[at - 1], rows[at]];
  if (before === undefined || row === undefined) return false;
  if (row.y - before.y > LARGEST_STEP * Math.max(pitch, row.size) && !isAiryRow(row, rows.slice(from, at)))
    return true;
  const [title, head] = [rows[from - 1], rows[from]];
  const textOf = (one: Row | undefined): string | undefined => one?.segments[0]?.text;
  return before.segments.length === 1 && textOf(before) === textOf(title) && textOf(row) === textOf(head);
}

/** Whether a row has cells, or is one text below cells with a gap before its number: cells that stand as near as words. */
function holdsCells(rows: readonly Row[], at: number, cells: Row | undefined): boolean {
  const row = rows[at];
  if (row === undefined || areScripts(rows, at)) return false;
  const [only, other] = row.segments;
  return (
    isCells(row) || (cells !== undefined && only !== undefined && other === undefined && hasWideGap(only))
  );
}

/** Whether a row has the scripts of texts above or below it, which are larger, and nearer than rows of a table are. */
function areScripts(rows: readonly Row[], at: number): boolean {
  const row = rows[at];
  const isLineOf = (line: Row | undefined): boolean =>
    row !== undefined &&
    line !== undefined &&
    line.size > LARGER * row.size &&
    Math.abs(line.y - row.y) < OWN_ROW * line.size &&
    row.segments.every(({ x0, x1 }) => line.segments.some((text) => x0 < text.x1 && x1 > text.x0));
  return isLineOf(rows[at - 1]) || isLineOf(rows[at + 1]);
}

/** The row that shows where cells are: glued ones do not. */
function widerOf(row: Row, cells: Row | undefined): Row | undefined {
  return row.segments.length > 1 ? row : cells;
}

/** Whether a row is a text above or below the labels of rows of numbers. */
function isLabel({ segments: [only, other] }: Row, cells: Row | undefined): boolean {
  const [label, value, next] = cells?.segments ?? [];
  if (only === undefined || other !== undefined || label === undefined || value === undefined) return false;
  if (next === undefined || !isNumeric(value.text)) return false;
  return only.x0 < label.x1 && only.x1 > label.x0 && only.x1 < value.x0;
}

function isNextLine({ y, size }: Row, before: Row | undefined): boolean {
  return before !== undefined && y - before.y < NEXT_LINE * size;
}

/**
 * Whether a row is a further line of a cell in the row of cells above it, but not of the first one. Code is aligned in
 * the same way.
 */
function continuesCell({ segments, size }: Row, cells: Row | undefined, pieceOf: PieceOf): boolean {
  const [only, other] = segments;
  if (only === undefined || other !== undefined || cells === undefined) return false;
  const label = isMarker(cells.segments[0]?.text ?? "") ? 1 : 0;
  const isBelow = cells.segments.some(
    ({ x0 }, at) => at > label && Math.abs(x0 - only.x0) < SAME_EDGE * size,
  );
  return isBelow && !pieceOf(only).style.monospaced;
}

/** Edges of cells within this distance, in multiples of the text size, are the same. */
const SAME_EDGE = 0.2;

interface FoundTable {
  readonly table: PageTable;
  /** Rows of the run that are not of the table; -1 if the row above the run is. */
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
    const rules = horizontal.filter(({ y }) => y > first.y - first.size && y < last.y + last.size);
    const table = alignedTable(own, rules, pieceOf);
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
  const prose = single.filter(([cell]) => (cell?.text.length ?? 0) >= PROSE);
  return (
    rows * columns >= 6 &&
    filled >= 0.4 &&
    single.length <= MOST_SINGLE_ROWS * rows &&
    prose.length <= MOST_PROSE_ROWS * rows
  );
}

/** Sections of a table have a row with only their title. */
const MOST_SINGLE_ROWS = 0.6;

/** More rows that are one cell of this many characters are text below headings with a number of their own. */
const MOST_PROSE_ROWS = 0.3;
const PROSE = 60;
