import type { FailedCheck, FieldsResult, FieldValue } from "@galley/core/domain";
import { contextOf } from "../document/document-context.ts";
import type { FieldDocument } from "../document/field-document.ts";
import { numbersIn } from "../values/amounts.ts";
import { withFailedChecks } from "./failed-checks.ts";
import { amountOf } from "./row-amount.ts";

/** A result with the checks of values of an invoice against one another: the sum of its rows, the sum of its totals and the order of its dates. */
export function withInvoiceChecks(result: FieldsResult, document: FieldDocument): FieldsResult {
  const rows = rowsFault(result.data, document);
  const totals = totalsFault(result.data, document);
  const date = dateFault(result.data);
  return withFailedChecks(result, (path, { reader }) => {
    if (path === "due_date") return date;
    // The rows of an electronic invoice are exact, and its allowances need not be printed.
    if (reader === "e-invoice") return undefined;
    return AMOUNT_OF_ROW.test(path) ? rows : TOTALS.has(path) ? totals : undefined;
  });
}

const AMOUNT_OF_ROW = /^lines\[\d+\]\.amount$/;

const TOTALS: ReadonlySet<string> = new Set(["net_total", "tax_total", "gross_total"]);

function dateFault({ issue_date: issued, due_date: due }: FieldsResult["data"]): FailedCheck | undefined {
  if (typeof issued !== "string" || typeof due !== "string" || due >= issued) return undefined;
  return { check: "date-order", message: `The due date ${due} is before the issue date ${issued}.` };
}

/** Rows add up to the net or gross total; an allowance or charge that makes the difference is printed as an amount. */
function rowsFault(data: FieldsResult["data"], document: FieldDocument): FailedCheck | undefined {
  const amounts = amountsOf(data["lines"]);
  const totals = [data["net_total"], data["gross_total"]].filter((total) => typeof total === "number");
  if (amounts.length === 0 || totals.length === 0) return undefined;
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  // Each row is rounded for itself.
  const isNear = (difference: number): boolean => Math.abs(difference) < 0.006 * (amounts.length + 1);
  if (totals.some((total) => isNear(total - sum))) return undefined;
  const differences = totals.map((total) => total - sum);
  if (isPrinted(differences, { document, isNear })) return undefined;
  return {
    check: "sum-of-lines",
    message: `The rows add up to ${sum.toFixed(2)}, not to ${totals.map((total) => total.toFixed(2)).join(" or ")}.`,
  };
}

/** Net and tax add up to gross; a rounding, freight or retention that makes the difference is printed as an amount. */
function totalsFault(
  { net_total: net, tax_total: tax, gross_total: gross }: FieldsResult["data"],
  document: FieldDocument,
): FailedCheck | undefined {
  if (typeof net !== "number" || typeof tax !== "number" || typeof gross !== "number") return undefined;
  const difference = gross - net - tax;
  const isNear = (other: number): boolean => Math.abs(other) < 0.015;
  if (isNear(difference) || isPrinted([difference], { document, isNear })) return undefined;
  const sum = (net + tax).toFixed(2);
  return { check: "sum-of-totals", message: `Net and tax add up to ${sum}, not to ${gross.toFixed(2)}.` };
}

interface Printed {
  readonly document: FieldDocument;
  readonly isNear: (difference: number) => boolean;
}

/** Whether any of the differences is printed as an amount. */
function isPrinted(differences: readonly number[], { document, isNear }: Printed): boolean {
  const { lines, mark } = contextOf(document);
  const isOne = (value: number): boolean =>
    differences.some((difference) => isNear(Math.abs(difference) - Math.abs(value)));
  return lines.some(({ whole }) =>
    numbersIn(whole.text, mark).some(({ value, decimals }) => decimals > 0 && isOne(value)),
  );
}

/** The amounts of all rows; none if a row has none, because its sum is not known then. */
function amountsOf(rows: FieldValue | undefined): readonly number[] {
  if (!Array.isArray(rows)) return [];
  const amounts = rows.flatMap((row: FieldValue) => amountOf(row) ?? []);
  return amounts.length === rows.length ? amounts : [];
}
