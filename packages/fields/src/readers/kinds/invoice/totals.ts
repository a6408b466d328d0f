import type { Citation } from "@galley/core/domain";
import { contextOf, type DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment } from "../../../text/segment.ts";
import { numbersIn } from "../../../values/amounts.ts";
import { isMoney } from "../../../values/read-value.ts";
import { labelledValues, schemaHits } from "../../labels/label-reader.ts";
import { columnBelow, type LabelledValue } from "../../labels/labelled-values.ts";
import type { Proposal, ReaderCall } from "../../reader.ts";

interface Amount {
  readonly value: number;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  /** 0 to 1; 0 for amounts without a label. */
  readonly score: number;
  /** The amounts of the rates that it is the sum of. */
  readonly parts?: readonly Amount[];
  /** False for whole numbers, which are amounts only where all are. */
  readonly isMoney: boolean;
}

interface Totals {
  readonly net: Amount;
  /** Several if each rate has its own. */
  readonly taxes: readonly Amount[];
  readonly gross: Amount;
  readonly score: number;
}

/** The three totals: those of the labelled amounts for which net + tax = gross. */
export function totalsProposals({
  document,
  schema,
}: Pick<ReaderCall, "document" | "schema">): readonly Proposal[] {
  const context = contextOf(document);
  const values = labelledValues(document, schema);
  const labelled = (path: string): readonly Amount[] => (values.get(path) ?? []).flatMap(amountOf);
  const summed = (path: string): readonly Amount[] => columnSums(path, { context, schema });
  const [nets, taxes, grosses, dues] = [
    [...labelled("net_total"), ...summed("net_total")],
    [...labelled("tax_total"), ...summed("tax_total")],
    labelled("gross_total"),
    labelled("amount_due"),
  ];
  const best = bestTotals({ nets, taxes, grosses: [...grosses, ...dues], all: moneyIn(context) });
  if (best === undefined) return grossAlone(grosses);
  return [...proposalsOf(best), ...dueProposals(best, { dues, context })];
}

function amountOf({ found, segment, confidence }: LabelledValue): readonly Amount[] {
  const { value, start, end, certainty } = found;
  return typeof value === "number"
    ? [{ value, segment, start, end, score: confidence, isMoney: certainty === 1 }]
    : [];
}

interface SumSearch {
  readonly context: DocumentContext;
  readonly schema: ReaderCall["schema"];
}

/** The sums of the columns that a label heads: a table of rates may leave out their totals. */
function columnSums(path: string, { context, schema }: SumSearch): readonly Amount[] {
  const property = schema.properties[path];
  if (property === undefined) return [];
  return schemaHits(context, schema)
    .filter(({ keys }) => keys.includes(path))
    .flatMap((hit) => {
      const parts = columnBelow(hit, property, context).flatMap(amountOf);
      const [first] = parts;
      if (first === undefined || parts.length > MAX_RATES || !parts.every(({ isMoney: is }) => is)) return [];
      const score = Math.min(...parts.map((part) => part.score)) - SUM_DOUBT;
      return [{ ...first, value: rounded(sum(parts)), parts, score }];
    });
}

/** A sum that is printed is better than one that is not. */
const SUM_DOUBT = 0.1;

interface Candidates {
  readonly nets: readonly Amount[];
  readonly taxes: readonly Amount[];
  readonly grosses: readonly Amount[];
  readonly all: readonly Amount[];
}

/** Chosen so that a page of prices is no work: a document has fewer labelled totals. */
const MAX_CANDIDATES = 24;

/** An amount without a label is the missing third of two with one. */
function bestTotals({ nets, taxes, grosses, all }: Candidates): Totals | undefined {
  const printed = Map.groupBy(all, ({ value }) => cents(value));
  const find = (value: number, from: readonly Amount[]): Amount | undefined =>
    from.find((one) => isSame(one.value, value)) ?? printed.get(cents(value))?.at(-1);
  const totals: Totals[] = [];
  const isTotal = ({ value }: Amount): boolean =>
    [...nets, ...grosses].some((other) => isSame(other.value, value));
  // "Total excl. VAT" names the tax, too.
  const rates = taxes.filter(
    (tax) =>
      tax.parts === undefined && !isTotal(tax) && (tax.isMoney || !taxes.some((other) => other.isMoney)),
  );
  const taxSets = [...taxes.slice(-MAX_CANDIDATES).map((tax) => [tax]), ...sumsOf(rates)];
  for (const gross of grosses.slice(-MAX_CANDIDATES)) {
    for (const set of taxSets) {
      const net = find(gross.value - sum(set), nets);
      if (net !== undefined && net !== gross && isTaxOf(set, net))
        totals.push(scored({ net, taxes: set, gross }));
    }
    for (const net of nets.slice(-MAX_CANDIDATES)) {
      const tax = find(gross.value - net.value, taxes);
      if (tax !== undefined && isTaxOf([tax], net)) totals.push(scored({ net, taxes: [tax], gross }));
    }
  }
  for (const net of nets.slice(-MAX_CANDIDATES)) {
    for (const set of taxSets) {
      const gross = find(net.value + sum(set), grosses);
      if (gross !== undefined && gross !== net && isTaxOf(set, net))
        totals.push(scored({ net, taxes: set, gross }));
    }
  }
  return totals.reduce<Totals | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  );
}

/** No tax is as large as what is taxed, however the two are called: "VAT subtotal" may name either. */
function isTaxOf(taxes: readonly Amount[], net: Amount): boolean {
  return Math.abs(sum(taxes)) < Math.abs(net.value);
}

/** The taxes of several rates, each once although it is printed in a table and beside the total. */
function sumsOf(taxes: readonly Amount[]): readonly (readonly Amount[])[] {
  const byLine = [...new Map(taxes.map((tax) => [cents(tax.value), tax])).values()];
  return byLine.length > 1 && byLine.length <= MAX_RATES ? [byLine] : [];
}

/** No country has more rates. */
const MAX_RATES = 5;

function scored({ net, taxes, gross }: Omit<Totals, "score">): Totals {
  const tax = Math.min(...taxes.map(({ score }) => score));
  // Totals with no tax at all are right, too, but any amount plus 0.00 is itself.
  const isTrivial = isSame(sum(taxes), 0);
  const rank = net.score + tax + gross.score - (taxes.length > 1 ? 0.05 : 0) - (isTrivial ? 0.6 : 0);
  return { net, taxes, gross, score: rank };
}

function proposalsOf({ net, taxes, gross, score }: Totals): readonly Proposal[] {
  const confidence = score > 2 ? 0.98 : score > SETTLED_SCORE ? 0.95 : 0.8;
  const [first] = taxes;
  if (first === undefined) return [];
  const tax: Proposal = {
    ...proposal("tax_total", first, confidence),
    value: rounded(sum(taxes)),
    citations: taxes.flatMap(citationsOf),
  };
  const all = [proposal("net_total", net, confidence), tax, proposal("gross_total", gross, confidence)];
  return all.map((one) => ({ ...one, isSettled: score > SETTLED_SCORE }));
}

/** Two of three amounts have labels, and a tax that is not zero is the difference. */
const SETTLED_SCORE = 1.4;

function proposal(path: string, amount: Amount, confidence: number): Proposal {
  const { value, segment, start, end } = amount;
  const raw = segment.text.slice(start, end);
  return { path, value, raw, citations: citationsOf(amount), confidence, reader: "kind" };
}

function citationsOf(amount: Amount): readonly Citation[] {
  const places = amount.parts ?? [amount];
  return places.map(({ segment, start, end }) => citationOf(segment, start, end));
}

/** Without tax and net, the last of the amounts that are called a total. */
function grossAlone(grosses: readonly Amount[]): readonly Proposal[] {
  const largest = Math.max(...grosses.map(({ value }) => value));
  const last = grosses.findLast(({ value }) => value === largest);
  return last === undefined ? [] : [proposal("gross_total", last, LONE_CONFIDENCE)];
}

const LONE_CONFIDENCE = 0.8;

interface Dues {
  readonly dues: readonly Amount[];
  readonly context: DocumentContext;
}

/** An invoice that says nothing of payments and takes nothing off its total asks for it. */
function dueProposals({ gross }: Totals, { dues, context }: Dues): readonly Proposal[] {
  if (dues.length > 0 || context.lines.some(({ whole }) => PREPAID.test(whole.text))) return [];
  if (gross.value > 0 && hasDeduction(gross.segment, context)) return [];
  return [proposal("amount_due", gross, DUE_CONFIDENCE)];
}

/** A negative amount beside or below the total, such as a tax that the buyer withholds. */
function hasDeduction({ page, box }: Segment, context: DocumentContext): boolean {
  return context.lines.some(
    (line) =>
      line.page === page &&
      line.segments.some((segment) => segment.box.y1 > box.y0 && NEGATIVE.test(segment.text)),
  );
}

/** A negative number and nothing else but a currency. */
const NEGATIVE = /^[-−–]\s?\p{Sc}?\d[\d.,'\s]*(?:\s?(?:\p{Sc}|[A-Z]{3}|kr|zł|Kč|円))?$/u;

const DUE_CONFIDENCE = 0.92;
const PREPAID =
  /anzahlung|vorauszahlung|prepaid|deposit|amount paid|already paid|acompte|déjà (?:payé|réglé)|anticipo|acconto|aanbetaling|vooruitbetal|adiantamento|zaliczk|zapłacono|förskott|záloh|预付|已付|前受金|入金済/iu;

function moneyIn({ lines, mark }: DocumentContext): readonly Amount[] {
  return lines.flatMap(({ segments }) =>
    segments.flatMap((segment) =>
      numbersIn(segment.text, mark)
        .filter((number) => isMoney(number) && !number.isPercent)
        .map(({ value, start, end }) => ({ value, segment, start, end, score: 0, isMoney: true })),
    ),
  );
}

function sum(amounts: readonly Amount[]): number {
  return amounts.reduce((all, { value }) => all + value, 0);
}

/** Totals are printed with two decimals, so their sums differ by less than a cent. */
function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.006;
}

function cents(value: number): number {
  return Math.round(value * 100);
}

function rounded(value: number): number {
  return cents(value) / 100;
}
