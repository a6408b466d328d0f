import { contextOf, type DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment } from "../../../text/segment.ts";
import { currencyIn } from "../../../values/currencies.ts";
import { bicsIn, labelledVatIdsIn, vatIdsIn } from "../../../values/identifiers.ts";
import { labelledValues } from "../../labels/label-reader.ts";
import type { Proposal, ReaderCall } from "../../reader.ts";
import { titleProposals, unlabelledDateProposals } from "./invoice-title.ts";
import { ibanProposals } from "./ibans.ts";
import { severalInvoices } from "./invoices-in.ts";
import { type Parties, partiesIn, partyProposals } from "./parties.ts";
import { isIn, type Party } from "./party.ts";
import { termsProposals } from "./payment-terms.ts";
import { found, identifierProposals, type Placed, placedProposal } from "./placed-identifiers.ts";
import { totalsProposals } from "./totals.ts";

/** What is known of invoices whoever writes them: titles, parties, totals, numbers with check digits. */
export function invoiceProposals(call: ReaderCall): readonly Proposal[] {
  const context = contextOf(call.document);
  const parties = partiesIn(call);
  const hasDate = (labelledValues(call.document, call.schema).get("issue_date") ?? []).length > 0;
  const several = severalInvoices(call);
  if (several !== undefined) call.note(several);
  return [
    ...titleProposals(context),
    ...(hasDate ? [] : unlabelledDateProposals(context)),
    ...termsProposals(context),
    ...partyProposals(parties, call.schema),
    ...vatProposals(call, context, parties),
    ...ibanProposals(context),
    ...identifierProposals(
      "bic",
      found(context, bicsIn).filter(({ segment }) => BIC_LABEL.test(segment.text)),
    ),
    ...currencyProposals(context),
    ...totalsProposals(call),
  ];
}

const BIC_LABEL = /bic|swift/iu;

/** Numbers in the buyer's block or beside a label of the buyer's are the buyer's; of the others, the one in the line of the seller's name, else the first, is the seller's. */
function vatProposals(
  call: ReaderCall,
  { lines }: DocumentContext,
  { seller: party, buyer }: Parties,
): readonly Proposal[] {
  const prefixed = lines.flatMap(({ segments }) =>
    segments.flatMap((segment) =>
      vatIdsIn(segment.text).map((identifier) => ({ identifier, segment, confidence: PREFIXED_CONFIDENCE })),
    ),
  );
  const [sellers, named] = [labelledVat(call, "seller_vat_id"), labelledVat(call, "buyer_vat_id")];
  const isBuyers = ({ segment, identifier }: Placed): boolean =>
    (buyer !== undefined && isBeside(segment, buyer.area)) ||
    named.some((one) => one.identifier.value === identifier.value);
  const others = [...prefixed, ...sellers, ...namedInLines(lines, party)].filter((one) => !isBuyers(one));
  const isBesideName = ({ segment: { page, line } }: Placed): boolean =>
    party?.name.page === page && party.name.line === line;
  const seller = others.find((one) => isBesideName(one)) ?? others[0];
  const second = named[0] ?? [...prefixed, ...sellers].find((one) => isBuyers(one));
  return [
    ...(seller === undefined ? [] : [placedProposal("seller_vat_id", seller, seller.confidence)]),
    ...(second === undefined ? [] : [placedProposal("buyer_vat_id", second, second.confidence)]),
  ];
}

/** Numbers after their short names inside of lines, as in heads and feet of pages; those beside the seller's name first. */
function namedInLines(lines: DocumentContext["lines"], party: Party | undefined): readonly LabelledVat[] {
  const hasName = ({ page, line }: Segment): boolean => page === party?.name.page && line === party.name.line;
  return lines
    .flatMap(({ segments }) => segments)
    .toSorted((one, other) => Number(hasName(other)) - Number(hasName(one)))
    .flatMap((segment) =>
      [...segment.text.matchAll(VAT_WORD)].flatMap((word) => {
        const start = word.index + word[0].length;
        const [first] = labelledVatIdsIn(segment.text.slice(start));
        if (first?.start !== 0) return [];
        const identifier = { ...first, start, end: start + first.end };
        return [{ identifier, segment, confidence: hasName(segment) ? BESIDE_CONFIDENCE : LINE_CONFIDENCE }];
      }),
    );
}

const VAT_WORD =
  /(?<!\p{L})(?:nif|cif|nip|dič|p\.?\s?iva|partita\siva|contribuinte|nipc|gstin|abn)[.:]?\s*/giu;

/** As sure as a number beside its label. */
const BESIDE_CONFIDENCE = 0.92;

/** Other lines may be about other companies. */
const LINE_CONFIDENCE = 0.85;

/** A number with its country is no other number. */
const PREFIXED_CONFIDENCE = 0.97;

interface LabelledVat extends Placed {
  readonly confidence: number;
}

function labelledVat({ document, schema }: ReaderCall, path: string): readonly LabelledVat[] {
  return (labelledValues(document, schema).get(path) ?? []).flatMap(({ found: vat, segment, confidence }) =>
    typeof vat.value === "string" ? [{ identifier: { ...vat, value: vat.value }, segment, confidence }] : [],
  );
}

/** Values stand right of their labels, outside of the column that the labels are in. */
function isBeside(segment: Segment, area: Parameters<typeof isIn>[1]): boolean {
  return isIn(segment, { ...area, x1: Math.max(area.x1, area.x0 + VALUE_COLUMN) });
}

/** Labels take up to about a third of a page before their values. */
const VALUE_COLUMN = 180;

function currencyProposals({ lines, currency }: DocumentContext): readonly Proposal[] {
  const line = lines.find(({ whole }) => /\d/u.test(whole.text) && currencyIn(whole.text) === currency);
  const named =
    line ?? lines.find(({ whole }) => currencyIn(whole.text) === currency || /[¥￥]/u.test(whole.text));
  if (currency === undefined || named === undefined) return [];
  const part = named.segments.find(({ text }) => currencyIn(text) === currency) ?? named.whole;
  const citations = [citationOf(part)];
  return [{ path: "currency", value: currency, raw: part.text, citations, confidence: 0.95, reader: "kind" }];
}
