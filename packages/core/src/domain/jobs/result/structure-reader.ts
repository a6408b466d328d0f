import type { PageInDocument } from "../../../extraction/explain/page-explanation.ts";
import type {
  StructureAnswer,
  StructureFailure,
  StructureQuestion,
  StructureSource,
} from "../../../extraction/structure/structure-question.ts";

/** Joins the pages of documents to their structure and renders it, here or on another thread. */
export interface StructureReader {
  /** Calls `pages` unless the structure is still known, and throws what it throws. */
  answer(source: StructureSource, question: StructureQuestion): Promise<StructureAnswer | StructureFailure>;
  /** What all pages together show about one page. Always calls `pages`. */
  explain(source: StructureSource, page: number): Promise<ExplainedPart | StructureFailure>;
}

export interface ExplainedPart {
  readonly kind: "explained";
  readonly part: PageInDocument;
}
