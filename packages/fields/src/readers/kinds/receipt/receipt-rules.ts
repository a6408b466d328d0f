import { contextOf, type DocumentContext } from "../../../document/document-context.ts";
import { datesIn } from "../../../values/dates.ts";
import type { Proposal, ReaderCall } from "../../reader.ts";
import { AGREED, placed } from "./placed-value.ts";
import { headProposals } from "./receipt-head.ts";
import { totalProposals } from "./receipt-total.ts";

/** What is known of receipts whoever prints them: the company at the top, its address below, a date, the total. */
export function receiptProposals({ document }: ReaderCall): readonly Proposal[] {
  const context = contextOf(document);
  return [...headProposals(context), ...dateProposals(context), ...totalProposals(context)];
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
