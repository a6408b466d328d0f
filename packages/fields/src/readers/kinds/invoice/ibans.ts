import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment } from "../../../text/segment.ts";
import { ibansIn } from "../../../values/identifiers.ts";
import type { Proposal } from "../../reader.ts";
import { found, identifierProposals, type Placed } from "./placed-identifiers.ts";

/** The first account; one that goes on in the next line is whole only with it, whatever its first line looks like. */
export function ibanProposals(context: DocumentContext): readonly Proposal[] {
  const whole = found(context, ibansIn).filter((one) => isIban(one));
  const [first] = whole;
  const [wrapped] = wrappedIbans(context);
  if (wrapped === undefined || (first !== undefined && isBefore(first, wrapped))) {
    return identifierProposals("iban", whole);
  }
  const { value, raw, citations } = wrapped;
  return [{ path: "iban", value, raw, citations, confidence: 0.97, reader: "kind", isSettled: true }];
}

interface WrappedIban extends Pick<Proposal, "raw" | "citations"> {
  readonly value: string;
  readonly segment: Segment;
  readonly start: number;
}

/** Valid numbers that begin at the end of a line and end in the next one of the paragraph or cell. */
function wrappedIbans({ lines }: DocumentContext): readonly WrappedIban[] {
  return lines.flatMap(({ segments, page }, at) =>
    segments.flatMap((segment, index) => {
      const next = lines[at + 1];
      if (next?.page !== page) return [];
      const isLast = index === segments.length - 1;
      const below = next.segments.find(({ box }) => Math.abs(box.x0 - segment.box.x0) < 3);
      const rest = below ?? (isLast ? next.segments[0] : undefined);
      if (rest === undefined) return [];
      const [before, text] = [segment.text.length, `${segment.text} ${rest.text}`];
      return ibansIn(text)
        .filter(({ start, end, checks }) => checks.length === 0 && start < before && end > before + 1)
        .map(({ value, start, end }) => ({
          value,
          segment,
          start,
          raw: text.slice(start, end),
          citations: [citationOf(segment, start, before), citationOf(rest, 0, end - before - 1)],
        }));
    }),
  );
}

function isBefore({ segment, identifier }: Placed, wrapped: WrappedIban): boolean {
  const isSameLine = segment.page === wrapped.segment.page && segment.line === wrapped.segment.line;
  if (isSameLine) return identifier.checks.length === 0 && identifier.start < wrapped.start;
  return (
    segment.page < wrapped.segment.page ||
    (segment.page === wrapped.segment.page && segment.line < wrapped.segment.line)
  );
}

/** Codes of other kinds may look like an IBAN; one with wrong digits counts only if it is called so. */
function isIban({ identifier, segment }: Placed): boolean {
  return identifier.checks.length === 0 || /iban/iu.test(segment.text);
}
