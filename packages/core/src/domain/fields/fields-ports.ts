import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { ColumnType } from "../connectors/connector-ports.ts";
import type { PageRange } from "./document-fields.ts";
import type { FieldsResult, FieldValue } from "./fields-result.ts";
import type { SchemaDefinition, ShippedSchema } from "./fields-schema.ts";

/** A document whose fields are read: what is stored of it. */
export interface FieldsSource {
  readonly organizationId: string;
  readonly pages: readonly PageOutcome[];
  /** `DocumentBlocks` as JSON. */
  readonly blocks: string;
  /** The document itself, which may contain an electronic invoice; absent if it is no longer kept. */
  readonly file?: { readonly path: string; readonly name: string } | undefined;
  /** What `FieldsReader.example` returned for confirmed documents that may look like this one. */
  readonly examples: readonly string[];
  /** Whether no language model is asked, whatever the schema says. */
  readonly withoutModel?: boolean | undefined;
}

/** A part of a document that has several invoices. */
export interface DocumentPart extends Pick<FieldsSource, "blocks"> {
  readonly pages: PageRange;
}

/** A document whose fields people have confirmed. */
export interface ConfirmedSource extends Pick<FieldsSource, "organizationId" | "pages"> {
  readonly result: FieldsResult;
}

/** The data of a document or of a part of it, as a row of a table. */
export interface FieldsRow {
  /** The name of the document, see `nameOfPart`. */
  readonly file: string;
  readonly data: FieldsResult["data"];
  readonly needsReview: boolean;
}

/** `xlsx` has a sheet for each array of the schema, `csv` a row for each document. */
export const TABLE_FORMATS = ["csv", "xlsx"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A value that a document, or a row of an array, has at most once. */
export interface DataColumn {
  /** Within the data or the row, such as `invoice_number` or `seller.city`; "" is the row itself. */
  readonly path: string;
  /** An array of a row, or of values that are no objects, is `json`. */
  readonly type: Extract<ColumnType, "text" | "number" | "integer" | "boolean" | "date" | "json">;
}

/** The columns of data by a schema, in its order, and those of each array of objects. */
export interface DataShape {
  readonly columns: readonly DataColumn[];
  readonly arrays: readonly { readonly path: string; readonly columns: readonly DataColumn[] }[];
}

/** Reads data by a schema from documents, on another thread with limits of time and memory. */
export interface FieldsReader {
  readonly shipped: readonly ShippedSchema[];
  /** @throws DomainError `BAD_INPUT` that names the part of the definition that is not valid. */
  check(definition: SchemaDefinition): Promise<void>;
  /** The shape of data by a definition that was checked before. */
  shape(definition: SchemaDefinition): DataShape;
  /** @throws DomainError `TOO_LARGE` if it exceeds the limits, `UNAVAILABLE` if too many documents wait. */
  read(definition: SchemaDefinition, source: FieldsSource): Promise<FieldsResult>;
  /** The parts of a document by a schema of the kind `invoice`, each with one invoice; at least one. Throws like `read`. */
  split(
    definition: SchemaDefinition,
    source: Pick<FieldsSource, "pages" | "blocks">,
  ): Promise<readonly DocumentPart[]>;
  /** What a confirmed document teaches about those of the same look; undefined if it teaches nothing. Throws like `read`. */
  example(definition: SchemaDefinition, source: ConfirmedSource): Promise<string | undefined>;
  /**
   * A value of the type that a path has, from text as documents have it; null if the text is blank.
   *
   * @throws DomainError `BAD_INPUT` if there is no such path or the text is not of its type.
   */
  value(definition: SchemaDefinition, path: string, text: string): Promise<FieldValue>;
  /**
   * A table with typed columns.
   *
   * @param array as CSV, the path of an array whose rows are written instead of the documents.
   * @throws DomainError like `read`.
   */
  table(
    definition: SchemaDefinition,
    rows: readonly FieldsRow[],
    as: { readonly format: TableFormat; readonly array?: string },
  ): Promise<Uint8Array>;
}
