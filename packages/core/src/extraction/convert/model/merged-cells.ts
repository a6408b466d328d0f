import type { Block, TableCell, TableRow } from "./flow-document.ts";

/** A cell at its place in the grid of its table. */
export interface GridCell {
  readonly column: number;
  readonly columnSpan: number;
  /** It continues the cell above. */
  readonly continues: boolean;
  readonly blocks: readonly Block[];
}

/** The rows of a table, in which cells that continue the one above are merged with it. */
export function mergedRows(grid: readonly (readonly GridCell[])[]): readonly TableRow[] {
  return grid.map((cells, index) => ({
    cells: cells.flatMap((cell): readonly TableCell[] =>
      isCovered(cell) ? [] : [spanning(cell, grid, index)],
    ),
  }));
}

/** A cell that continues the one above and has text of its own is kept as a cell. */
function isCovered({ continues, blocks }: GridCell): boolean {
  return continues && blocks.length === 0;
}

function spanning(
  { column, columnSpan, blocks }: GridCell,
  grid: readonly (readonly GridCell[])[],
  row: number,
): TableCell {
  let end = row + 1;
  while (
    grid[end]?.some((cell) => isCovered(cell) && cell.column === column && cell.columnSpan === columnSpan)
  )
    end++;
  return { columnSpan, rowSpan: end - row, blocks };
}

/** Cells end with an empty paragraph. */
export function trimmedCell(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  const isEmpty = last?.kind === "paragraph" && last.runs.every(({ text }) => text === "");
  const kept = isEmpty ? blocks.slice(0, -1) : blocks;
  return kept.map((block, index) =>
    index === kept.length - 1 && block.kind === "paragraph" ? { ...block, spaceAfter: 0 } : block,
  );
}
