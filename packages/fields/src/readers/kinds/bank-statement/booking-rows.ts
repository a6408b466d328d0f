import type { DocumentContext } from "../../../document/document-context.ts";
import { BOOKING_LABELS } from "../../../kinds/receipt-labels.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { labelIndex } from "../../label-index/label-index.ts";
import { SUM_WORDS } from "../../sum-row.ts";
import { type Column, gapBefore, headAt } from "../../tables/head-line.ts";
import { AMOUNT_COLUMNS, type PrintedLine, printedLine } from "./printed-line.ts";

/** A transaction as it is printed. */
export interface PrintedRow extends Omit<PrintedLine, "at" | "line"> {
  readonly lineAt: number;
  /** The sign of the section that the row is in, such as "Withdrawals". */
  readonly section: -1 | 1 | undefined;
}

const INDEX = labelIndex(Object.entries(BOOKING_LABELS));

/**
 * The transactions of a statement: each has an amount, and a date in its line, in a line before it (of the day, or of its
 * beginning) or in the line below. Lines of balances and sums are none; lines without date and amount go on with the
 * description.
 */
export function bookingRows(
  context: DocumentContext,
  isOther: (lineAt: number) => boolean,
): readonly PrintedRow[] {
  const rows = new RowsSoFar(context);
  const heads = headLines(context);
  for (let at = 0; at < context.lines.length; at++) {
    const head = heads.get(at);
    if (head !== undefined) {
      rows.begin(head.columns, sectionBefore(context, at));
      at = head.lastLine;
      continue;
    }
    if (heads.size > 0 && rows.columns === undefined) continue;
    const line = printedLine(context, at, rows.columns);
    if (line === undefined) continue;
    if (isOther(at) || isSum(line)) rows.interrupt();
    else rows.add(line);
  }
  // Numbers above the first date, such as that of the account, are no transactions.
  const dated = rows.rows.filter(({ date }) => date !== undefined);
  return dated.length > 0 ? dated : rows.rows;
}

/** The rows of the lines that were read, and what a line may complete. */
class RowsSoFar {
  readonly rows: PrintedRow[] = [];
  columns: readonly Column[] | undefined;
  readonly #context: DocumentContext;
  #section: -1 | 1 | undefined;
  /** A line with a date whose amount is still to come. */
  #open: PrintedLine | undefined;
  /** The last line with a date. */
  #day: PrintedLine | undefined;

  constructor(context: DocumentContext) {
    this.#context = context;
  }

  begin(columns: readonly Column[], section: -1 | 1 | undefined): void {
    this.columns = columns;
    this.#section = section;
    this.#open = undefined;
  }

  interrupt(): void {
    this.#open = undefined;
  }

  add(line: PrintedLine): void {
    if (line.amounts.some(({ column }) => column !== "balance")) this.#addAmount(line);
    else if (line.date !== undefined && line.amounts.length === 0) this.#addDate(line);
    else this.#addText(line);
  }

  #addAmount(line: PrintedLine): void {
    const before = line.date === undefined ? (this.#open ?? this.#day) : line;
    this.rows.push(rowOf(line, before, { open: this.#open, section: this.#section }));
    this.#open = undefined;
    this.#day = before;
  }

  #addDate(line: PrintedLine): void {
    const row = this.rows.at(-1);
    // Below a row, if no dates stand above rows.
    const isOfRow = row?.date === undefined && this.#day === undefined && line.texts.length === 0;
    if (row !== undefined && isOfRow) {
      this.rows[this.rows.length - 1] = { ...row, date: line.date, datePart: line.datePart };
    } else {
      this.#open = line;
      this.#day = line;
    }
  }

  #addText(line: PrintedLine): void {
    const row = this.rows.at(-1);
    if (this.#open !== undefined) {
      this.#open = { ...this.#open, texts: [...this.#open.texts, ...line.texts] };
    } else if (row !== undefined && goesOn(this.#context, line, { row, columns: this.columns })) {
      this.rows[this.rows.length - 1] = { ...row, texts: [...row.texts, ...line.texts] };
    }
  }
}

type Heads = ReadonlyMap<number, { readonly columns: readonly Column[]; readonly lastLine: number }>;

/** The heads that name a date and an amount. */
function headLines(context: DocumentContext): Heads {
  const heads = new Map<number, { columns: readonly Column[]; lastLine: number }>();
  for (let at = 0; at < context.lines.length; at++) {
    const head = headAt(context, at, { index: INDEX, least: 3 });
    if (head === undefined) continue;
    const has = (key: string): boolean => head.columns.some(({ keys }) => keys.includes(key));
    if (!has("date") || !AMOUNT_COLUMNS.some(has)) continue;
    heads.set(at, head);
    at = head.lastLine;
  }
  return heads;
}

/** A line without a date that begins with a word for a sum. */
function isSum({ date, texts }: PrintedLine): boolean {
  const [first] = texts;
  if (date !== undefined || first === undefined) return false;
  const [token] = tokensOf(first.segment.text.slice(first.start));
  return token !== undefined && SUM_WORDS.has(token.norm);
}

interface RowState {
  readonly open: PrintedLine | undefined;
  readonly section: -1 | 1 | undefined;
}

function rowOf(line: PrintedLine, before: PrintedLine | undefined, { open, section }: RowState): PrintedRow {
  const isOwn = line.date !== undefined;
  return {
    lineAt: line.at,
    date: before?.date,
    datePart: before?.datePart,
    valueDate: isOwn ? line.valueDate : (open?.valueDate ?? line.valueDate),
    valuePart: isOwn ? line.valuePart : (open?.valuePart ?? line.valuePart),
    texts: [...(isOwn ? [] : (open?.texts ?? [])), ...line.texts],
    amounts: line.amounts,
    section,
  };
}

interface RowAbove {
  readonly row: PrintedRow | undefined;
  readonly columns: readonly Column[] | undefined;
}

/** True if a line without date and amount goes on with the description of the row above it. */
function goesOn(
  context: DocumentContext,
  { at, line, date, amounts }: PrintedLine,
  { row, columns }: RowAbove,
): boolean {
  if (row === undefined || date !== undefined || amounts.length > 0) return false;
  const [text] = row.texts;
  if (text === undefined || text.segment.page !== line.page || gapBefore(context, at) > ROW_GAP) return false;
  const last = row.texts.at(-1)?.segment.line ?? row.lineAt;
  const isNext = line.line - last <= 1;
  return isNext && (columns === undefined || Math.abs(line.whole.box.x0 - text.segment.box.x0) < INDENT);
}

/** Distance of lines of one row in multiples of their height, and the indent of the second one in points. */
const ROW_GAP = 1.2;
const INDENT = 30;

/** The sign of the section whose title stands right above a head. */
function sectionBefore({ lines }: DocumentContext, at: number): -1 | 1 | undefined {
  const title = lines[at - 1]?.whole.text ?? "";
  if (/\d/u.test(title)) return undefined;
  if (DEBIT_SECTION.test(title)) return -1;
  return CREDIT_SECTION.test(title) ? 1 : undefined;
}

const DEBIT_SECTION =
  /withdrawal|debit|checks|fees|payments?\s(?:out|made)|money\sout|belastung|lastschrift|ausgänge|débit|cargos|gastos|addebit|uscite|afschrijving|débitos|saídas|obciąż|wypływ|uttag|utgift|odepsáno|výdaje|支出|借方|出金/iu;
const CREDIT_SECTION =
  /deposit|credit|payments?\s(?:in|received)|money\sin|gutschrift|eingänge|crédit|abonos|ingresos|accredit|entrate|bijschrijving|créditos|entradas|uznani|wpływ|insättning|inkomst|připsáno|příjmy|收入|贷方|入金/iu;
