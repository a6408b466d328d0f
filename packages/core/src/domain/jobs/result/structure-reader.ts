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
}
