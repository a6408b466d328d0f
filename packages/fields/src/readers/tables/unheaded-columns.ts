import type { DocumentContext } from "../../document/document-context.ts";
import type { Segment } from "../../text/segment.ts";
import { type Column, gapBefore, hasAmountBelow, type TableHead } from "./head-line.ts";
import { hasKey } from "./table-rows.ts";

/** The columns left of a head that it does not name: the one of texts, and one of quantities with their units. */
export function unheadedColumns(context: DocumentContext, head: TableHead): readonly Column[] {
  const amount = head.columns.find((column) => hasKey(column, "amount"));
  if (!hasAmountBelow(context, head, amount)) return [];
  const columns = columnsLeftOf(context, head);
  const text = columns.toSorted((a, b) => letters(b) - letters(a))[0];
  if (text === undefined || letters(text) === 0) return [];
  const quantity = columns.find(
    (column) => column !== text && column.every((cell) => QUANTITY.test(cell.text)),
  );
  return [
    ...(quantity === undefined ? [] : [columnOf("quantity", quantity)]),
    columnOf("description", text),
  ].toSorted((a, b) => a.x0 - b.x0);
}

/** A number, alone or with a unit, such as "2 500 pcs". */
const QUANTITY = /^-?\d[\d.,\s]*(?:\p{L}{1,8}\.?[²³]?)?$/u;

/** Lines that say where the columns are. */
const MAX_LINES = 12;

/** Between lines of a table, in multiples of their height. */
const MAX_GAP = 2;

/** The cells left of a head in the lines below it, by their left edges. */
function columnsLeftOf(context: DocumentContext, head: TableHead): readonly (readonly Segment[])[] {
  const left = Math.min(...head.columns.map(({ x0 }) => x0));
  const columns: Segment[][] = [];
  for (let at = head.lastLine + 1; at <= head.lastLine + MAX_LINES; at++) {
    if (at > head.lastLine + 1 && gapBefore(context, at) > MAX_GAP) break;
    for (const segment of context.lines[at]?.segments ?? []) {
      if (segment.box.x1 > left) continue;
      const same = columns.find(([first]) => Math.abs((first?.box.x0 ?? 0) - segment.box.x0) < 3);
      if (same === undefined) columns.push([segment]);
      else same.push(segment);
    }
  }
  return columns;
}

function letters(cells: readonly Segment[]): number {
  return cells.reduce((all, { text }) => all + (text.match(/\p{L}/gu)?.length ?? 0), 0);
}

function columnOf(key: string, cells: readonly Segment[]): Column {
  return {
    keys: [key],
    x0: Math.min(...cells.map(({ box }) => box.x0)),
    x1: Math.max(...cells.map(({ box }) => box.x1)),
  };
}
