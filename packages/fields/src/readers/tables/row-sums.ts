import type { DocumentContext } from "../../document/document-context.ts";
import { tokensOf } from "../../text/tokens.ts";
import { isSameAmount, numbersIn } from "../../values/amounts.ts";
import { SUM_WORDS } from "../sum-row.ts";
import { type Cell, hasKey, type TableRow } from "./table-rows.ts";

/** The rows without those that are the sum of the rows before them: the totals of sections, and what is carried to the next page. */
export function withoutSubtotals(rows: readonly TableRow[], context: DocumentContext): readonly TableRow[] {
  let section = 0;
  let all = 0;
  let count = 0;
  let priced = 0;
  return rows.filter((row) => {
    const amount = numberOf(row, "amount", context) ?? 0;
    const isSum = count > 0 && [section, all].some((sum) => isSameAmount(sum, amount));
    const isBare =
      numberOf(row, "quantity", context) === undefined && numberOf(row, "unit_price", context) === undefined;
    if (isSum && isBare && (namesSum(row) || priced > 1)) {
      section = 0;
      return false;
    }
    section += amount;
    all += amount;
    count += 1;
    if (!isBare) priced += 1;
    return true;
  });
}

/** True if the text of a row begins with a word such as "Total". */
function namesSum({ cells }: TableRow): boolean {
  const text = cells.find(({ column }) => hasKey(column, "description"))?.segment.text ?? "";
  return SUM_WORDS.has(tokensOf(text)[0]?.norm ?? "");
}

/** Where several heads name a price, such as those before and after tax, the ones that explain the most amounts. */
export function priceHeads(rows: readonly TableRow[], context: DocumentContext): ReadonlySet<string> {
  const explained = new Map<string, number>();
  for (const row of rows) {
    const [quantity, amount] = [numberOf(row, "quantity", context), numberOf(row, "amount", context)];
    if (quantity === undefined || amount === undefined) continue;
    for (const cell of row.cells) {
      const price = hasKey(cell.column, "unit_price") ? numberIn(cell, context) : undefined;
      if (price === undefined || !isSameAmount(quantity * price, amount)) continue;
      explained.set(headOf(cell), (explained.get(headOf(cell)) ?? 0) + 1);
    }
  }
  const most = Math.max(...explained.values());
  return new Set([...explained].filter(([, times]) => times === most).map(([head]) => head));
}

/** Names the column of a cell; tables that go on in another have its columns at the same places. */
export function headOf(cell: Cell | undefined): string {
  return cell === undefined ? "" : `${Math.round(cell.column.x0)}-${Math.round(cell.column.x1)}`;
}

function numberOf({ cells }: TableRow, key: string, context: DocumentContext): number | undefined {
  const cell = cells.find(({ column }) => hasKey(column, key));
  return cell && numberIn(cell, context);
}

function numberIn({ segment }: Cell, { mark }: DocumentContext): number | undefined {
  return numbersIn(segment.text, mark).findLast(({ isPercent }) => !isPercent)?.value;
}
