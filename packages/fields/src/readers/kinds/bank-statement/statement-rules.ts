import { contextOf, type DocumentContext } from "../../../document/document-context.ts";
import { citationOf, wordConfidence } from "../../../text/segment.ts";
import { isSameAmount } from "../../../values/amounts.ts";
import { ibansIn } from "../../../values/identifiers.ts";
import { schemaHits, labelledValues } from "../../labels/label-reader.ts";
import type { LabelledValue } from "../../labels/labelled-values.ts";
import type { Proposal, ReaderCall } from "../../reader.ts";
import { addressWindow } from "../invoice/parties.ts";
import { bookingRows, type PrintedRow } from "./booking-rows.ts";
import type { Part } from "./printed-line.ts";
import { bestWay, type Signed, type SignedRow, waysToSign } from "./signed-amounts.ts";
import { dateReader, datedSpan, periodIn, periodProposals } from "./statement-dates.ts";

/** What is known of bank statements whoever prints them: account, period, balances and transactions, which add up. */
export function statementProposals(call: ReaderCall): readonly Proposal[] {
  const context = contextOf(call.document);
  const balanceLines = balanceLinesOf(call, context);
  const period = periodIn(context);
  const rows = bookingRows(context, (at) => balanceLines.has(at) || at === period?.lineAt);
  const { opening, closing, signed, isWhole } = bestBalances(call, rows);
  const dateOf = dateReader(
    rows.flatMap(({ date }) => date ?? []),
    {
      period:
        period === undefined ? datedSpan(context) : { start: period.start.value, end: period.end.value },
      order: context.order,
    },
  );
  return [
    ...holderProposals(call, context),
    ...accountProposals(call, context, rows),
    ...periodProposals(period),
    ...balanceProposal("opening_balance", opening, isWhole),
    ...balanceProposal("closing_balance", closing, isWhole),
    ...signed.flatMap((row, at) => rowProposals(row, { prefix: `transactions[${at}]`, dateOf })),
  ];
}

/** The lines that begin with the label of a balance. */
function balanceLinesOf({ schema }: ReaderCall, context: DocumentContext): ReadonlySet<number> {
  const hits = schemaHits(context, schema).filter(({ keys, isFirst }) => {
    return isFirst && keys.some((key) => key === "opening_balance" || key === "closing_balance");
  });
  return new Set(
    hits
      .filter(({ lineAt, segment, length }) => {
        const segments = context.lines[lineAt]?.segments ?? [];
        const before = segments.slice(0, segments.indexOf(segment)).map(({ text }) => text);
        return length > SHORT_LABEL && before.every((text) => /^[\d\s./-]+$/u.test(text));
      })
      .map(({ lineAt }) => lineAt),
  );
}

/** Shorter labels, such as "Saldo", also head columns and begin descriptions. */
const SHORT_LABEL = 6;

interface Balance {
  readonly value: number;
  readonly labelled: LabelledValue;
}

interface FoundBalances {
  readonly opening: Balance | undefined;
  readonly closing: Balance | undefined;
  readonly signed: readonly SignedRow[];
  /** True if opening balance and transactions add up to the closing one. */
  readonly isWhole: boolean;
}

/** Chosen so that pages of labels are no work: statements print their balances two or three times. */
const MAX_BALANCES = 6;

/** The balances that the transactions prove, else the first opening and the last closing one. */
function bestBalances(call: ReaderCall, rows: readonly PrintedRow[]): FoundBalances {
  const [openings, closings] = [balancesOf(call, "opening_balance"), balancesOf(call, "closing_balance")];
  const ways = waysToSign(rows);
  const tries = openings
    .slice(0, MAX_BALANCES)
    .flatMap((opening) =>
      closings.slice(-MAX_BALANCES).map((closing) => balanced({ opening, closing }, ways)),
    );
  const first = { opening: openings[0], closing: closings.at(-1) };
  return tries.find(({ isWhole }) => isWhole) ?? balanced(first, ways);
}

function balanced(
  { opening, closing }: Pick<FoundBalances, "opening" | "closing">,
  ways: readonly Signed[],
): FoundBalances {
  const signed = bestWay(ways, { opening: opening?.value, closing: closing?.value });
  const total = signed.reduce((all, { amount }) => all + amount, opening?.value ?? 0);
  const isWhole =
    opening !== undefined && closing !== undefined && signed.length > 0 && isSameAmount(total, closing.value);
  return { opening, closing, signed, isWhole };
}

/** The labelled values of a balance; marks of debit behind them make them negative. */
function balancesOf({ document, schema }: ReaderCall, path: string): readonly Balance[] {
  return (labelledValues(document, schema).get(path) ?? []).flatMap((labelled) => {
    const { value, end } = labelled.found;
    if (typeof value !== "number") return [];
    const isDebit = DEBIT_BEHIND.test(labelled.segment.text.slice(end));
    return [{ value: isDebit ? -Math.abs(value) : value, labelled }];
  });
}

const DEBIT_BEHIND = /^\s?(?:[A-Z]{3}\s?)?(?:S|D|DR|DB|Wn|MD|借)(?![\p{L}\d])/u;

function balanceProposal(path: string, balance: Balance | undefined, isWhole: boolean): readonly Proposal[] {
  if (balance === undefined) return [];
  const { value, labelled } = balance;
  const { segment, found } = labelled;
  const confidence = (isWhole ? PROVED : UNPROVED) * wordConfidence(segment);
  return [placed(path, value, { part: { segment, start: found.start, end: found.end }, confidence })];
}

/** Values that the sums of the statement prove, and those that nothing proves. */
const [PROVED, UNPROVED] = [0.97, 0.8];

function holderProposals(call: ReaderCall, context: DocumentContext): readonly Proposal[] {
  const [labelled] = labelledValues(call.document, call.schema).get("account_holder") ?? [];
  if (labelled !== undefined) {
    const { segment, found, confidence } = labelled;
    return [
      placed("account_holder", found.value, {
        part: { segment, start: found.start, end: found.end },
        confidence,
      }),
    ];
  }
  const window = addressWindow(context, (call.document.pages[0]?.height ?? 0) / 2, undefined);
  if (window === undefined) return [];
  const { name: segment, start, end, confidence } = window;
  const value = segment.text.slice(start, end).trim();
  return [
    placed("account_holder", value, {
      part: { segment, start, end },
      confidence: confidence * wordConfidence(segment),
    }),
  ];
}

/** The first IBAN outside of the transactions, whose own are those of others; else the labelled number of the account. */
function accountProposals(
  { document, schema }: ReaderCall,
  { lines }: DocumentContext,
  rows: readonly PrintedRow[],
): readonly Proposal[] {
  const head = lines.slice(0, rows[0]?.lineAt);
  const iban = head
    .flatMap(({ whole: segment }) => ibansIn(segment.text).map((found) => ({ segment, found })))
    .find(({ found }) => found.checks.length === 0);
  const numbers = (labelledValues(document, schema).get("account_number") ?? []).filter(
    ({ segment, found, hit }) =>
      hit.isFirst &&
      typeof found.value === "string" &&
      ACCOUNT.test(found.value) &&
      ibansIn(segment.text).length === 0,
  );
  return [
    ...(iban === undefined
      ? []
      : [
          placed("iban", iban.found.value, {
            part: { segment: iban.segment, start: iban.found.start, end: iban.found.end },
            confidence: PROVED,
          }),
        ]),
    ...numbers.slice(0, 1).map(({ segment, found, confidence }) =>
      placed("account_number", found.value, {
        part: { segment, start: found.start, end: found.end },
        confidence,
      }),
    ),
  ];
}

/** Digits, in groups or not; other words with a number are no accounts. */
const ACCOUNT = /^\p{L}{0,4}[\d\s./-]{4,}$/u;

interface RowMaking {
  readonly prefix: string;
  readonly dateOf: ReturnType<typeof dateReader>;
}

function rowProposals(signed: SignedRow, { prefix, dateOf }: RowMaking): readonly Proposal[] {
  const { row, amount, balance, printed, balanceAt, isProved } = signed;
  const { date, datePart, valueDate, valuePart, texts } = row;
  const confidence =
    (isProved ? PROVED : UNPROVED) * Math.min(...texts.map(({ segment }) => wordConfidence(segment)), 1);
  const dated = (name: string, value: typeof date, part: Part | undefined): readonly Proposal[] => {
    const iso = value && dateOf(value);
    return iso === undefined || part === undefined
      ? []
      : [placed(`${prefix}.${name}`, iso, { part, confidence })];
  };
  return [
    ...dated("date", date, datePart),
    ...dated("value_date", valueDate, valuePart),
    ...descriptionProposal(`${prefix}.description`, texts, confidence),
    placed(`${prefix}.amount`, rounded(amount), { part: printed, confidence }),
    ...(balance === undefined || balanceAt === undefined
      ? []
      : [placed(`${prefix}.balance`, rounded(balance), { part: balanceAt, confidence })]),
  ];
}

function descriptionProposal(path: string, texts: readonly Part[], confidence: number): readonly Proposal[] {
  if (texts.length === 0) return [];
  const value = texts.map(({ segment, start, end }) => segment.text.slice(start, end)).join(" ");
  const citations = texts.map(({ segment, start, end }) => citationOf(segment, start, end));
  return [{ path, value, raw: value, citations, confidence, reader: "kind" }];
}

interface Place {
  readonly part: Part;
  readonly confidence: number;
}

function placed(path: string, value: Proposal["value"], { part, confidence }: Place): Proposal {
  const { segment, start, end } = part;
  const raw = segment.text.slice(start, end);
  return { path, value, raw, citations: [citationOf(segment, start, end)], confidence, reader: "kind" };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
