import { LARGER } from "../../layout/spacing/note-marks.ts";
import { MOST_SINGLE } from "../../layout/order/beside/texts-beside.ts";
import { OWN_ROW } from "../../layout/order/gutters/independent-columns.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import { isAiryRow } from "../decisions/airy-rows.ts";
import { isCaption } from "../decisions/caption.ts";
import { hasWideGap } from "../decisions/column-gap.ts";
import { isHeadAgain } from "../decisions/head-again.ts";
import { isNote } from "../decisions/marked-lines.ts";
import { goesOnBelow } from "../decisions/wrapped-cell.ts";
import { HEADING } from "../geometry/outlined-headings.ts";
import { isMarker } from "../geometry/markers.ts";
import type { Piece } from "../geometry/piece.ts";
import { isNumeric } from "../geometry/table-line.ts";
import { isCells } from "./cell-rows.ts";
import { LINE_STEP } from "./row-groups.ts";
import { areAligned } from "./spanners.ts";

type PieceOf = (segment: Segment) => Piece;

/** A larger step between rows, in line pitches, ends a table. */
const LARGEST_STEP = 3;

/** Lines of a cell are at most this far apart, in multiples of the text size. */
const NEXT_LINE = 1.45;

/**
 * The end of a run of rows from `from` on that may be a table; `from` if none starts there.
 *
 * @param pieceOf if given, cells may have any number of lines
 */
export function endOfRun(rows: readonly Row[], from: number, pitch: number, pieceOf?: PieceOf): number {
  let end = from;
  let single = 0;
  let last = from;
  let cells: Row | undefined;
  let largest = 0;
  for (let at = from; at < rows.length; at++) {
    const row = rows[at];
    const before = rows[at - 1];
    if (row === undefined || (at > from && endsBefore(rows, at, { from, pitch }))) break;
    if (cells !== undefined && endsCells(row, { before, cells, largest, pitch, pieceOf })) break;
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
  return pieceOf === undefined
    ? end
    : withDescription(rows, from, withLastLabel(rows, { from, end, pieceOf }));
}

/** The end of a run with the further lines of the label in its last row. */
function withLastLabel(
  rows: readonly Row[],
  { from, end, pieceOf }: { readonly from: number; readonly end: number; readonly pieceOf: PieceOf },
): number {
  const cells = rows.slice(from, end).filter(({ segments }) => segments.length > 1);
  const edge = Math.max(...cells.map(({ segments }) => segments[0]?.x1 ?? 0));
  const right = Math.min(...cells.map(({ segments }) => segments[1]?.x0 ?? 0));
  let at = end;
  for (; end > from; at++) {
    const [before, row] = [rows[at - 1], rows[at]];
    const [label, only, other] = [before?.segments[0], row?.segments[0], row?.segments[1]];
    if (row === undefined || label === undefined || only === undefined || other !== undefined) break;
    if (row.y - (before?.y ?? 0) > LINE_STEP * row.size || only.x1 > right) break;
    if (!goesOnBelow(pieceOf(label), pieceOf(only), { edge })) break;
  }
  return at;
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

/** Characters of a line of prose: the title of a section is shorter. */
export const LONG_LINE = 60;

/** Whether a row that follows cells is of no table, or of another one. */
function endsCells(row: Row, run: RunOfCells): boolean {
  return isNoteOrProse(row, run.cells) || startsAnother(row, run);
}

/** Whether a row is a note, or a line of prose over the first columns of cells: it is below their table. */
function isNoteOrProse({ segments: [only, other] }: Row, { segments: [, value] }: Row): boolean {
  if (only === undefined || other !== undefined) return false;
  const isProse = only.text.length >= LONG_LINE && WORD.test(only.text);
  return isNote(only.text) || (isProse && value !== undefined && only.x0 < value.x0 && only.x1 > value.x1);
}

const WORD = /\p{L}{2}/u;

/** Blank space between a table and what is below it, in steps from one of its rows to the next. */
export const BLANK_BETWEEN = 1.35;

interface RunOfCells {
  readonly before: Row | undefined;
  readonly cells: Row;
  /** The size of the largest row of cells. */
  readonly largest: number;
  readonly pitch: number;
  readonly pieceOf: PieceOf | undefined;
}

/** Whether a row in bold type that follows cells after blank space is a heading, or the head of another table. */
function startsAnother(
  { segments, y }: Row,
  { before, cells, largest, pitch, pieceOf }: RunOfCells,
): boolean {
  if (pieceOf === undefined || before === undefined || y - before.y < BLANK_BETWEEN * pitch) return false;
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

/** Whether a run ends before a row: it is far below, is a caption, or is a title above the first head of the run, again. */
function endsBefore(rows: readonly Row[], at: number, { from, pitch }: RunSoFar): boolean {
  const [before, row] = [rows[at - 1], rows[at]];
  if (before === undefined || row === undefined) return false;
  if (
    row.y - before.y > LARGEST_STEP * Math.max(pitch, row.size) &&
    !isAiryRow(row, rows.slice(Math.max(from, at - 2), at))
  )
    return true;
  if (row.segments.length === 1 && isCaption(row.segments[0]?.text ?? "")) return true;
  return row.segments.length === 1 && isTitleOfAnother(rows, at, from);
}

/** Whether a title is above the first head of a run again; below the same title, the head may have numbers. */
function isTitleOfAnother(rows: readonly Row[], at: number, from: number): boolean {
  const [next, head] = [rows[at + 1]?.segments ?? [], rows[from]?.segments ?? []];
  const isSameTitle = rows[at]?.segments[0]?.text === rows[from - 1]?.segments[0]?.text;
  return isHeadAgain(next, head) || (isSameTitle && next.length > 1 && next[0]?.text === head[0]?.text);
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
function continuesCell({ segments }: Row, cells: Row | undefined, pieceOf: PieceOf): boolean {
  const [only, other] = segments;
  if (only === undefined || other !== undefined || cells === undefined) return false;
  const label = isMarker(cells.segments[0]?.text ?? "") ? 1 : 0;
  const isBelow = cells.segments.some((segment, at) => {
    const [before, after] = [cells.segments[at - 1], cells.segments[at + 1]];
    const isBetween = only.x0 > (before?.x1 ?? -Infinity) && only.x1 < (after?.x0 ?? Infinity);
    return at > label && isBetween && areAligned(pieceOf(segment), only);
  });
  return isBelow && !pieceOf(only).style.monospaced;
}
