import type { DocumentFieldsFilter } from "../fields/document-fields.ts";
import type { TableFormat } from "../fields/fields-ports.ts";
import type { StructureFormat } from "../../extraction/structure/structure-question.ts";

/** Which text a link leads to. The revision parts links to a text before and after a correction: their files are cached. */
interface LinkedText {
  readonly revision: number;
  /** As it was read, without corrections. */
  readonly original: boolean;
}

/** What a signed link leads to, without further credentials. */
export type LinkTarget = JobLinkTarget | FieldsTableTarget;

/** The data of documents by a schema. */
export interface FieldsTableTarget extends DocumentFieldsFilter {
  readonly kind: "fields_table";
  readonly organizationId: string;
  readonly schema: string;
  readonly format: TableFormat;
  /** When the link was made, in milliseconds: a later table is another file. */
  readonly at: number;
}

export type JobLinkTarget = {
  readonly organizationId: string;
  readonly jobId: string;
} & (
  | { readonly kind: "page"; readonly page: number; readonly dpi: number }
  | ({ readonly kind: "structure"; readonly format: StructureFormat } & LinkedText)
  | ({ readonly kind: "text" | "searchable_pdf" } & LinkedText)
  | { readonly kind: "document" }
);

export interface SignedLink {
  /** Below the service's address, with a leading slash. */
  readonly path: string;
  readonly expiresAt: Date;
}
