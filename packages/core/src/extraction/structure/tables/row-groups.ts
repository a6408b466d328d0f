import { median } from "../../geometry/median.ts";
import { type CellLine, isNumeric } from "../geometry/table-line.ts";

/** Lines of one row are at most this far apart, in multiples of the text size. */
const LINE_STEP = 1.45;

/** Rows are farther apart than the lines of one row by this factor, if they are at all. */
const ROW_STEP = 1.18;

/** Groups the lines of a table into rows: cells of several lines are one row. */
export function rowGroups(lines: readonly CellLine[]): readonly (readonly CellLine[])[] {
  const steps = rowStep(lines);
  const groups: CellLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group !== undefined && continuesRow(group, line, steps)) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The usual step from one row to the next: that of lines with a text in the first column and another. */
function rowStep(lines: readonly CellLine[]): number | undefined {
  const steps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined && line.cells.length > 1 && startsRow(line)) steps.push(line.y - before.y);
  }
  return median(steps);
}

function startsRow({ cells }: CellLine): boolean {
  return cells.some(({ column }) => column === 0);
}

function continuesRow(group: readonly CellLine[], line: CellLine, usual: number | undefined): boolean {
  const before = group.at(-1);
  if (before === undefined) return false;
  const step = line.y - before.y;
  if (step > LINE_STEP * Math.max(line.size, before.size)) return false;
  // A head without a text in the first column: its lines are one row.
  if (usual === undefined) return true;
  if (completesLabel(group, line)) return true;
  const filled = new Set(group.flatMap(({ cells }) => cells.map(({ column }) => column)));
  const isPart = line.cells.every(({ column, columnSpan }) => columnSpan === 1 && filled.has(column));
  if (usual > ROW_STEP * step) return isPart;
  const isShorter = line.cells.length < filled.size;
  if (!isPart || !isShorter || line.cells.some(({ piece }) => isNumeric(piece.text))) return false;
  return startsRow(line) ? continuesText(before, line) : true;
}

/** Whether a line ends the label that the lines above it begin, and has the values of the row. */
function completesLabel(group: readonly CellLine[], line: CellLine): boolean {
  const label = line.cells.find(({ column }) => column === 0)?.piece.text ?? "";
  const above = group.flatMap(({ cells }) => cells);
  return (
    line.cells.length > 1 &&
    above.every(({ column }) => column === 0) &&
    !above.some(({ piece }) => piece.text.endsWith(":")) &&
    /^\p{Ll}/u.test(label)
  );
}

const CONTINUED = /^[\p{Ll}(,;&/]/u;
const OPEN_END = /(?:[,&/(-]|\b(?:and|or|of|the|for|in|to|und|oder|et|de|der|des|la|le))$/iu;

/** A line with a text in the first column only goes on with that of the row above. */
function continuesText(before: CellLine, line: CellLine): boolean {
  const [own, other] = line.cells;
  if (own === undefined || other !== undefined) return false;
  const above = before.cells.find(({ column }) => column === own.column);
  if (above === undefined) return false;
  return CONTINUED.test(own.piece.text) || OPEN_END.test(above.piece.text);
}
