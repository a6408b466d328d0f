import type { ExtractOptions } from "../../../extraction/options/extract-options.ts";
import type { PageRead } from "../../../extraction/result/extracted-document.ts";
import { DomainError } from "../../domain-error.ts";

/** Reads a page of a stored document again, with the decisions about it. */
export interface PageExplainer {
  /** @throws DomainError `NOT_FOUND`, `UNSUPPORTED_DOCUMENT`, `UNAVAILABLE` */
  read(path: string, page: number, call: ExplainedReading): Promise<PageRead>;
}

export interface ExplainedReading {
  readonly options: ExtractOptions;
  readonly signal: AbortSignal;
}

/** For a process that explains no pages. */
export const NO_EXPLAINER: PageExplainer = {
  async read() {
    throw new DomainError("UNAVAILABLE", "This process explains no pages.");
  },
};
