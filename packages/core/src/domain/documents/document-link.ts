import type { StructureFormat } from "../../extraction/structure/renditions/structure-question.ts";

/** What a signed link leads to, without further credentials. */
export type LinkTarget = {
  readonly organizationId: string;
  readonly jobId: string;
} & (
  | { readonly kind: "page"; readonly page: number; readonly dpi: number }
  | { readonly kind: "structure"; readonly format: StructureFormat }
  | { readonly kind: "text" | "document" | "searchable_pdf" }
);

export interface SignedLink {
  /** Below the service's address, with a leading slash. */
  readonly path: string;
  readonly expiresAt: Date;
}
