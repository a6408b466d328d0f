import type { Row } from "../rows/rows.ts";
import type { Grid } from "./columns.ts";

/** Spaces that position text on a page; pages of usual size have up to a fifth. */
const MAX_SPACES = 100_000;

/** Pages with much text may have more: this many for each character. */
const MAX_SPACES_FOR_EACH = 4;

/** More than the share that spaces exceed their limit by, because words take as many columns on a coarser grid. */
const COARSER = 1.25;

/** How often the grid is made coarser before columns are given up. */
const MOST_TIMES = 4;

/** Spaces between segments that have no columns. */
const APART = 2;

/** The columns of each row's segments. */
export type Columns = readonly (readonly number[])[];

export interface BoundedColumns {
  readonly columns: Columns;
  readonly grid: Grid;
  /** A note for the user if the columns are closer together than on the page; "" if not. */
  readonly note: string;
}

/** The columns on a grid; on a coarser one if the text would have more spaces than `MAX_SPACES`. */
export function boundedColumns(
  rows: readonly Row[],
  usual: Grid,
  columnsOn: (grid: Grid) => Columns,
): BoundedColumns {
  const most = Math.max(MAX_SPACES, MAX_SPACES_FOR_EACH * charactersOf(rows));
  let grid = usual;
  let columns = columnsOn(grid);
  const wanted = spacesOf(rows, columns);
  let spaces = wanted;
  for (let times = 0; spaces > most && times < MOST_TIMES; times++) {
    grid = { origin: usual.origin, cell: grid.cell * COARSER * (spaces / most) };
    columns = columnsOn(grid);
    spaces = spacesOf(rows, columns);
  }
  const note = wanted > most ? noteOf(wanted, most) : "";
  return { columns: spaces > most ? rows.map((row) => closeTogether(row)) : columns, grid, note };
}

function noteOf(wanted: number, most: number): string {
  const [own, limit] = [wanted, most].map((count) => count.toLocaleString("en-US"));
  return `The page's layout needs ${own} spaces, more than ${limit}, so columns are closer together than on the page; the output mode "text" has none.`;
}

function charactersOf(rows: readonly Row[]): number {
  let characters = 0;
  for (const { segments } of rows) for (const { cells } of segments) characters += cells;
  return characters;
}

/** The spaces before the segments of all rows. */
function spacesOf(rows: readonly Row[], columns: Columns): number {
  let spaces = 0;
  for (const [at, { segments }] of rows.entries()) {
    let end = 0;
    for (const [index, { cells }] of segments.entries()) {
      const start = Math.max(end, columns[at]?.[index] ?? end);
      spaces += start - end;
      end = start + cells;
    }
  }
  return spaces;
}

function closeTogether({ segments }: Row): readonly number[] {
  let next = 0;
  return segments.map(({ cells }) => {
    const start = next;
    next += cells + APART;
    return start;
  });
}
