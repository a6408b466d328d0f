import type { DocumentContext } from "../../../document/document-context.ts";
import type { Segment, SegmentLine } from "../../../text/segment.ts";
import { isSameAmount, numbersIn } from "../../../values/amounts.ts";
import { isMoney } from "../../../values/read-value.ts";
import type { Proposal } from "../../reader.ts";
import { AGREED, placed } from "./placed-value.ts";

interface TotalLine {
  readonly value: number;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  readonly rank: number;
}

/** The amount that is called the total; sums of tax, items, discounts and payments are not. */
export function totalProposals(context: DocumentContext): readonly Proposal[] {
  const paid = paidAmount(context);
  const named = context.lines.flatMap((line, at) => totalLine(context, { line, at }) ?? []);
  // Rounded totals may have no label that was recognised, but what was paid without the change is printed as one.
  const isNamed = named.some(({ value }) => isSame(value, paid));
  const readable = named.filter(({ value }) => !isMisread(value, paid));
  const others =
    isNamed || paid === undefined ? [] : [...printedAs(paid, context), ...misread(paid, context)];
  const totals = [...(isNamed ? named : [...readable, ...others]), ...rounded(named, context)];
  const scored = totals.map((total) => ({
    ...total,
    rank:
      total.rank +
      (isSame(total.value, paid) ? 1 : 0) +
      0.3 * (totals.filter(({ value }) => isSame(value, total.value)).length - 1),
  }));
  const best = scored.reduce<TotalLine | undefined>(
    (top, one) =>
      top === undefined || one.rank > top.rank || (one.rank === top.rank && one.value > top.value)
        ? one
        : top,
    undefined,
  );
  if (best === undefined) return [];
  const certainty = best.rank >= 1.8 ? 0.95 : 0.82;
  const proposal = placed("total", { ...best, certainty });
  // Three amounts that were recognised apart agree, so doubtful letters of one do not count.
  const isRead = best.rank >= 1 + PRINTED_RANK;
  return [isRead && isSame(best.value, paid) ? { ...proposal, confidence: AGREED } : proposal];
}

/** The first line with an amount. */
function printedAs(amount: number | undefined, context: DocumentContext): readonly TotalLine[] {
  const found = context.lines
    .filter(({ whole }) => !PAYMENT.test(whole.text))
    .flatMap(({ whole }) => lastAmount(whole, context) ?? [])
    .find(({ value }) => isSame(value, amount));
  return found === undefined ? [] : [{ ...found, rank: PRINTED_RANK }];
}

const ROUNDING = /round|rundung|arrondi|redondeo|arrotond|afronding|arredond|zaokr|avrundning|öresutj/iu;

/** The totals with the rounding that a line names, as they are printed below it: these are paid. */
function rounded(named: readonly TotalLine[], context: DocumentContext): readonly TotalLine[] {
  const by = context.lines
    .filter(({ whole }) => ROUNDING.test(whole.text) && !/after|total/iu.test(whole.text))
    .flatMap(({ whole }) => lastAmount(whole, context)?.value ?? [])
    .find((value) => value !== 0 && Math.abs(value) < MAX_ROUNDING);
  if (by === undefined) return [];
  return named.flatMap(({ value, rank }) =>
    printedAs(value + by, context).map((line) => ({ ...line, rank: rank + PRINTED_RANK })),
  );
}

/** Half of the smallest coins that are paid with are at most this. */
const MAX_ROUNDING = 0.5;

/** What was paid is the total of a line whose amount cannot be read, or differs from it in one digit. */
function misread(paid: number, context: DocumentContext): readonly TotalLine[] {
  const found = context.lines.findLast(({ whole }) => {
    if (!TOTAL.test(whole.text) || NOT_TOTAL.test(whole.text)) return false;
    const amount = lastAmount(whole, context);
    return /\d/u.test(whole.text) && amount === undefined ? true : isMisread(amount?.value, paid);
  });
  const segment = found?.segments.at(-1);
  return segment === undefined
    ? []
    : [{ value: paid, segment, start: 0, end: segment.text.length, rank: MISREAD_RANK }];
}

/** Of totals without a readable label, and of those without a readable amount. */
const [PRINTED_RANK, MISREAD_RANK] = [0.7, 0.6];

function isMisread(value: number | undefined, paid: number | undefined): boolean {
  if (value === undefined || paid === undefined) return false;
  const [one, other] = [value.toFixed(2), paid.toFixed(2)];
  const differing = Array.from(one).filter((digit, at) => digit !== other[at]).length;
  return one.length === other.length && differing === 1;
}

const TOTAL =
  /(?<!sub[\s-]?)\b(?:grand\s?total|total|[tf][o0]ta[1i]?|(?:amount\s)?due|nett?\s?total|summe|gesamt(?:betrag)?|zu\szahlen|totale|totaal|te\sbetalen|suma|razem|do\szapłaty|att\sbetala|totalt|summa|celkem|net\sà\spayer|importe)\b|合计|总计|合計|应付/iu;
const NOT_TOTAL =
  /sub[\s-]?total|total\s?(?:qty|item|quantity|disc|saving|tax|gst|point|round|\d+\s?%)|qty|items?\b|excl|included|before|discount|saving|zwischensumme|sous-total|exkl|change|tendered|accepted|received|points/iu;

interface LineAt {
  readonly line: SegmentLine;
  readonly at: number;
}

function totalLine(context: DocumentContext, { line, at }: LineAt): TotalLine | undefined {
  const { text } = line.whole;
  if (!TOTAL.test(text) || NOT_TOTAL.test(text)) return undefined;
  const next = context.lines[at + 1];
  const inLine = lastAmount(line.whole, context) ?? (next === undefined ? undefined : aloneIn(next, context));
  if (inLine === undefined) return undefined;
  const sign = inLine.value > 0 ? 0 : -0.5;
  const rank = 1 + sign + (/grand|due|payable|incl|round|nett?\b|zu zahlen|ttc/iu.test(text) ? 0.5 : 0);
  return { ...inLine, rank };
}

type Found = Omit<TotalLine, "rank">;

function lastAmount(segment: Segment, { mark }: DocumentContext): Found | undefined {
  const number = numbersIn(segment.text, mark).findLast((one) => isMoney(one) && !one.isPercent);
  if (number !== undefined) {
    return { value: number.value, segment, start: number.start, end: number.end };
  }
  // Currencies that were recognised wrongly stick to their amounts, such as "Rn39.00".
  const match = /(?<=\s\p{L}{1,2})\d{1,5}[.,]\d{2}$/u.exec(segment.text);
  if (match === null) return undefined;
  const value = Number(match[0].replace(",", "."));
  return { value, segment, start: match.index, end: segment.text.length };
}

const ALONE = /^(?:RM|\p{Sc}|[A-Z]{3})?\s?-?\d[\d.,\s]*(?:\p{Sc}|[A-Z]{3})?$/u;

/** An amount that has its line for itself belongs to the label above it. */
function aloneIn({ whole }: SegmentLine, context: DocumentContext): Found | undefined {
  return ALONE.test(whole.text) ? lastAmount(whole, context) : undefined;
}

/** Cash minus change is what was paid. */
function paidAmount(context: DocumentContext): number | undefined {
  const amountAt = (pattern: RegExp): number | undefined =>
    context.lines.flatMap(({ whole }) =>
      pattern.test(whole.text) ? (lastAmount(whole, context) ?? []) : [],
    )[0]?.value;
  const [cash, change] = [amountAt(CASH), amountAt(CHANGE)];
  return cash === undefined || change === undefined ? undefined : cash - Math.abs(change);
}

const CASH =
  /\b(?:cash|paid|tendered|accepted|received|bar|gegeben|espèces|contanti|efectivo|contant|gotówka|kontant|现金)\b/iu;
const CHANGE = /\b(?:change|rückgeld|wechselgeld|rendu|resto|cambio|wisselgeld|reszta|växel|找零)\b/iu;
const PAYMENT = new RegExp(`${CASH.source}|${CHANGE.source}`, "iu");

function isSame(one: number, other: number | undefined): boolean {
  return other !== undefined && isSameAmount(one, other);
}
