import type { StructureFormat } from "../../extraction/structure/structure-question.ts";

/** Which text a link leads to. The revision parts links to a text before and after a correction: their files are cached. */
interface LinkedText {
  readonly revision: number;
  /** As it was read, without corrections. */
  readonly original: boolean;
}

/** What a signed link leads to, without further credentials. */
export type LinkTarget = {
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
