import { writeFile } from "node:fs/promises";
import { nameOfPart, type PageRange } from "@galley/core/domain";
import type { FieldsResult, FieldsSchema } from "@galley/fields";
import { fieldsTable } from "../../fields/fields-table.ts";
import type { FieldsFormat } from "./fields-arguments.ts";

/** The fields of a document of this run. */
export interface DocumentFields {
  readonly file: string;
  /** The first and the last page of a part of the file; undefined for a whole file. */
  readonly pages?: PageRange | undefined;
  readonly result: FieldsResult;
}

export interface FieldsOutput {
  readonly schema: FieldsSchema;
  readonly format: FieldsFormat;
  /** A file; undefined is standard output. */
  readonly output: string | undefined;
  /** Whether JSON is a list, although it may have one entry. */
  readonly many: boolean;
}

/** Writes the fields of all documents in the order of the inputs. */
export async function writeFields(documents: readonly DocumentFields[], to: FieldsOutput): Promise<void> {
  const written = await rendered(documents, to);
  if (to.output !== undefined) return writeFile(to.output, written);
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(written, (error) => (error ? reject(error) : resolve()));
  });
}

async function rendered(
  documents: readonly DocumentFields[],
  { schema, format, many }: FieldsOutput,
): Promise<string | Uint8Array> {
  const entries = documents.map(({ file, pages, result }) => ({ file, ...(pages && { pages }), ...result }));
  if (format === "jsonl") return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  if (format === "json")
    return `${JSON.stringify(many || entries.length > 1 ? entries : (entries[0] ?? null), undefined, 2)}\n`;
  const rows = documents.map(({ file, pages, result: { data, review } }) => ({
    // The key of the row, and of the rows in its lists.
    file: nameOfPart(file, pages ?? null),
    data,
    needsReview: review.length > 0,
  }));
  return fieldsTable(schema, rows, { format });
}
