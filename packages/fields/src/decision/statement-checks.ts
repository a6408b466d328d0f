import type { FailedCheck, FieldsResult, FieldValue } from "@galley/core/domain";
import { isSameAmount } from "../values/amounts.ts";
import { withFailedChecks } from "./failed-checks.ts";
import { amountOf } from "./row-amount.ts";

/** A result with the check of a bank statement: its opening balance and its transactions add up to its closing balance. */
export function withStatementChecks(result: FieldsResult): FieldsResult {
  const check = sumFault(result.data);
  if (check === undefined) return result;
  return withFailedChecks(result, (path) => (BALANCE.test(path) ? check : undefined));
}

/** What a wrong sum puts in doubt. Amounts of single transactions are not: their own balances prove them, or nothing. */
const BALANCE = /^(?:opening_balance|closing_balance)$/u;

function sumFault({
  opening_balance: opening,
  closing_balance: closing,
  transactions,
}: FieldsResult["data"]): FailedCheck | undefined {
  if (typeof opening !== "number" || typeof closing !== "number" || !Array.isArray(transactions))
    return undefined;
  const amounts = transactions.flatMap((row: FieldValue) => amountOf(row) ?? []);
  if (amounts.length === 0) return undefined;
  const sum = amounts.reduce((all, amount) => all + amount, opening);
  if (isSameAmount(sum, closing)) return undefined;
  return {
    check: "sum-of-transactions",
    message: `The opening balance and the transactions add up to ${sum.toFixed(2)}, not to ${closing.toFixed(2)}.`,
  };
}
