import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { Rulings } from "../../layout/tables/rulings.ts";
import type { Rect } from "../../page/rect.ts";
import type { Piece } from "../geometry/piece.ts";
import type { PageTable } from "../model/page-structure.ts";
import { alignedTable } from "./aligned-table.ts";
import { ruledGrids } from "./ruled-grids.ts";
import { ruledStacks, stackBoxes } from "./ruled-stacks.ts";
import { ruledTable } from "./ruled-table.ts";
import { type TableLine, tableLine } from "./table-line.ts";

/** Rows with every ruled table as one wide segment a row, and the table of each such segment. */
export interface RowsWithTables {
  readonly rows: readonly Row[];
  readonly tables: ReadonlyMap<Segment, PageTable>;
}

type PieceOf = (segment: Segment) => Piece;

/** Finds the tables that ruling lines show, and puts a stand-in in the place of their text. */
export function withRuledTables(rows: readonly Row[], rulings: Rulings, pieceOf: PieceOf): RowsWithTables {
  let found: RowsWithTables = { rows, tables: new Map() };
  for (const grid of ruledGrids(rulings)) {
    found = withTable(found, { box: grid.box, pieceOf, make: (lines) => ruledTable(grid, lines) });
  }
  for (const stack of ruledStacks(rulings.horizontal)) {
    const lines = tableLines(found, pieceOf);
    for (const box of stackBoxes(stack, lines)) {
      const inside = rulings.horizontal.filter((rule) => rule.y >= box.y0 - 1 && rule.y <= box.y1 + 1);
      found = withTable(found, { box, pieceOf, make: (own) => alignedTable(own, inside) });
    }
  }
  return found;
}

interface Region {
  readonly box: Rect;
  readonly pieceOf: PieceOf;
  readonly make: (lines: readonly TableLine[]) => PageTable | undefined;
}

function withTable({ rows, tables }: RowsWithTables, { box, pieceOf, make }: Region): RowsWithTables {
  const lines: TableLine[] = [];
  const inside = new Map<Row, ReadonlySet<Segment>>();
  for (const row of rows) {
    if (row.y < box.y0 - row.size || row.y > box.y1 + 2 * row.size) continue;
    const own = row.segments.filter((segment) => !tables.has(segment) && isInside(pieceOf(segment).box, box));
    if (own.length === 0) continue;
    inside.set(row, new Set(own));
    lines.push(
      tableLine(
        own.map((segment) => pieceOf(segment)),
        row.y,
        row.size,
      ),
    );
  }
  const table = lines.length < 2 ? undefined : make(lines);
  if (table === undefined) return { rows, tables };
  const known = new Map(tables);
  const replaced = rows.map((row) => {
    const own = inside.get(row);
    if (own === undefined) return row;
    const standIn = standInFor(own);
    known.set(standIn, table);
    const segments = row.segments.filter((segment) => !own.has(segment));
    return { ...row, segments: [...segments, standIn].toSorted((a, b) => a.x0 - b.x0) };
  });
  return { rows: replaced, tables: known };
}

/** A segment in the place of a table's text in a row. */
function standInFor(segments: ReadonlySet<Segment>): Segment {
  const all = [...segments];
  const text = all.map((segment) => segment.text).join(" ");
  return {
    text,
    cells: text.length,
    x0: Math.min(...all.map(({ x0 }) => x0)),
    x1: Math.max(...all.map(({ x1 }) => x1)),
    y: all[0]?.y ?? 0,
    size: all[0]?.size ?? 0,
    isSeparated: false,
    baseline: -1,
    words: all.flatMap(({ words }) => words),
  };
}

function isInside(box: Rect, region: Rect): boolean {
  const x = (box.x0 + box.x1) / 2;
  const y = (box.y0 + box.y1) / 2;
  return x >= region.x0 && x <= region.x1 && y >= region.y0 && y <= region.y1;
}

/** The lines of text outside the tables that are known already. */
function tableLines({ rows, tables }: RowsWithTables, pieceOf: PieceOf): readonly TableLine[] {
  return rows.map(({ segments, y, size }) => {
    const outside = segments.filter((segment) => !tables.has(segment));
    return tableLine(
      outside.map((segment) => pieceOf(segment)),
      y,
      size,
    );
  });
}
