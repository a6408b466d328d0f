import type { DocumentFieldsFilter } from "../fields/document-fields.ts";
import type { TableFormat } from "../fields/fields-ports.ts";
import { STRUCTURE_FORMATS, type StructureFormat } from "../../extraction/structure/structure-question.ts";

/** The files that documents offer. `chunks` are lines of JSON in a file, `xlsx` has the tables. */
export const DOWNLOAD_RENDITIONS = [
  "document",
  "text",
  "searchable_pdf",
  ...STRUCTURE_FORMATS.filter((format) => format !== "chunk_lines"),
  "xlsx",
] as const;
export type DownloadRendition = (typeof DOWNLOAD_RENDITIONS)[number];

/** `together`: one file with the tables of all documents. */
export const DOWNLOAD_FORMS = ["archive", "together"] as const;
export type DownloadForm = (typeof DOWNLOAD_FORMS)[number];

/** Which text a link leads to. The revision parts links to a text before and after a correction: their files are cached. */
interface LinkedText {
  readonly revision: number;
  /** As it was read, without corrections. */
  readonly original: boolean;
}

/** What a signed link leads to, without further credentials. */
export type LinkTarget = JobLinkTarget | DocumentsLinkTarget | FieldsTableTarget;

/** A file for each document of several in a ZIP archive, or the tables of all of them in one file. */
export interface DocumentsLinkTarget {
  readonly organizationId: string;
  readonly kind: "documents";
  readonly jobIds: readonly string[];
  readonly rendition: DownloadRendition;
  readonly form: DownloadForm;
}

/** The data of documents by a schema. */
export interface FieldsTableTarget extends DocumentFieldsFilter {
  readonly kind: "fields_table";
  readonly organizationId: string;
  readonly schema: string;
  readonly format: TableFormat;
  /** When the link was made, in milliseconds: a later table is another file. */
  readonly at: number;
}

/** What one job offers. */
export type JobLinkTarget = {
  readonly organizationId: string;
  readonly jobId: string;
} & (
  | { readonly kind: "page"; readonly page: number; readonly dpi: number }
  | ({ readonly kind: "structure"; readonly format: StructureFormat } & LinkedText)
  | ({ readonly kind: "text" | "searchable_pdf" | "workbook" } & LinkedText)
  | { readonly kind: "document" }
);

export interface SignedLink {
  /** Below the service's address, with a leading slash. */
  readonly path: string;
  readonly expiresAt: Date;
}
