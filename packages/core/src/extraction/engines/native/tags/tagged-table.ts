import type { TagCell, TagTable } from "../../../page/page-tags.ts";
import type { Dict, XRef } from "../generated/pdfjs-core.mjs";
import { childrenOf, numberAttribute, standardType } from "./structure-element.ts";

/** The grid of a tagged table, also of its parts on other pages. */
export interface TaggedTable {
  readonly size: TagTable;
  /** By the reference of the cell's element. */
  readonly cells: ReadonlyMap<string, TagCell>;
}

/** Rows and columns beyond these are left out. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 1_000;

interface TaggedRow {
  readonly row: Dict;
  readonly isHead: boolean;
}

/** Places the cells of a table in its grid: a cell takes the first place that no cell above spans, and ends before the next. */
export function taggedTable(
  table: Dict,
  { root, xref }: { readonly root: Dict; readonly xref: XRef },
): TaggedTable {
  const cells = new Map<string, TagCell>();
  /** The first row that is free again, by column. */
  const free: number[] = [];
  let columns = 0;
  let headRows = 0;
  const rows = rowsOf(table, { root, xref }).slice(0, MAX_ROWS);
  for (const [row, { row: element, isHead }] of rows.entries()) {
    let column = 0;
    let hasData = false;
    for (const [ref, cell] of childrenOf(element, xref)) {
      const type = standardType(cell, root);
      if (type !== "TH" && type !== "TD") continue;
      hasData ||= type === "TD";
      while ((free[column] ?? 0) > row) column++;
      if (column >= MAX_COLUMNS) break;
      const columnSpan = spanOf(cell, "ColSpan", placesFrom(column, row, free));
      const rowSpan = spanOf(cell, "RowSpan", rows.length - row);
      cells.set(ref.toString(), { row, column, rowSpan, columnSpan });
      for (let at = column; at < column + columnSpan; at++) free[at] = row + rowSpan;
      column += columnSpan;
    }
    columns = Math.max(columns, column);
    if (headRows === row && (isHead || (!hasData && column > 0))) headRows++;
  }
  return { size: { rows: rows.length, columns, headRows }, cells };
}

/** How many places of a row are free from a column on. */
function placesFrom(column: number, row: number, free: readonly number[]): number {
  let end = column + 1;
  while (end < MAX_COLUMNS && (free[end] ?? 0) <= row) end++;
  return end - column;
}

const GROUPS: ReadonlySet<string> = new Set(["THead", "TBody", "TFoot"]);

function rowsOf(
  table: Dict,
  { root, xref }: { readonly root: Dict; readonly xref: XRef },
): readonly TaggedRow[] {
  return childrenOf(table, xref).flatMap(([, child]): readonly TaggedRow[] => {
    const type = standardType(child, root);
    if (type === "TR") return [{ row: child, isHead: false }];
    if (!GROUPS.has(type)) return [];
    return childrenOf(child, xref).flatMap(([, row]) =>
      standardType(row, root) === "TR" ? [{ row, isHead: type === "THead" }] : [],
    );
  });
}

function spanOf(cell: Dict, name: "ColSpan" | "RowSpan", most: number): number {
  const span = numberAttribute(cell, name) ?? 1;
  return Math.max(1, Math.min(most, Math.floor(span)));
}
