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

/** The rows with signed amounts: signs, marks, columns and sections are tried, and what the balances prove is taken. */
export function signedRows(rows: readonly PrintedRow[], balances: Balances): readonly SignedRow[] {
  let best: { readonly rows: readonly SignedRow[]; readonly proved: number } | undefined;
  for (const reading of readingsOf(rows)) {
    const signed = proved(
      rows.flatMap((row) => signedRow(row, reading) ?? []),
      balances,
    );
    const count = signed.filter(({ isProved }) => isProved).length;
    if (signed.length > 0 && (best === undefined || count > best.proved))
      best = { rows: signed, proved: count };
  }
  return best?.rows ?? [];
}

/** The ways to read the amounts, the likeliest first. */
function readingsOf(rows: readonly PrintedRow[]): readonly Reading[] {
  const named = rows.map((row) => ({ ...row, amounts: withColumns(row.amounts) }));
  const hasSides = named.some(({ amounts }) =>
    amounts.some(({ column }) => column === "debit" || column === "credit"),
  );
  const hasSigns = named.some(({ amounts }) => booked(amounts)?.sign === -1);
  const bySides =
    (debit: number): Reading =>
    (row) =>
      side(withColumns(row.amounts), debit);
  // Where payments have a sign, amounts without one were received.
  const bySigns: Reading = ({ amounts }) =>
    signedBy(booked(withColumns(amounts)), (printed) => printed.sign ?? 1);
  const bySections: Reading = ({ amounts, section }) =>
    signedBy(booked(withColumns(amounts)), () => section ?? 1);
  const flipped: Reading = ({ amounts }) =>
    signedBy(booked(withColumns(amounts)), (printed) => -(printed.sign ?? 1));
  // Czech statements mark debits with "MD" and credits with "D", which is a debit elsewhere.
  const swapped: Reading = ({ amounts }) =>
    signedBy(booked(withColumns(amounts)), ({ mark, sign }) => (mark === "D" ? 1 : (sign ?? 1)));
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
  return (row) => {
    const before = rows
      .slice(0, rows.indexOf(row))
      .findLast(({ amounts }) => balanceOf(amounts) !== undefined);
    const [from, to] = [before && valueOf(balanceOf(before.amounts)), valueOf(balanceOf(row.amounts))];
    return signedBy(booked(withColumns(row.amounts)), () =>
      from !== undefined && to !== undefined && to < from ? -1 : 1,
    );
  };
}

function balanceOf(amounts: readonly PrintedAmount[]): PrintedAmount | undefined {
  return withColumns(amounts).find(({ column }) => column === "balance");
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
    if (from !== undefined && isSame(from + sum, to))
      for (let one = start; one <= at; one++) isProved.add(one);
    [from, start, sum] = [to, at + 1, 0];
  }
  const total = rows.reduce((all, { amount }) => all + amount, 0);
  const isWhole = opening !== undefined && closing !== undefined && isSame(opening + total, closing);
  return rows.map((row, at) => ({ ...row, isProved: isWhole || isProved.has(at) }));
}

/** True for balances that differ by less than a cent. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.006;
}
