import { contextOf, type DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment, type SegmentLine, wordConfidence } from "../../../text/segment.ts";
import { numbersIn } from "../../../values/amounts.ts";
import { hasLegalForm } from "../../../values/company-names.ts";
import { datesIn } from "../../../values/dates.ts";
import { isMoney } from "../../../values/read-value.ts";
import type { Proposal, ReaderCall } from "../../reader.ts";

/** What is known of receipts whoever prints them: the company at the top, its address below, a date, the total. */
export function receiptProposals({ document }: ReaderCall): readonly Proposal[] {
  const context = contextOf(document);
  const head = headOf(context);
  return [
    ...companyProposals(head),
    ...addressProposals(head),
    ...dateProposals(context),
    ...totalProposals(context),
  ];
}

interface ReceiptHead {
  /** Lines with letters at the top of the first page. */
  readonly lines: readonly SegmentLine[];
  /** Index of the line with the company's name; -1 if none looks like one. */
  readonly company: number;
}

/** Lines that the name and the address take. */
const HEAD_LINES = 12;

function headOf({ lines }: DocumentContext): ReceiptHead {
  const first = lines.filter(({ whole }) => /\p{L}{2}/u.test(whole.text)).slice(0, HEAD_LINES);
  const named = first
    .slice(0, NAME_LINES)
    .findIndex(({ whole }) => hasLegalForm(whole.text) && !isContact(whole.text));
  const company = named === -1 ? first.findIndex(({ whole }) => isLikelyName(whole)) : named;
  return { lines: first, company };
}

/** A legal form further down belongs to someone else, such as the customer. */
const NAME_LINES = 5;

function isContact(text: string): boolean {
  return /\b(?:tel|fax|phone|e-?mail|www|https?|gst|reg|tax|invoice|receipt|bill|cash|date)\b/iu.test(text);
}

/** Scraps of logos have few letters or low confidence. */
function isLikelyName(segment: Segment): boolean {
  const letters = segment.text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 4 && !isContact(segment.text) && wordConfidence(segment) > 0.4 && !/\d{4}/u.test(segment.text)
  );
}

function companyProposals({ lines, company }: ReceiptHead): readonly Proposal[] {
  const line = lines[company];
  if (line === undefined) return [];
  const { whole } = line;
  // Registration numbers in brackets follow the name.
  const name = whole.text.replace(
    /\s*[([]?(?:co\.?\s?(?:reg)?\.?\s?no\.?\s?[:.]?\s?)?\d{4,}\s?-?\s?\p{L}?\s?[)\]]?.*$/iu,
    "",
  );
  const end = name.length < 3 ? whole.text.length : name.length;
  const certainty = hasLegalForm(whole.text) ? 0.9 : 0.72;
  const value = whole.text.slice(0, end);
  return [placed("company", { value, segment: whole, start: 0, end, certainty })];
}

function addressProposals({ lines, company }: ReceiptHead): readonly Proposal[] {
  const below = lines.slice(company + 1);
  const start = below.findIndex(({ whole }) => isAddress(whole.text));
  if (start === -1) return [];
  const rest = below.slice(start);
  const end = rest.findIndex(
    ({ whole }) => isContact(whole.text) || /^\W*\(?\d{5,}-?\p{L}?\)?\W*$/u.test(whole.text),
  );
  const part = rest.slice(0, end === -1 ? MAX_ADDRESS : Math.min(end, MAX_ADDRESS)).map(({ whole }) => whole);
  if (part.length === 0) return [];
  const value = part.map(({ text }) => text).join(" ");
  const confidence = 0.75 * Math.min(...part.map((segment) => 0.5 + wordConfidence(segment) / 2));
  return [
    {
      path: "address",
      value,
      raw: value,
      citations: part.map((segment) => citationOf(segment)),
      confidence,
      reader: "kind",
    },
  ];
}

const MAX_ADDRESS = 5;

function isAddress(text: string): boolean {
  if (isContact(text) || /^\W*\(?\d{5,}-?\p{L}?\)?\W*$/u.test(text)) return false;
  return /\d|,|\b(?:jalan|jln|lot|street|road|avenue|str\.|straße|rue|via|calle|lorong|taman)\b/iu.test(text);
}

function dateProposals({ lines, order }: DocumentContext): readonly Proposal[] {
  const all = lines.flatMap(({ whole }) =>
    datesIn(whole.text, order).map((date) => ({
      date,
      segment: whole,
      isLabelled: /date|datum|fecha|data/iu.test(whole.text),
    })),
  );
  const best = all.find(({ isLabelled }) => isLabelled) ?? all[0];
  if (best === undefined) return [];
  const { date, segment, isLabelled } = best;
  const isAgreed = all.every((other) => other.date.value === date.value);
  const certainty = (isLabelled || isAgreed ? 0.95 : 0.8) * (date.isAmbiguous ? 0.75 : 1);
  return [placed("date", { value: date.value, segment, start: date.start, end: date.end, certainty })];
}

interface TotalLine {
  readonly value: number;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  readonly rank: number;
}

/** The amount that is called the total; sums of tax, items, discounts and payments are not. */
function totalProposals(context: DocumentContext): readonly Proposal[] {
  const totals = context.lines.flatMap((line, at) => totalLine(context, { line, at }) ?? []);
  const paid = paidAmount(context);
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
  return [placed("total", { ...best, certainty })];
}

const TOTAL =
  /(?<!sub[\s-]?)\b(?:grand\s?total|total|t0tal|tota1|amount\s?due|nett?\s?total|summe|gesamt(?:betrag)?|zu\szahlen|totale|totaal|te\sbetalen|suma|razem|do\szapłaty|att\sbetala|totalt|summa|celkem|net\sà\spayer|importe)\b|合计|总计|合計|应付/iu;
const NOT_TOTAL =
  /sub[\s-]?total|total\s?(?:qty|item|quantity|disc|saving|tax|gst|point|round)|qty|items?\b|excl|before|discount|saving|zwischensumme|sous-total|exkl|change|tendered|points/iu;

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
  const rank = 1 + (/grand|due|payable|incl|round|nett?\b|zu zahlen|ttc/iu.test(text) ? 0.5 : 0);
  return { ...inLine, rank };
}

type Found = Omit<TotalLine, "rank">;

function lastAmount(segment: Segment, { mark }: DocumentContext): Found | undefined {
  const number = numbersIn(segment.text, mark).findLast((one) => isMoney(one) && !one.isPercent);
  return number === undefined
    ? undefined
    : { value: number.value, segment, start: number.start, end: number.end };
}

/** An amount that has its line for itself belongs to the label above it. */
function aloneIn({ whole }: SegmentLine, context: DocumentContext): Found | undefined {
  return /\p{L}{4}/u.test(whole.text) ? undefined : lastAmount(whole, context);
}

/** Cash minus change is what was paid. */
function paidAmount(context: DocumentContext): number | undefined {
  const amountAt = (pattern: RegExp): number | undefined =>
    context.lines.flatMap(({ whole }) =>
      pattern.test(whole.text) ? (lastAmount(whole, context) ?? []) : [],
    )[0]?.value;
  const cash = amountAt(
    /\b(?:cash|tendered|bar|gegeben|espèces|contanti|efectivo|contant|gotówka|kontant|现金)\b/iu,
  );
  const change = amountAt(
    /\b(?:change|rückgeld|wechselgeld|rendu|resto|cambio|wisselgeld|reszta|växel|找零)\b/iu,
  );
  return cash === undefined || change === undefined ? undefined : cash - Math.abs(change);
}

function isSame(one: number, other: number | undefined): boolean {
  return other !== undefined && Math.abs(one - other) < 0.006;
}

interface Placed {
  readonly value: string | number;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  readonly certainty: number;
}

function placed(path: string, { value, segment, start, end, certainty }: Placed): Proposal {
  const confidence = certainty * (0.6 + 0.4 * wordConfidence(segment));
  const citations = [citationOf(segment, start, end)];
  return { path, value, raw: segment.text.slice(start, end), citations, confidence, reader: "kind" };
}
