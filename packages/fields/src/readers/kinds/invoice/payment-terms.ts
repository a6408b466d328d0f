import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf } from "../../../text/segment.ts";
import { datesIn } from "../../../values/dates.ts";
import type { Proposal } from "../../reader.ts";

/** A number of days, as terms of payment have it in the twelve languages. */
const DAYS =
  /(?<!\d)\d{1,3}\s?(?:days|tage[n]?|jours|días|giorni|dagen|dias|dni|dagar|dn[íůi]|天|日以内)(?!\p{L})/iu;

/** What asks for a payment until a date. */
const UNTIL =
  /(?:überweis|zahl|begleich|pay|settle|régler|payer|pag[au]|betal|betaal|zapłac|wpłac|uhra|zaplat)[^.]{0,90}?\s(?:bis(?:\s(?:zum|spätestens))?|by|before|until|avant\sle|au\splus\star\sle|antes\sdel?|até|entro\sil|vóór|voor|uiterlijk|senast|do)(?:\sdnia)?\s*$/iu;

/** The due date in a sentence of terms, such as "30 jours net, soit au 09.05.2026"; with two dates, one of them ends a discount. */
export function termsProposals({ lines, order }: DocumentContext): readonly Proposal[] {
  const segments = lines.flatMap((line) => line.segments);
  for (const segment of segments.filter(({ text }) => DAYS.test(text))) {
    const [date, other] = datesIn(segment.text, order);
    if (date === undefined || other !== undefined || date.isAmbiguous) continue;
    const { value, start, end } = date;
    const citations = [citationOf(segment, start, end)];
    const raw = segment.text.slice(start, end);
    return [{ path: "due_date", value, raw, citations, confidence: TERMS_CONFIDENCE, reader: "kind" }];
  }
  return untilProposals({ lines, order });
}

/** The only date of a line in a request such as "Please pay by 31 March", whose beginning may be in the line before. */
function untilProposals({ lines, order }: Pick<DocumentContext, "lines" | "order">): readonly Proposal[] {
  for (const [at, { whole: segment, page }] of lines.entries()) {
    const above = lines[at - 1];
    const before = above?.page === page ? `${above.whole.text} ` : "";
    const [date, other] = datesIn(segment.text, order);
    if (date === undefined || other !== undefined || date.isAmbiguous) continue;
    const { value, start, end } = date;
    if (!UNTIL.test(before + segment.text.slice(0, start))) continue;
    const citations = [citationOf(segment, start, end)];
    const raw = segment.text.slice(start, end);
    return [{ path: "due_date", value, raw, citations, confidence: TERMS_CONFIDENCE, reader: "kind" }];
  }
  return [];
}

/** Sentences with days and a date may also be about deliveries. */
const TERMS_CONFIDENCE = 0.8;
