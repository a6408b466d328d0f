import type { PageInDocument } from "../../explain/page-explanation.ts";
import type { StructuredPage } from "../../structure/document/document-page.ts";
import type { StructureAnswer, StructureQuestion } from "../../structure/structure-question.ts";

/** To the thread. The pages of a document follow `begin` in parts, up to `end`. */
export type ToStructureThread =
  | { readonly kind: "begin"; readonly key: string }
  | { readonly kind: "pages"; readonly pages: readonly StructuredPage[] }
  | { readonly kind: "end" }
  | { readonly kind: "question"; readonly key: string; readonly question: StructureQuestion }
  /** Asks about one page of the pages that were sent; nothing is kept. */
  | { readonly kind: "explain"; readonly key: string; readonly page: number };

/** From the thread, one for each question. `unknown`: the pages must be sent first. */
export type FromStructureThread =
  | StructureAnswer
  | { readonly kind: "explained"; readonly part: PageInDocument }
  | { readonly kind: "unknown" };
