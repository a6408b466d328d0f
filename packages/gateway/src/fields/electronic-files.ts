import { embeddedFiles, type FileInDocument } from "@galley/core";
import type { FieldsSchema } from "@galley/fields";

/** The files in a document that may be its electronic invoice: only invoices have one. */
export async function electronicFiles(
  source: Parameters<typeof embeddedFiles>[0],
  { kind }: FieldsSchema,
): Promise<readonly FileInDocument[]> {
  return kind === "invoice" ? embeddedFiles(source) : [];
}
