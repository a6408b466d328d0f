import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment, segmentOf } from "../../../text/segment.ts";
import { type DateOrder, datesIn } from "../../../values/dates.ts";
import { lowerCase } from "../../../text/tokens.ts";
import type { Proposal } from "../../reader.ts";

/** What invoices and credit notes call themselves; compounds such as "Handelsrechnung" end with it. */
const KINDS_OF_INVOICE = String.raw`(?:rechnung|rechnungskorrektur|gutschrift|invoice|credit\s?note|facture|avoir|factura(?:\srectificativa)?|fattura|parcella|nota\sdi\scredito|factuur|creditnota|fatura|faktura(?:\skorygująca|\svat)?|kreditnota|kreditfaktura|daňový\sdoklad|dobropis|bill|发票|請求書)`;
const NUMBER_MARK = String.raw`(?:nr|no|n[°ºo]|n[uú]m(?:ber|mer|ero|éro)?|č(?:íslo)?|#|№|n)`;

/** Of words before and after: a class of few ranges, because `\p{L}` repeated takes 20 ms to compile. */
const LETTER = String.raw`[^\s\d:;.,()/#]`;

const TITLE = new RegExp(
  String.raw`^(?<before>(?:${LETTER}{1,30}\s(?:-\s)?){0,3})(?:${LETTER}{0,30}?)${KINDS_OF_INVOICE}(?:\s${LETTER}{1,30}){0,2}?(?:\s*\([^)]{1,60}\)){0,3}\s*[:：-]?\s*(?<!\p{L})${NUMBER_MARK}[\s.:：º°]*(?<number>[\p{L}\d][\p{L}\d/._-]*)`,
  "u",
);

const BARE_TITLE = new RegExp(
  String.raw`^(?:${LETTER}{1,30}\s){0,2}(?:${LETTER}{0,30}?)${KINDS_OF_INVOICE}\s*[:：#-]?\s*(?<number>(?:(?!${NUMBER_MARK}\s)[a-z]{1,3}\s)?(?=[^\s]*\d)[\p{L}\d][\p{L}\d/._-]{2,})\s*$`,
  "u",
);

const ALONE = new RegExp(String.raw`^(?:${LETTER}{1,30}\s){0,2}${KINDS_OF_INVOICE}$`, "u");

/** Whether a text names an invoice at all, which few do: titles take longer to match. */
const NAMED = new RegExp(KINDS_OF_INVOICE, "u");

/** The number in the first title of a page that is the page's own; undefined if it has none. */
export function titleNumber({ lines, order }: DocumentContext, page: number): string | undefined {
  for (const line of lines) {
    const proposal = line.page === page ? numberOf(line.whole, order)?.proposal : undefined;
    if (proposal?.isSettled === true) return proposal.raw;
  }
  return undefined;
}

/** Number and date of a title such as "Rechnung Nr. 2024-17 vom 05.06.2024". */
export function titleProposals({ lines, order }: DocumentContext): readonly Proposal[] {
  for (const { whole, segments } of lines) {
    for (const segment of [whole, ...segments, ...pairsOf(segments)]) {
      const number = numberOf(segment, order);
      if (number !== undefined) return [number.proposal, ...dateAfter(segment, { ...number, order })];
    }
  }
  return numberBelow({ lines, order });
}

/** The number in the line below a title that stands alone. */
function numberBelow({ lines, order }: Pick<DocumentContext, "lines" | "order">): readonly Proposal[] {
  for (const [at, line] of lines.entries()) {
    const title = line.segments.find(({ text }) => ALONE.test(lowerCase(text)));
    const below = lines.slice(at + 1, at + 3).flatMap(({ segments }) => segments);
    const number = title && below.find((segment) => isNextLine(segment, title));
    const joined = title && number && segmentOf(number.page, number.line, [...title.words, ...number.words]);
    const found = joined && numberOf(joined, order);
    if (number === undefined || found === undefined) continue;
    const start = number.text.indexOf(found.proposal.raw);
    const part = { segment: number, start, end: start + found.proposal.raw.length };
    return [{ ...titleProposal("invoice_number", found.proposal.raw, part), confidence: BELOW_CONFIDENCE }];
  }
  return [];
}

/** Nothing but the place says that the line below a title is its number. */
const BELOW_CONFIDENCE = 0.85;

function isNextLine({ page, box }: Segment, title: Segment): boolean {
  const height = title.box.y1 - title.box.y0;
  return page === title.page && Math.abs(box.x0 - title.box.x0) < 3 && box.y0 - title.box.y1 < 1.3 * height;
}

/** Neighbours, because the number may be in the cell beside the title. */
function pairsOf(segments: readonly Segment[]): readonly Segment[] {
  return segments.flatMap(({ page, line, words }, at) => {
    const next = segments[at + 1];
    return next === undefined ? [] : (segmentOf(page, line, [...words, ...next.words]) ?? []);
  });
}

/** A date without a label in the upper half: behind the place, such as "Lyon, le 5 mai 2026", or alone. */
export function unlabelledDateProposals({ lines, order }: DocumentContext): readonly Proposal[] {
  const first = lines.filter(({ page }) => page === lines[0]?.page);
  for (const segment of first.slice(0, first.length / 2).flatMap(({ segments }) => segments)) {
    const before = PLACE.exec(segment.text)?.[0].length ?? 0;
    const [date] = datesIn(segment.text.slice(before), order);
    if (date?.start !== 0 || before + date.end !== segment.text.length) continue;
    const part = { segment, start: before, end: segment.text.length };
    const confidence = before > 0 ? PLACE_CONFIDENCE : ALONE_CONFIDENCE;
    return [{ ...titleProposal("issue_date", date.value, part), confidence }];
  }
  return [];
}

const PLACE = /^\p{Lu}[\p{L}.' -]{1,30},\s*(?:le|den|dne|dnia|lì|li|a|em|el|the)?\s*/u;

/** Nothing says that the date is that of the invoice, but letters have no other date there. */
const PLACE_CONFIDENCE = 0.9;
/** A date alone may be another one. */
const ALONE_CONFIDENCE = 0.75;

interface TitleNumber {
  readonly proposal: Proposal;
  /** The offset behind the number. */
  readonly end: number;
}

function numberOf(segment: Segment, order: DateOrder): TitleNumber | undefined {
  const match = titleIn(segment.text);
  if (match === undefined) return undefined;
  const { number: written = "", before = "" } = match.groups ?? {};
  const start = match.index + match[0].lastIndexOf(written);
  const number = segment.text.slice(start, start + written.length).replace(/[.,:;/_-]+$/u, "");
  if (!/\d/u.test(number) || datesIn(number, order).length > 0) return undefined;
  const end = start + number.length;
  const proposal = titleProposal("invoice_number", number, { segment, start, end });
  return { proposal: { ...proposal, isSettled: !OTHERS_TITLE.test(before) }, end };
}

function titleIn(written: string): RegExpExecArray | undefined {
  const text = lowerCase(written);
  if (!/\d/u.test(text) || !NAMED.test(text)) return undefined;
  return TITLE.exec(text) ?? BARE_TITLE.exec(text) ?? undefined;
}

/** What makes the number one of another invoice, such as "Korrektur zur Rechnung Nr. 17". */
const OTHERS_TITLE = /(?:^|\s)(?:zu[rm]?|to|for|of|re|sur|per|do|till|k)\s/iu;

interface AfterNumber {
  readonly end: number;
  readonly order: DateOrder;
}

function dateAfter(segment: Segment, { end, order }: AfterNumber): readonly Proposal[] {
  const [date] = datesIn(segment.text.slice(end), order);
  if (date === undefined || date.start > DATE_DISTANCE) return [];
  return [titleProposal("issue_date", date.value, { segment, start: end + date.start, end: end + date.end })];
}

interface TitlePart {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

function titleProposal(path: string, value: string, { segment, start, end }: TitlePart): Proposal {
  const raw = segment.text.slice(start, end);
  const citations = [citationOf(segment, start, end)];
  return { path, value, raw, citations, confidence: TITLE_CONFIDENCE, reader: "kind" };
}

/** Titles name the document itself; labels may also name another one. */
const TITLE_CONFIDENCE = 0.96;

/** Characters between number and date, such as ", issued on". */
const DATE_DISTANCE = 20;
