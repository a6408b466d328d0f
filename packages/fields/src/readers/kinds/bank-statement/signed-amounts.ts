import { isSameAmount } from "../../../values/amounts.ts";
import type { PrintedRow } from "./booking-rows.ts";
import type { PrintedAmount } from "./printed-line.ts";

/** A row with the sign of its amount. */
export interface SignedRow {
  readonly row: PrintedRow;
  readonly amount: number;
  readonly printed: PrintedAmount;
  readonly balance: number | undefined;
  readonly balanceAt: PrintedAmount | undefined;
  /** True if balances before and after it, with the rows between them, add up. */
  readonly isProved: boolean;
}

export interface Balances {
  readonly opening: number | undefined;
  readonly closing: number | undefined;
}

/** Which of the amounts of a row is booked, and how its sign is known; undefined if this way says nothing of the row. */
type Reading = (row: PrintedRow) => { readonly printed: PrintedAmount; readonly sign: number } | undefined;

/** Rows whose signs were read in one way. */
export type Signed = readonly SignedRow[];

/** The rows by each way to read their signs (marks, columns, sections, balances), the likeliest first. */
export function waysToSign(rows: readonly PrintedRow[]): readonly Signed[] {
  const named = rows.map((row) => ({ ...row, amounts: withColumns(row.amounts) }));
  return readingsOf(named)
    .map((reading) => named.flatMap((row) => signedRow(row, reading) ?? []))
    .filter(({ length }) => length > 0);
}

/** The way that the balances prove for most rows, or the likeliest one. */
export function bestWay(ways: readonly Signed[], balances: Balances): Signed {
  let best: Signed = [];
  let most = -1;
  for (const way of ways) {
    const rows = proved(way, balances);
    const count = rows.filter(({ isProved }) => isProved).length;
    if (count > most) [best, most] = [rows, count];
  }
  return best;
}

function readingsOf(rows: readonly PrintedRow[]): readonly Reading[] {
  const hasSides = rows.some(({ amounts }) =>
    amounts.some(({ column }) => column === "debit" || column === "credit"),
  );
  const hasSigns = rows.some(({ amounts }) => booked(amounts)?.sign === -1);
  const bySides =
    (debit: number): Reading =>
    ({ amounts }) =>
      side(amounts, debit);
  const by =
    (signOf: (printed: PrintedAmount, row: PrintedRow) => number): Reading =>
    (row) =>
      signedBy(booked(row.amounts), (printed) => signOf(printed, row));
  // Where payments have a sign, amounts without one were received.
  const bySigns = by(({ sign }) => sign ?? 1);
  const bySections = by((_, { section }) => section ?? 1);
  const flipped = by(({ sign }) => -(sign ?? 1));
  // Czech statements mark debits with "MD" and credits with "D", which is a debit elsewhere.
  const swapped = by(({ mark, sign }) => (mark === "D" ? 1 : (sign ?? 1)));
  if (hasSides) return [bySides(-1), bySides(1)];
  return hasSigns ? [bySigns, swapped, flipped, bySections] : [bySections, bySigns, byBalances(rows)];
}

/** Without a head, the last of several amounts is the balance. */
function withColumns(amounts: readonly PrintedAmount[]): readonly PrintedAmount[] {
  if (amounts.some(({ column }) => column !== undefined)) return amounts;
  return amounts.map((amount, at) => ({
    ...amount,
    column: at > 0 && at === amounts.length - 1 ? ("balance" as const) : ("amount" as const),
  }));
}

function booked(amounts: readonly PrintedAmount[]): PrintedAmount | undefined {
  return amounts.find(({ column }) => column !== "balance");
}

function side(amounts: readonly PrintedAmount[], debit: number): ReturnType<Reading> {
  return signedBy(booked(amounts), ({ column, sign }) => {
    if (column === "amount") return sign ?? 1;
    // A minus in the column of debits is printed by some banks, and says no more than the column.
    return column === "debit" ? debit : -debit;
  });
}

function signedBy(
  printed: PrintedAmount | undefined,
  signOf: (printed: PrintedAmount) => number,
): ReturnType<Reading> {
  return printed === undefined ? undefined : { printed, sign: signOf(printed) };
}

/** The sign by which the balance changed. */
function byBalances(rows: readonly PrintedRow[]): Reading {
  const fell = new Set<PrintedRow>();
  let from: number | undefined;
  for (const row of rows) {
    const to = valueOf(balanceOf(row.amounts));
    if (from !== undefined && to !== undefined && to < from) fell.add(row);
    from = to ?? from;
  }
  return (row) => signedBy(booked(row.amounts), () => (fell.has(row) ? -1 : 1));
}

function balanceOf(amounts: readonly PrintedAmount[]): PrintedAmount | undefined {
  return amounts.find(({ column }) => column === "balance");
}

function valueOf(balance: PrintedAmount | undefined): number | undefined {
  return balance && balance.value * (balance.sign ?? 1);
}

function signedRow(row: PrintedRow, reading: Reading): SignedRow | undefined {
  const found = reading(row);
  if (found === undefined) return undefined;
  const balanceAt = balanceOf(row.amounts);
  return {
    row,
    printed: found.printed,
    amount: found.printed.value * found.sign,
    balance: valueOf(balanceAt),
    balanceAt,
    isProved: false,
  };
}

/** Marks the rows between two balances that add up. */
function proved(rows: readonly SignedRow[], { opening, closing }: Balances): readonly SignedRow[] {
  const isProved = new Set<number>();
  let [from, start] = [opening, 0];
  let sum = 0;
  for (const [at, { amount, balance }] of rows.entries()) {
    sum += amount;
    const to = balance ?? (at === rows.length - 1 ? closing : undefined);
    if (to === undefined) continue;
    if (from !== undefined && isSameAmount(from + sum, to))
      for (let one = start; one <= at; one++) isProved.add(one);
    [from, start, sum] = [to, at + 1, 0];
  }
  const total = rows.reduce((all, { amount }) => all + amount, 0);
  const isWhole = opening !== undefined && closing !== undefined && isSameAmount(opening + total, closing);
  return rows.map((row, at) => ({ ...row, isProved: isWhole || isProved.has(at) }));
}
