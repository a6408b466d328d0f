import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf } from "../../../text/segment.ts";
import { datesIn } from "../../../values/dates.ts";
import type { Proposal } from "../../reader.ts";

/** What invoices and credit notes call themselves; compounds such as "Handelsrechnung" end with it. */
const KINDS_OF_INVOICE = String.raw`(?:rechnung|rechnungskorrektur|gutschrift|invoice|credit\s?note|facture|avoir|factura(?:\srectificativa)?|fattura|nota\sdi\scredito|factuur|creditnota|fatura|faktura(?:\skorygująca|\svat)?|kreditnota|kreditfaktura|daňový\sdoklad|dobropis|bill)`;
const NUMBER_MARK = String.raw`(?:nr|no|n[°ºo]|num(?:ber|mer|ero|éro)?|č(?:íslo)?|#|№|n)`;

const TITLE = new RegExp(
  String.raw`^(?:[\p{L}-]{1,30}\s(?:-\s)?){0,3}(?:[\p{L}-]{0,30}?)${KINDS_OF_INVOICE}(?:\s[\p{L}-]{1,30}){0,2}?(?:\s*\([^)]{1,60}\)){0,3}\s*[:：-]?\s*${NUMBER_MARK}[\s.:：º°]*(?<number>[\p{L}\d][\p{L}\d/._-]*)`,
  "iu",
);

const BARE_TITLE = new RegExp(
  String.raw`^(?:[\p{L}-]{0,30}?)${KINDS_OF_INVOICE}\s*[:：#-]?\s*(?<number>(?=[^\s]*\d)[\p{L}\d][\p{L}\d/._-]{2,})\s*$`,
  "iu",
);

/** Number and date of a title such as "Rechnung Nr. 2024-17 vom 05.06.2024". */
export function titleProposals({ lines, order }: DocumentContext): readonly Proposal[] {
  for (const line of lines) {
    for (const segment of [line.whole, ...line.segments]) {
      const { text } = segment;
      const match = TITLE.exec(text) ?? BARE_TITLE.exec(text);
      const number = match?.groups?.["number"]?.replace(/[.,:;/_-]+$/u, "") ?? "";
      if (match === null || !/\d/u.test(number) || datesIn(number, order).length > 0) continue;
      const start =
        match.index + match[0].indexOf(number, match[0].length - (match.groups?.["number"]?.length ?? 0));
      const [date] = datesIn(text.slice(start + number.length), order);
      const found: Proposal = {
        path: "invoice_number",
        value: number,
        raw: number,
        citations: [citationOf(segment, start, start + number.length)],
        confidence: TITLE_CONFIDENCE,
        reader: "kind",
      };
      if (date === undefined || date.start > DATE_DISTANCE) return [found];
      const from = start + number.length + date.start;
      const to = start + number.length + date.end;
      const citations = [citationOf(segment, from, to)];
      const raw = text.slice(from, to);
      return [found, { ...found, path: "issue_date", value: date.value, raw, citations }];
    }
  }
  return [];
}

/** Titles name the document itself; labels may also name another one. */
const TITLE_CONFIDENCE = 0.96;

/** Characters between number and date, such as ", issued on". */
const DATE_DISTANCE = 20;
