import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { Rulings } from "../../layout/tables/rulings.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable } from "../model/page-structure.ts";
import { isChart } from "../decisions/chart.ts";
import { withoutFrame } from "../decisions/table-frame.ts";
import { CHART, CODE, CONTENTS, noTable, recordTable } from "../decisions/table-log.ts";
import { alignedTable } from "./aligned-table.ts";
import { isCode } from "../decisions/code-lines.ts";
import { ruledGrids } from "./ruled/ruled-grids.ts";
import { ruledStacks, stackBoxes } from "./ruled/ruled-stacks.ts";
import { ruledTable } from "./ruled/ruled-table.ts";
import { contentsRows } from "./text-rows.ts";
import { type TableLine, tableLine } from "../geometry/table-line.ts";

/** Rows with every ruled table as one wide segment a row, and the table of each such segment. */
export interface RowsWithTables {
  readonly rows: readonly Row[];
  readonly tables: ReadonlyMap<Segment, PageTable>;
}

type PieceOf = (segment: Segment) => Piece;

/** Finds the tables that ruling lines show, and puts a stand-in in the place of their text. */
export function withRuledTables(rows: readonly Row[], rulings: Rulings, pieceOf: PieceOf): RowsWithTables {
  const search = new RegionSearch(rows, pieceOf);
  for (const drawn of ruledGrids(rulings)) {
    const grid = withoutFrame(drawn, () => search.lines());
    search.find(grid.box, (lines) => ruledTable(grid, lines, pieceOf));
  }
  for (const stack of ruledStacks(rulings.horizontal)) {
    for (const box of stackBoxes(stack, search.lines(), rulings.horizontal)) {
      search.find(box, (own, inside) => {
        if (isCode(inside, rows, pieceOf)) return noTable(own, CODE);
        if (inside.some((row) => hasLeader(row)) && contentsRows(inside, rows) !== undefined)
          return noTable(own, CONTENTS);
        return alignedTable(own, rulesWithin(box, rulings), { pieceOf });
      });
    }
  }
  return search;
}

/** Rows between rules may also be a small table with growing numbers. */
function hasLeader({ segments }: Row): boolean {
  return segments.some(({ followsLeader }) => followsLeader === true);
}

function rulesWithin(box: Rect, { horizontal }: Rulings): Rulings["horizontal"] {
  return horizontal.filter(
    ({ x0, x1, y }) => y >= box.y0 - 1 && y <= box.y1 + 1 && x0 < box.x1 && x1 > box.x0,
  );
}

/** Rows of a page whose tables are found one after the other. */
class RegionSearch implements RowsWithTables {
  readonly rows: Row[];
  readonly tables = new Map<Segment, PageTable>();
  readonly #pieceOf: PieceOf;
  /** The lines of text outside the tables, from when they are first asked for. */
  #lines: TableLine[] | undefined;

  constructor(rows: readonly Row[], pieceOf: PieceOf) {
    this.rows = [...rows];
    this.#pieceOf = pieceOf;
  }

  /** Replaces the text in a box if it is a table; `make` gets its lines and its rows. */
  find(box: Rect, make: (lines: readonly TableLine[], rows: readonly Row[]) => PageTable | undefined): void {
    const lines: TableLine[] = [];
    const inside: RowPart[] = [];
    for (let index = 0; index < this.rows.length; index++) {
      const row = this.rows[index];
      if (row === undefined || row.y < box.y0 - row.size || row.y > box.y1 + 2 * row.size) continue;
      const own = row.segments.filter(
        (segment) => !this.tables.has(segment) && isInside(this.#pieceOf(segment).box, box),
      );
      if (own.length === 0) continue;
      inside.push({ index, row, own });
      lines.push(this.#lineOf(own, row));
    }
    const table =
      lines.length < 2
        ? undefined
        : make(
            lines,
            inside.map(({ row, own }) => ({ ...row, segments: own })),
          );
    if (table === undefined) return;
    if (isChart(table.cells)) return noTable(lines, CHART);
    recordTable(table);
    for (const part of inside) this.#replace(part, table);
  }

  /** The lines of text outside the tables that are known already. */
  lines(): readonly TableLine[] {
    this.#lines ??= this.rows.map((row) => this.#lineOutside(row));
    return this.#lines;
  }

  #replace({ index, row, own }: RowPart, table: PageTable): void {
    const standIn = standInFor(own);
    this.tables.set(standIn, table);
    const replaced = { ...row, segments: withStandIn(row.segments, own, standIn) };
    this.rows[index] = replaced;
    if (this.#lines !== undefined) this.#lines[index] = this.#lineOutside(replaced);
  }

  #lineOutside(row: Row): TableLine {
    if (this.tables.size === 0) return this.#lineOf(row.segments, row);
    const outside = row.segments.filter((segment) => !this.tables.has(segment));
    return this.#lineOf(outside, row);
  }

  #lineOf(segments: readonly Segment[], { y, size }: Row): TableLine {
    return tableLine(
      segments.map((segment) => this.#pieceOf(segment)),
      y,
      size,
    );
  }
}

/** The segments of a row that are inside a box. */
interface RowPart {
  readonly index: number;
  readonly row: Row;
  readonly own: readonly Segment[];
}

/** A segment in the place of a table's text in a row; its text is not read. */
function standInFor(segments: readonly Segment[]): Segment {
  return {
    text: "",
    cells: segments.reduce((sum, { cells }) => sum + cells + 1, -1),
    x0: Math.min(...segments.map(({ x0 }) => x0)),
    x1: Math.max(...segments.map(({ x1 }) => x1)),
    y: segments[0]?.y ?? 0,
    size: segments[0]?.size ?? 0,
    isSeparated: false,
    isTable: true,
    baseline: -1,
    words: [],
  };
}

function withStandIn(
  segments: readonly Segment[],
  replaced: readonly Segment[],
  standIn: Segment,
): readonly Segment[] {
  if (replaced.length === segments.length) return [standIn];
  const gone = new Set(replaced);
  const others = segments.filter((segment) => !gone.has(segment));
  return [...others, standIn].toSorted((a, b) => a.x0 - b.x0);
}

function isInside(box: Rect, region: Rect): boolean {
  const x = (box.x0 + box.x1) / 2;
  const y = (box.y0 + box.y1) / 2;
  return x >= region.x0 && x <= region.x1 && y >= region.y0 && y <= region.y1;
}
