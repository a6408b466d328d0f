import { median } from "../../geometry/median.ts";
import { columnEdges, goesOnBelow } from "../decisions/wrapped-cell.ts";
import { type CellLine, type CellPiece, isNumeric } from "../geometry/table-line.ts";

/** Lines of one row, or of one text of a head, are at most this far apart, in multiples of the text size. */
export const LINE_STEP = 1.7;

/** Rows are farther apart than the lines of one row by this factor, if they are at all. */
const ROW_STEP = 1.18;

/** Groups the lines of a table into rows: cells of several lines are one row. */
export function rowGroups(lines: readonly CellLine[]): readonly (readonly CellLine[])[] {
  const usual = rowStep(lines);
  const edges = columnEdges(lines);
  const groups: CellLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const group = groups.at(-1);
    if (group !== undefined && continuesRow(group, line, { usual, edges, next: lines[index + 1] }))
      group.push(line);
    else groups.push([line]);
  }
  return groups;
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

function labelOf({ cells }: CellLine): CellPiece | undefined {
  return cells.find(({ column }) => column === 0);
}

function isInFirst({ column }: CellPiece): boolean {
  return column === 0;
}

interface Table {
  readonly usual: number | undefined;
  readonly edges: ReadonlyMap<number, number>;
  /** The line below. */
  readonly next: CellLine | undefined;
}

function continuesRow(group: readonly CellLine[], line: CellLine, { usual, edges, next }: Table): boolean {
  const before = group.at(-1);
  if (before === undefined) return false;
  const step = line.y - before.y;
  if (step > LINE_STEP * Math.max(line.size, before.size)) return false;
  // A head without a text in the first column: its lines are one row.
  if (usual === undefined) return true;
  if (hasValuesBelow(group, line)) return false;
  const isPart = isPartOf(group, line);
  // The values of a row may be beside the last line of its label.
  const isLabelOnly = group.every(({ cells }) => cells.every(isInFirst));
  if (usual > ROW_STEP * step) return isPart || isLabelOnly;
  if (!isLabelOnly && line.cells.length >= filledIn(group).size) return false;
  if (labelOf(line) !== undefined) return goesOnFrom(group, line, edges);
  if (!isPart || line.cells.some(({ piece }) => isNumeric(piece.text))) return false;
  return next === undefined || !begins(group, line, { next, edges });
}

/** Whether a number is below another one: values one below the other are rows. */
function hasValuesBelow(group: readonly CellLine[], { cells }: CellLine): boolean {
  return cells.some(({ piece, column }) => {
    const above = column > 0 && isNumeric(piece.text) ? lastIn(group, column) : undefined;
    return above !== undefined && isNumeric(above.piece.text);
  });
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
function goesOnFrom(group: readonly CellLine[], line: CellLine, edges: ReadonlyMap<number, number>): boolean {
  return line.cells.every((cell) => {
    const above = lastIn(group, cell.column);
    if (above === undefined) return cell.column > 0;
    return goesOnBelow(above, cell, edges.get(cell.column) ?? 0);
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
    if (below === undefined || !goesOnBelow(cell, below, edge)) return false;
    return above === undefined || !goesOnBelow(above, cell, edge);
  });
}

function lastIn(group: readonly CellLine[], column: number): CellPiece | undefined {
  for (const { cells } of group.toReversed()) {
    const found = cells.find((cell) => cell.column === column && cell.columnSpan === 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
