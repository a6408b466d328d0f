import { genericPath } from "../../decision/field-path.ts";
import { leavesAndArraysIn } from "../../schema/properties-in.ts";
import type { FieldReader, Proposal, ReaderCall } from "../reader.ts";
import { statementProposals } from "./bank-statement/statement-rules.ts";
import { invoiceProposals } from "./invoice/invoice-rules.ts";
import { receiptProposals } from "./receipt/receipt-rules.ts";

/** Proposes what the rules of the schema's kind find. */
export const kindReader: FieldReader = {
  name: "kind",
  read: (call) => {
    const paths = new Set(
      leavesAndArraysIn(call.schema.properties).flatMap(({ path, property }) =>
        property.type === "array"
          ? Object.keys(property.items?.properties ?? {}).map((name) => `${path}[].${name}`)
          : [path],
      ),
    );
    return proposalsOf(call).filter(({ path }) => paths.has(genericPath(path)));
  },
};

function proposalsOf(call: ReaderCall): readonly Proposal[] {
  const { kind } = call.schema;
  if (kind === "invoice") return invoiceProposals(call);
  if (kind === "bank-statement") return statementProposals(call);
  return kind === "receipt" ? receiptProposals(call) : [];
}
