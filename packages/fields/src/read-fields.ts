import type { FieldsResult } from "@galley/core/domain";
import { decide } from "./decision/decide.ts";
import { withInvoiceChecks } from "./decision/invoice-checks.ts";
import { withStatementChecks } from "./decision/statement-checks.ts";
import type { FieldDocument } from "./document/field-document.ts";
import { DEFAULT_READERS } from "./readers/default-readers.ts";
import { withExactInvoice } from "./readers/e-invoice/e-invoice-reader.ts";
import type { FieldReader, Proposal } from "./readers/reader.ts";
import type { FieldsSchema } from "./schema/fields-schema.ts";

export interface ReadFieldsOptions {
  /** In the order in which they run; default: `DEFAULT_READERS`. */
  readonly readers?: readonly FieldReader[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The data of a document by a schema, each value with its place, confidence and checks.
 *
 * @throws the reason of `signal` if it is aborted.
 */
export async function readFields(
  document: FieldDocument,
  schema: FieldsSchema,
  { readers = DEFAULT_READERS, signal }: ReadFieldsOptions = {},
): Promise<FieldsResult> {
  const proposals: Proposal[] = [];
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  for (const reader of readers) {
    signal?.throwIfAborted();
    const found = await reader.read({ document, schema, proposals, note, signal });
    proposals.push(...found);
  }
  signal?.throwIfAborted();
  const result = decide(schema, withExactInvoice(proposals), notes);
  if (schema.kind === "bank-statement") return withStatementChecks(result);
  return schema.kind === "invoice" ? withInvoiceChecks(result, document) : result;
}
