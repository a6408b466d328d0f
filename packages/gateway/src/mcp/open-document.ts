import type { PageMatch, PageOutcome } from "@galley/core/domain";
import type { Progress } from "./progress.ts";

/** A document that a tool can read from. */
export interface OpenDocument {
  /** Names it in later calls. */
  readonly id: string;
  readonly name: string;
  /** Null until it is known. */
  readonly pageCount: number | null;
  /** What else is to be said about it; "" if there is nothing. */
  readonly message: string;
  /** Undefined while it is still being read. */
  readonly content: DocumentContent | undefined;
  /** The page as a PNG picture. */
  image(number: number, dpi: number, signal: AbortSignal): Promise<Uint8Array>;
}

export type StructureFormat = "markdown" | "tables" | "chunks";

export interface DocumentContent {
  /** The selected pages, ascending. */
  pages(): Promise<readonly PageOutcome[]>;
  /** The structure as text: of the whole document, or of what begins on some pages. */
  structure(format: StructureFormat, pages: ReadonlySet<number> | undefined): Promise<string>;
  search(term: string): Promise<readonly PageMatch[]>;
}

/** How a document is to be read. */
export interface ReadingSettings {
  readonly pages: string;
  readonly mode: "native_text" | "low_cost" | "high_quality" | "form" | "table";
  readonly lang: string;
  readonly password: string;
}

/** The call that opens a document. */
export interface OpeningCall {
  readonly signal: AbortSignal;
  readonly progress: Pick<Progress, "pages">;
}

/** Where the tools find documents. Errors that a caller can do something about are `DomainError` or `ExtractionError`. */
export interface Documents<Source> {
  /** Reads a document, or starts to. */
  open(source: Source, settings: ReadingSettings, call: OpeningCall): Promise<OpenDocument>;
  /** A document that was opened before. */
  find(id: string): Promise<OpenDocument>;
  /** The documents that were opened last, newest first. */
  list(): Promise<readonly Pick<OpenDocument, "id" | "name">[]>;
}
