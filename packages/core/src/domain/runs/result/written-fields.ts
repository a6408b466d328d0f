import type { DocumentFields } from "../../fields/document-fields.ts";
import type { DataShape, FieldsReader, FieldsRow, TableFormat } from "../../fields/fields-ports.ts";
import type { FieldsResult } from "../../fields/fields-result.ts";
import type { FIELD_FORMATS } from "../../workflows/endpoint-configuration.ts";
import type { DestinationSchema } from "../../workflows/destination-schema.ts";

/** The data of a document by the schema of its destination. */
export interface WrittenFields extends Pick<FieldsResult, "data" | "review"> {
  readonly schema: string;
  readonly shape: DataShape;
  readonly status: DocumentFields["status"];
  /** The lowest of its values; null without values. */
  readonly confidence: number | null;
  /** The data as files; empty unless the destination is a file store. */
  readonly files: readonly FieldsFile[];
}

/** Data in a file beside the document's. */
interface FieldsFile {
  readonly ending: string;
  readonly content: string | Uint8Array;
}

type FieldFormat = (typeof FIELD_FORMATS)[number];

/** @param formats empty unless the destination is a file store. */
export async function writtenFields(
  reader: Pick<FieldsReader, "table">,
  { name, definition, shape }: DestinationSchema,
  {
    fields,
    file,
    formats,
  }: { readonly fields: DocumentFields; readonly file: string; readonly formats: readonly FieldFormat[] },
): Promise<WrittenFields> {
  const { status, result, version } = fields;
  const { data = {}, review = [], fields: records = {}, notes = [] } = result ?? {};
  const row: FieldsRow = { file, data, needsReview: status === "needs_review" };
  const rows = status === "rejected" ? [] : [row];
  const whole = { file, schema: name, version, status, data, fields: records, review, notes };
  const files: FieldsFile[] = [];
  for (const { ending, table, array } of fieldsFiles(formats, shape)) {
    const content =
      table === undefined
        ? `${JSON.stringify(whole, undefined, 2)}\n`
        : await reader.table(definition, rows, { format: table, ...(array !== undefined && { array }) });
    files.push({ ending, content });
  }
  const found = Object.values(records).filter(({ reader: by }) => by !== undefined);
  const confidence = found.length === 0 ? null : Math.min(...found.map((one) => one.confidence));
  return { schema: name, shape, status, data, review, confidence, files };
}

/** The files of data with a shape. */
export function fieldsFiles(
  formats: readonly FieldFormat[],
  { arrays }: DataShape,
): readonly { readonly ending: string; readonly table?: TableFormat; readonly array?: string }[] {
  const csv = [
    { ending: ".fields.csv", table: "csv" as const },
    ...arrays.map(({ path }) => ({ ending: `.${path}.csv`, table: "csv" as const, array: path })),
  ];
  return [
    ...(formats.includes("json") ? [{ ending: ".fields.json" }] : []),
    ...(formats.includes("csv") ? csv : []),
    ...(formats.includes("xlsx") ? [{ ending: ".fields.xlsx", table: "xlsx" as const }] : []),
  ];
}
