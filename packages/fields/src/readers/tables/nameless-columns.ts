import type { DocumentContext } from "../../document/document-context.ts";
import type { Segment } from "../../text/segment.ts";
import { isSameAmount, numbersIn } from "../../values/amounts.ts";
import { type Column, gapBefore, hasAmountBelow, type TableHead } from "./head-line.ts";
import { hasKey } from "./table-rows.ts";

/** The column of texts, and one of quantities, among those whose heads are no known labels and those without a head. */
export function namelessColumns(context: DocumentContext, head: TableHead): readonly Column[] {
  const amount = head.columns.find((column) => hasKey(column, "amount"));
  const price = head.columns.find((column) => hasKey(column, "unit_price"));
  if (price === undefined || amount === undefined || !hasAmountBelow(context, head, amount)) return [];
  const lines = linesBelow(context, head);
  const columns = columnsOf(lines, head);
  const text = columns.toSorted((a, b) => letters(b) - letters(a))[0];
  if (text === undefined || letters(text) === 0) return [];
  const quantity = columns.find(
    (cells) =>
      cells !== text &&
      cells.every((cell) => QUANTITY.test(cell.text)) &&
      (cells.every((cell) => /\p{L}/u.test(cell.text)) || explains(cells, { lines, price, amount, context })),
  );
  return [...(quantity === undefined ? [] : [columnOf("quantity", quantity)]), columnOf("description", text)];
}

/** A number, alone or with a unit, such as "2 500 pcs". */
const QUANTITY = /^-?\d[\d.,\s]*(?:\p{L}{1,8}\.?[²³]?)?$/u;

/** Lines that say where the columns are. */
const MAX_LINES = 12;

/** Between lines of a table, in multiples of their height. */
const MAX_GAP = 2;

type Line = readonly Segment[];

function linesBelow(context: DocumentContext, { lastLine }: TableHead): readonly Line[] {
  const head = context.lines[lastLine]?.whole.text;
  const lines: Line[] = [];
  for (let at = lastLine + 1; at <= lastLine + MAX_LINES; at++) {
    const line = context.lines[at];
    const isApart = at > lastLine + 1 && gapBefore(context, at) > MAX_GAP;
    if (line === undefined || isApart || line.whole.text === head) break;
    lines.push(line.segments);
  }
  return lines;
}

/** The cells that are under no known label, by column. */
function columnsOf(lines: readonly Line[], { columns: heads }: TableHead): readonly Line[] {
  const left = Math.min(...heads.map(({ x0 }) => x0));
  const columns: { readonly x0: number; readonly x1: number; readonly cells: Segment[] }[] = heads
    .filter(({ keys }) => keys.length === 0)
    .map(({ x0, x1 }) => ({ x0, x1, cells: [] }));
  for (const segment of lines.flat()) {
    const { x0, x1 } = segment.box;
    if (heads.some((head) => head.keys.length > 0 && head.x0 < x1 && head.x1 > x0)) continue;
    const same = columns.find(
      (column) => Math.abs(column.x0 - x0) < SAME_EDGE || Math.abs(column.x1 - x1) < SAME_EDGE,
    );
    const under = same ?? columns.find((column) => column.x0 < x1 && column.x1 > x0);
    if (under !== undefined) under.cells.push(segment);
    else if (x1 <= left) columns.push({ x0, x1, cells: [segment] });
  }
  return columns.map(({ cells }) => cells).filter((cells) => cells.length > 0);
}

/** Points between the edges of cells of one column. */
const SAME_EDGE = 3;

function letters(cells: Line): number {
  return cells.reduce((all, { text }) => all + (text.match(/\p{L}/gu)?.length ?? 0), 0);
}

interface Priced {
  readonly lines: readonly Line[];
  readonly price: Column;
  readonly amount: Column;
  readonly context: DocumentContext;
}

/** True if the numbers of a column times the prices beside them are most of the amounts. */
function explains(cells: Line, { lines, price, amount, context }: Priced): boolean {
  const numberIn = (segment: Segment | undefined): number =>
    segment === undefined ? Number.NaN : (numbersIn(segment.text, context.mark).at(-1)?.value ?? Number.NaN);
  const right = cells.filter((cell) => {
    const line = lines.find((segments) => segments.includes(cell)) ?? [];
    const under = ({ x0, x1 }: Column): number =>
      numberIn(line.find(({ box }) => box.x0 < x1 && box.x1 > x0));
    return isSameAmount(numberIn(cell) * under(price), under(amount));
  });
  return right.length * 2 > cells.length;
}

function columnOf(key: string, cells: Line): Column {
  return {
    keys: [key],
    x0: Math.min(...cells.map(({ box }) => box.x0)),
    x1: Math.max(...cells.map(({ box }) => box.x1)),
  };
}
