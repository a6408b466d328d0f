import type { Block, TableCell, TableRow } from "./flow-document.ts";

/** A cell at its place in the grid of its table. */
export interface GridCell {
  readonly column: number;
  readonly columnSpan: number;
  /** It continues the cell above. */
  readonly continues: boolean;
  readonly blocks: readonly Block[];
}

/** The rows of a table, in which cells that continue the one above are merged with it; their text is not shown. */
export function mergedRows(grid: readonly (readonly GridCell[])[]): readonly TableRow[] {
  return grid.map((cells, row) => ({
    cells: cells.flatMap((cell): readonly TableCell[] =>
      isCovered(cell, grid[row - 1]) ? [] : [spanning(cell, grid, row)],
    ),
  }));
}

/** A cell with no cell above that is as wide continues none. */
function isCovered({ continues, column, columnSpan }: GridCell, above: readonly GridCell[] = []): boolean {
  return continues && above.some((cell) => cell.column === column && cell.columnSpan === columnSpan);
}

function spanning(cell: GridCell, grid: readonly (readonly GridCell[])[], row: number): TableCell {
  const { column, columnSpan, blocks } = cell;
  let end = row + 1;
  while (
    grid[end]?.some((below) => below.column === column && below.columnSpan === columnSpan && below.continues)
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
