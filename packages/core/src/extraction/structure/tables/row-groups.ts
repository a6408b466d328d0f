import { median } from "../../geometry/median.ts";
import { ROW_STEP } from "../../layout/order/gutters/rows-across.ts";
import {
  type CellPlace,
  columnEdges,
  entryLevels,
  goesOnBelow,
  hasRoomFor,
} from "../decisions/wrapped-cell.ts";
import { type CellLine, type CellPiece, isNumeric } from "../geometry/table-line.ts";
import { FEWEST_COLUMNS } from "./columns.ts";

/** Lines of one row, or of one text of a head, are at most this far apart, in multiples of the text size. */
export const LINE_STEP = 1.7;

/** Groups the lines of a table into rows: cells of several lines are one row. */
export function rowGroups(lines: readonly CellLine[]): Groups {
  const columns = lines.reduce((most, { cells }) => Math.max(most, ...cells.map(endOf)), 0);
  const aroundValues =
    columns < FEWEST_COLUMNS
      ? undefined
      : (groupsEndingFull(lines, columns) ?? groupsAroundFull(lines, columns));
  return aroundValues ?? groupsFromTop(lines);
}

function endOf({ column, columnSpan }: CellPiece): number {
  return column + columnSpan;
}

type Groups = readonly (readonly CellLine[])[];

/**
 * Rows that blank space parts, whichever line of them has their values. Undefined unless each group of lines that are near
 * each other has one such line.
 */
export function groupsApart(lines: readonly CellLine[], columns: number): Groups | undefined {
  const steps = lines.slice(1).map(({ y }, at) => y - (lines[at]?.y ?? y));
  // Values that are centred beside two lines are nearer to them than lines of one text are.
  const apart = steps.filter((step, at) => step > (lines[at]?.size ?? 0));
  const far = ROW_STEP * apart.reduce((least, step) => Math.min(least, step), Infinity);
  if (steps.every((step) => step > far)) return undefined;
  const groups: CellLine[][] = [];
  for (const [at, line] of lines.entries()) {
    const group = groups.at(-1);
    if (group === undefined || (steps[at - 1] ?? 0) > far) groups.push([line]);
    else group.push(line);
  }
  const long = groups.filter(({ length }) => length > 1);
  const areRows = long.every((group) => {
    const [wide, other] = group.filter(({ cells }) => 2 * cells.length > columns);
    return other === undefined && isFull(wide, columns);
  });
  return long.length >= FEWEST_FULL && areRows ? groups : undefined;
}

/** Fewer lines may end so by chance. */
const FEWEST_FULL = 2;

/** Least share of the rows that have lines above their last one; titles of sections are above several rows. */
const MOSTLY_LONG = 0.75;

/**
 * Rows whose cells stand beside the last line of the longest one: the first line has few cells and the last one many, and
 * most lines with many cells are below one with few.
 */
function groupsEndingFull(lines: readonly CellLine[], columns: number): Groups | undefined {
  if (isFull(lines[0], columns) || !isFull(lines.at(-1), columns)) return undefined;
  const groups: CellLine[][] = [[]];
  for (const line of lines) {
    const group = groups.at(-1);
    const above = group?.at(-1);
    if (above !== undefined && line.y - above.y > LINE_STEP * Math.max(line.size, above.size))
      return undefined;
    group?.push(line);
    if (isFull(line, columns)) groups.push([]);
  }
  const rows = groups.filter(({ length }) => length > 0);
  const long = rows.filter(({ length }) => length > 1);
  return rows.length >= FEWEST_FULL && long.length >= MOSTLY_LONG * rows.length ? rows : undefined;
}

/** How far the middle of a row may be from its values, in multiples of the text size. Chosen on made business pages. */
const OFF_CENTRE = 0.35;

/**
 * Rows whose values are centred beside texts of several lines: as much of each row is above its values as below them.
 * Undefined unless all lines come out as such rows.
 */
function groupsAroundFull(lines: readonly CellLine[], columns: number): Groups | undefined {
  if (isFull(lines[0], columns)) return undefined;
  const groups: (readonly CellLine[])[] = [];
  for (let from = 0; from < lines.length;) {
    let at = from;
    while (at < lines.length && !isFull(lines[at], columns)) at++;
    const [first, full] = [lines[from], lines[at]];
    if (first === undefined || full === undefined) return undefined;
    const bottom = full.y + (full.y - first.y) + OFF_CENTRE * full.size;
    let end = at + 1;
    while ((lines[end]?.y ?? Infinity) <= bottom && !isFull(lines[end], columns)) end++;
    const last = lines[end - 1] ?? full;
    if (Math.abs(first.y + last.y - 2 * full.y) > 2 * OFF_CENTRE * full.size) return undefined;
    groups.push(lines.slice(from, end));
    from = end;
  }
  return groups.length >= FEWEST_FULL ? groups : undefined;
}

/** Whether a line has texts in most columns, and a number among them. */
function isFull(line: CellLine | undefined, columns: number): boolean {
  return (
    line !== undefined &&
    2 * line.cells.length > columns &&
    line.cells.some(({ piece }) => isNumeric(piece.text))
  );
}

function groupsFromTop(lines: readonly CellLine[]): Groups {
  const usual = rowStep(lines);
  const far = farStep(lines);
  const edges = columnEdges(lines);
  const levels = entryLevels(lines);
  const groups: CellLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const group = groups.at(-1);
    if (
      group !== undefined &&
      continuesRow(group, line, { usual, far, edges, levels, next: lines[index + 1] })
    )
      group.push(withinLabel(line));
    else groups.push([line]);
  }
  return groups;
}

/** A further line of a label, which may reach into the next column, in the first column. */
export function withinLabel(line: CellLine): CellLine {
  const [only, other] = line.cells;
  if (only === undefined || other !== undefined || only.column > 0) return line;
  return { ...line, cells: [{ ...only, columnSpan: 1 }] };
}

/** The usual step from one row to the next: that of lines with a text in the first column and another. */
function rowStep(lines: readonly CellLine[]): number | undefined {
  const steps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined && line.cells.length > 1 && labelOf(line) !== undefined)
      steps.push(line.y - before.y);
  }
  return median(steps);
}

/** The step to lines that blank space parts from those above, if several are farther than the nearest ones. */
function farStep(lines: readonly CellLine[]): number | undefined {
  const steps = lines.slice(1).map(({ y }, at) => y - (lines[at]?.y ?? y));
  const least = Math.min(...steps);
  const far = steps.filter((step) => step > ROW_STEP * least);
  return far.length > 1 ? median(far) : undefined;
}

function labelOf({ cells }: CellLine): CellPiece | undefined {
  return cells.find(({ column }) => column === 0);
}

function isInFirst({ column }: CellPiece): boolean {
  return column === 0;
}

interface Table {
  readonly usual: number | undefined;
  readonly far: number | undefined;
  readonly edges: ReadonlyMap<number, number>;
  readonly levels: readonly number[];
  /** The line below. */
  readonly next: CellLine | undefined;
}

function continuesRow(group: readonly CellLine[], line: CellLine, table: Table): boolean {
  const { usual, far = 0 } = table;
  const before = group.at(-1);
  if (before === undefined) return false;
  const step = line.y - before.y;
  if (step > LINE_STEP * Math.max(line.size, before.size)) return false;
  if (hasValuesBelow(group, line)) return false;
  // A head without a text in the first column: its lines are one row.
  if (usual === undefined) return true;
  // Cells that end in one line begin in several, beside none of the others.
  if (far > ROW_STEP * step && areOfOneRow(before, line, table)) return true;
  const isPart = isPartOf(group, line);
  // The values of a row may be beside the last line of its label.
  const isLabelOnly = group.every(({ cells }) => cells.every(isInFirst));
  if (usual > ROW_STEP * step) return isPart || isLabelOnly;
  if (!isLabelOnly && line.cells.length >= filledIn(group).size) return false;
  if (labelOf(line) !== undefined) return goesOnFrom(group, line, table);
  return isPart && isBelowCells(group, line, table);
}

/** Whether a line without a label holds no values of its own, and does not begin a row whose label is below. */
function isBelowCells(group: readonly CellLine[], line: CellLine, { edges, next }: Table): boolean {
  if (line.cells.some((cell) => isOwnValue(group, cell, edges))) return false;
  return next === undefined || !begins(group, line, { next, edges });
}

/** Whether the texts of a line go on with those above, or have none above them. */
function areOfOneRow(above: CellLine, line: CellLine, table: Table): boolean {
  const isSingle = ({ columnSpan }: CellPiece): boolean => columnSpan === 1;
  if (!above.cells.every(isSingle) || !line.cells.every(isSingle)) return false;
  return line.cells.every((cell) => {
    const one = lastIn([above], cell.column);
    return (
      one === undefined ||
      goesOnBelow(one.piece, cell.piece, { ...placeIn(cell.column, table), isNear: true })
    );
  });
}

function placeIn(column: number, { edges, levels }: Table): CellPlace {
  return { edge: edges.get(column) ?? 0, levels: column === 0 ? levels : [] };
}

/** Whether a number is below another one: values one below the other are rows. */
function hasValuesBelow(group: readonly CellLine[], { cells }: CellLine): boolean {
  const isValue = ({ piece, column }: CellPiece): boolean => column > 0 && isNumeric(piece.text);
  const values = group.flatMap((line) => line.cells.filter((cell) => isValue(cell)));
  return cells.some(
    (cell) =>
      isValue(cell) && values.some(({ piece }) => piece.x0 < cell.piece.x1 && piece.x1 > cell.piece.x0),
  );
}

/** Whether a text is a number that had room in the line above it: a value, and not the year of a date. */
function isOwnValue(
  group: readonly CellLine[],
  { piece, column }: CellPiece,
  edges: ReadonlyMap<number, number>,
): boolean {
  if (!isNumeric(piece.text)) return false;
  const above = lastIn(group, column);
  return above === undefined || hasRoomFor(piece, (edges.get(column) ?? 0) - above.piece.x1);
}

function filledIn(group: readonly CellLine[]): ReadonlySet<number> {
  return new Set(group.flatMap(({ cells }) => cells.map(({ column }) => column)));
}

/** Whether a line has texts only in columns in which the lines above it have some. */
function isPartOf(group: readonly CellLine[], line: CellLine): boolean {
  const filled = filledIn(group);
  return line.cells.every(({ column, columnSpan }) => columnSpan === 1 && filled.has(column));
}

/** Whether the label of a line, and each other text in it that has one above, goes on with those above. */
function goesOnFrom(group: readonly CellLine[], line: CellLine, table: Table): boolean {
  return line.cells.every((cell) => {
    const above = lastIn(group, cell.column);
    if (above === undefined) return cell.column > 0;
    return goesOnBelow(above.piece, cell.piece, placeIn(cell.column, table));
  });
}

/** Whether a line without a label goes on in the next line, rather than with those above: the cell is higher than its label. */
function begins(
  group: readonly CellLine[],
  line: CellLine,
  { next, edges }: { readonly next: CellLine; readonly edges: ReadonlyMap<number, number> },
): boolean {
  return line.cells.every((cell) => {
    const edge = edges.get(cell.column) ?? 0;
    const [above, below] = [lastIn(group, cell.column), lastIn([next], cell.column)];
    if (below === undefined || !goesOnBelow(cell.piece, below.piece, { edge })) return false;
    return above === undefined || !goesOnBelow(above.piece, cell.piece, { edge });
  });
}

function lastIn(group: readonly CellLine[], column: number): CellPiece | undefined {
  for (const { cells } of group.toReversed()) {
    const found = cells.find((cell) => cell.column === column && cell.columnSpan === 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
