import type { FieldsResult } from "@galley/core/domain";
import { decide } from "./decision/decide.ts";
import type { FieldDocument } from "./document/field-document.ts";
import { DEFAULT_READERS } from "./readers/default-readers.ts";
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
  for (const reader of readers) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- each reader sees what those before it found
    const found = await reader.read({ document, schema, proposals, signal });
    proposals.push(...found);
  }
  signal?.throwIfAborted();
  return decide(schema, proposals, []);
}
