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
  let [company, best] = [-1, LEAST_NAME];
  for (const at of first.keys()) {
    const score = nameScore(first, at);
    if (score > best) [company, best] = [at, score];
  }
  return { lines: first, company };
}

/** Below it, lines are scraps of logos. */
const LEAST_NAME = -0.5;

/** What speaks for a line as the name of the company; the address is right below it. */
function nameScore(lines: readonly SegmentLine[], at: number): number {
  const segment = lines[at]?.whole;
  if (segment === undefined || !isLikelyName(segment)) return Number.NEGATIVE_INFINITY;
  const { text } = segment;
  const below = lines.slice(at + 1, at + 3).filter(({ whole }) => !isRegistration(whole.text));
  const isAbove = below[0] !== undefined && isAddress(below[0].whole.text);
  return (
    (hasLegalForm(text) || isRegistered(text) ? 1 : 0) +
    (isAbove ? 0.5 : 0) +
    (BUSINESS.test(text) ? 0.4 : 0) +
    (text === text.toUpperCase() ? 0.2 : 0) -
    POSITION_COST * at
  );
}

/** Names stand at the top, but scraps of logos and slogans may come before them. */
const POSITION_COST = 0.1;

/** Words of names of shops. */
const BUSINESS =
  /\b(?:s\s?\/\s?b|enterprise|trading|restaurants?|restoran|mart|market|supermarket|supermarkt|stores?|shop|caf[eé]|bakery|bäckerei|boulangerie|hotel|pharmacy|apotheke|pharmacie|farmacia|hardware|stationery|syarikat|perniagaan|kedai|confectionery|panadería|ristorante|apteka|sklep)\b/iu;

/** True if a registration number ends the line, such as "ABC (81497-P)". */
function isRegistered(text: string): boolean {
  return /\p{L}.*[\s(]\d{5,}-?\p{L}?\)?\s*$/u.test(text) && !isAddress(text.replace(/\(?\d{5,}.*$/u, ""));
}

/** True if a line is a registration number and nothing else. */
function isRegistration(text: string): boolean {
  return /^\W*(?:\p{L}{1,3}[\dO]{5,}|\d{5,})\s?-?\s?\p{L}{0,2}\W*$/u.test(text);
}

const SLOGAN = /\b(?:thank|welcome|please|sold|return|desc|qty|price|amount|item|feedback|voucher)/iu;

function isContact(text: string): boolean {
  return /\b(?:te[l1i]|fax|phone|e-?mail|www|https?|gst|reg|tax|invoice|receipt|bill|date|ust-id|mwst|siret|nif|p\.?\s?iva)\b|^\W*cash\W*$/iu.test(
    text,
  );
}

/** Scraps of logos have few letters or low confidence. */
function isLikelyName(segment: Segment): boolean {
  const { text } = segment;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 4 || isContact(text) || SLOGAN.test(text)) return false;
  return hasLegalForm(text) || (wordConfidence(segment) > 0.4 && !isStreet(text));
}

function companyProposals({ lines, company }: ReceiptHead): readonly Proposal[] {
  const line = lines[company];
  if (line === undefined) return [];
  const { whole } = line;
  // Scraps stand before the name, registration numbers in brackets after it.
  const start = /^[^\p{L}\d]*/u.exec(whole.text)?.[0].length ?? 0;
  const name = whole.text
    .slice(start)
    .replace(
      /\s*(?:[([{]\s?\p{L}?)?(?:co\.?\s?(?:reg)?\.?\s?no\.?\s?[:.]?\s?)?\d{4,}\s?-?\s?\p{L}?\s?[)\]}]?.*$|\s*[([{]\s?\p{L}?$/iu,
      "",
    );
  const end = name.length < 3 ? whole.text.length : start + name.length;
  const certainty = hasLegalForm(whole.text) ? 0.9 : 0.72;
  const value = whole.text.slice(start, end);
  return [placed("company", { value, segment: whole, start, end, certainty })];
}

function addressProposals({ lines, company }: ReceiptHead): readonly Proposal[] {
  const below = lines.slice(company + 1);
  const start = below.findIndex(({ whole }) => isAddress(whole.text));
  if (start === -1) return [];
  const rest = below.slice(start);
  const end = rest.findIndex(({ whole }) => isContact(whole.text) || isRegistration(whole.text));
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
  if (isContact(text) || isRegistration(text) || datesIn(text, undefined).length > 0) return false;
  return /\d|,/u.test(text) || isStreet(text);
}

function isStreet(text: string): boolean {
  return /\b(?:jalan|jln|lot|street|road|avenue|str\.|straße|rue|via|calle|lorong|taman)\b|,$/iu.test(text);
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
  const proposal = placed("date", {
    value: date.value,
    segment,
    start: date.start,
    end: date.end,
    certainty,
  });
  const isRepeated = isAgreed && all.length > 1 && !date.isAmbiguous;
  return [isRepeated ? { ...proposal, confidence: AGREED } : proposal];
}

/** Values that two places of a receipt agree on; all are right in the develop part. */
const AGREED = 0.95;

interface TotalLine {
  readonly value: number;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  readonly rank: number;
}

/** The amount that is called the total; sums of tax, items, discounts and payments are not. */
function totalProposals(context: DocumentContext): readonly Proposal[] {
  const paid = paidAmount(context);
  const named = context.lines.flatMap((line, at) => totalLine(context, { line, at }) ?? []);
  // Rounded totals may have no label that was recognised, but what was paid without the change is printed as one.
  const isNamed = named.some(({ value }) => isSame(value, paid));
  const totals = isNamed ? named : [...named, ...printedAs(paid, context)];
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
  return [best.rank >= 1 && isSame(best.value, paid) ? { ...proposal, confidence: AGREED } : proposal];
}

/** The first line with an amount. */
function printedAs(amount: number | undefined, context: DocumentContext): readonly TotalLine[] {
  const found = context.lines
    .filter(({ whole }) => !PAYMENT.test(whole.text))
    .flatMap(({ whole }) => lastAmount(whole, context) ?? [])
    .find(({ value }) => isSame(value, amount));
  return found === undefined ? [] : [{ ...found, rank: 0.7 }];
}

const TOTAL =
  /(?<!sub[\s-]?)\b(?:grand\s?total|total|[tf][o0]ta[1i]?|(?:amount\s)?due|nett?\s?total|summe|gesamt(?:betrag)?|zu\szahlen|totale|totaal|te\sbetalen|suma|razem|do\szapłaty|att\sbetala|totalt|summa|celkem|net\sà\spayer|importe)\b|合计|总计|合計|应付/iu;
const NOT_TOTAL =
  /sub[\s-]?total|total\s?(?:qty|item|quantity|disc|saving|tax|gst|point|round)|qty|items?\b|excl|included|before|discount|saving|zwischensumme|sous-total|exkl|change|tendered|points/iu;

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
  const match = /(?<=\s\p{Lu}\p{L}?)\d{1,5}[.,]\d{2}$/u.exec(segment.text);
  if (match === null) return undefined;
  const value = Number(match[0].replace(",", "."));
  return { value, segment, start: match.index, end: segment.text.length };
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
  const [cash, change] = [amountAt(CASH), amountAt(CHANGE)];
  return cash === undefined || change === undefined ? undefined : cash - Math.abs(change);
}

const CASH =
  /\b(?:cash|paid|tendered|bar|gegeben|espèces|contanti|efectivo|contant|gotówka|kontant|现金)\b/iu;
const CHANGE = /\b(?:change|rückgeld|wechselgeld|rendu|resto|cambio|wisselgeld|reszta|växel|找零)\b/iu;
const PAYMENT = new RegExp(`${CASH.source}|${CHANGE.source}`, "iu");

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
