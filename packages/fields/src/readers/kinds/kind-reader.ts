import { leavesIn } from "../../schema/properties-in.ts";
import type { FieldReader, Proposal, ReaderCall } from "../reader.ts";
import { invoiceProposals } from "./invoice/invoice-rules.ts";
import { receiptProposals } from "./receipt/receipt-rules.ts";

/** Proposes what the rules of the schema's kind find. */
export const kindReader: FieldReader = {
  name: "kind",
  read: (call) => {
    const paths = new Set(leavesIn(call.schema.properties).map(({ path }) => path));
    return proposalsOf(call).filter(({ path }) => paths.has(path));
  },
};

function proposalsOf(call: ReaderCall): readonly Proposal[] {
  const { kind } = call.schema;
  if (kind === "invoice") return invoiceProposals(call);
  return kind === "receipt" ? receiptProposals(call) : [];
}
