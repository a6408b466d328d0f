import type { CellShape, RowShape } from "../../model/table-flow.ts";
import { changesIn, valueOf, type Change, CODES } from "./properties.ts";

/** Where a paragraph is in tables. */
export interface TablePlace {
  /** In how many tables it is. */
  readonly depth: number;
  readonly endsRow: boolean;
  /** It ends a cell of an inner table; cells of outer tables end with a character of their own. */
  readonly endsInnerCell: boolean;
}

export function tablePlace(list: Buffer): TablePlace {
  let depth = 0;
  let [endsRow, endsInnerCell] = [false, false];
  for (const change of changesIn(list)) {
    const isOn = valueOf(change) !== 0;
    if (change.code === CODES.inTable) depth = Math.max(depth, isOn ? 1 : 0);
    else if (change.code === CODES.tableDepth) depth = valueOf(change);
    else if (change.code === CODES.endsRow || change.code === CODES.endsInnerRow) endsRow = isOn;
    else if (change.code === CODES.endsInnerCell) endsInnerCell = isOn;
  }
  return { depth, endsRow, endsInnerCell };
}

/** The shape of the row that a paragraph with these properties ends. */
export function rowShape(list: Buffer): RowShape {
  let row: Pick<RowShape, "left" | "cells"> = { left: 0, cells: [] };
  let isHead = false;
  for (const change of changesIn(list)) {
    if (change.code === CODES.rowDefinition) row = cellsOf(change.operand);
    else if (change.code === CODES.headRow) isHead = valueOf(change) !== 0;
    else row = { left: row.left, cells: mergedBy(change, row.cells) };
  }
  return { ...row, isHead };
}

const CELL_SIZE = 20;
const CONTINUES_ROW = 0x02;
const CONTINUES_COLUMN = 0x20;
const STARTS_COLUMN = 0x40;

function cellsOf(definition: Buffer): Pick<RowShape, "left" | "cells"> {
  const count = definition[0] ?? 0;
  const cellsAt = 1 + 2 * (count + 1);
  if (cellsAt > definition.length) return { left: 0, cells: [] };
  return {
    left: definition.readInt16LE(1),
    cells: Array.from({ length: count }, (_, index): CellShape => {
      const flags = definition[cellsAt + index * CELL_SIZE] ?? 0;
      return {
        right: definition.readInt16LE(1 + 2 * (index + 1)),
        continuesRow: (flags & CONTINUES_ROW) !== 0 && index > 0,
        continuesColumn: (flags & CONTINUES_COLUMN) !== 0 && (flags & STARTS_COLUMN) === 0,
      };
    }),
  };
}

/** Cells after a change that merges some of them. */
function mergedBy({ code, operand }: Change, cells: readonly CellShape[]): readonly CellShape[] {
  const [first = 0, second = 0] = operand;
  if (code === CODES.mergedCells) {
    return cells.map((cell, index) =>
      index > first && index < second ? { ...cell, continuesRow: true } : cell,
    );
  }
  if (code !== CODES.verticalMerge) return cells;
  return cells.map((cell, index) => (index === first ? { ...cell, continuesColumn: second === 1 } : cell));
}
