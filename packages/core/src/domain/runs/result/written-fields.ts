import { DomainError } from "../../domain-error.ts";
import { nameOfPart } from "../../fields/document-parts.ts";
import type { DocumentFields } from "../../fields/document-fields.ts";
import type { DataShape, FieldsReader, FieldsRow, TableFormat } from "../../fields/fields-ports.ts";
import type { FieldsResult } from "../../fields/fields-result.ts";
import type { FIELD_FORMATS } from "../../workflows/endpoint-configuration.ts";
import type { DestinationSchema } from "../../workflows/destination-schema.ts";

/** The data of a document by the schema of its destination. */
export interface WrittenFields {
  readonly schema: string;
  readonly shape: DataShape;
  /** That of the part which a person has to look at first. */
  readonly status: DocumentFields["status"];
  /** In the order of their pages; one unless the destination splits documents. */
  readonly parts: readonly WrittenPart[];
  /** The data as files; empty unless the destination is a file store. */
  readonly files: readonly FieldsFile[];
}

export interface WrittenPart
  extends Pick<FieldsResult, "data" | "review">, Pick<DocumentFields, "part" | "pages" | "status"> {
  /** The lowest of its values; null without values. */
  readonly confidence: number | null;
}

/** Data in a file beside the document's. */
interface FieldsFile {
  readonly ending: string;
  readonly content: string | Uint8Array;
}

type FieldFormat = (typeof FIELD_FORMATS)[number];

interface ReadFields {
  /** The parts of the document, at least one. */
  readonly fields: readonly DocumentFields[];
  readonly file: string;
  /** Empty unless the destination is a file store. */
  readonly formats: readonly FieldFormat[];
  /** Whether the destination splits documents. */
  readonly split: boolean;
}

/** @throws DomainError `CONFLICT` if the document is split and the destination has no place for its parts. */
export async function writtenFields(
  reader: Pick<FieldsReader, "table">,
  { name, definition, shape }: DestinationSchema,
  { fields, file, formats, split }: ReadFields,
): Promise<WrittenFields> {
  if (!split && fields.length > 1) {
    throw new DomainError(
      "CONFLICT",
      `The document is split into ${fields.length} parts. Set "split" in the configuration of the destination, or read the document unsplit.`,
    );
  }
  const rows = fields
    .filter(({ status }) => status !== "rejected")
    .map(({ pages, status, result }): FieldsRow => ({
      file: nameOfPart(file, pages),
      data: result?.data ?? {},
      needsReview: status === "needs_review",
    }));
  const json = jsonOf(fields, { file, schema: name, split });
  const files: FieldsFile[] = [];
  for (const { ending, table, array } of fieldsFiles(formats, shape)) {
    const content =
      table === undefined
        ? `${JSON.stringify(json, undefined, 2)}\n`
        : await reader.table(definition, rows, { format: table, ...(array !== undefined && { array }) });
    files.push({ ending, content });
  }
  const parts = fields.map(writtenPart);
  const status = STATUS_ORDER.find((one) => parts.some((part) => part.status === one)) ?? "ready";
  return { schema: name, shape, status, parts, files };
}

/** What asks for a person comes first; a document is rejected if all of its parts are. */
const STATUS_ORDER = ["needs_review", "failed", "waiting", "ready", "confirmed", "rejected"] as const;

function writtenPart({ part, pages, status, result }: DocumentFields): WrittenPart {
  const { data = {}, review = [], fields = {} } = result ?? {};
  const found = Object.values(fields).filter(({ reader }) => reader !== undefined);
  const confidence = found.length === 0 ? null : Math.min(...found.map((one) => one.confidence));
  return { part, pages, status, data, review, confidence };
}

/** The document as JSON, or its parts if the destination splits documents. */
function jsonOf(
  fields: readonly DocumentFields[],
  { split, ...names }: { readonly file: string; readonly schema: string; readonly split: boolean },
): object {
  const parts = fields.map(({ part, pages, version, status, result }) => {
    const { data = {}, fields: records = {}, review = [], notes = [] } = result ?? {};
    return { ...(split && { part, pages }), version, status, data, fields: records, review, notes };
  });
  return split ? { ...names, parts } : { ...names, ...parts[0] };
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
