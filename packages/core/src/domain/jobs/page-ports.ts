import type { CorrectablePage } from "../../extraction/corrections/corrected-page.ts";
import type { PageLines, PageOutcome, PageWording } from "../../extraction/result/extracted-document.ts";
import type { StorableOutcome } from "../../extraction/result/storable-outcome.ts";
import type { StructuredPage } from "../../extraction/structure/document/document-page.ts";

/** A stored page of a job. `sequence` grows in the order in which the job's pages were stored. */
export interface StoredPage {
  readonly jobId: string;
  readonly sequence: number;
  readonly outcome: PageOutcome;
}

/** The outcome of a page without its content. */
export type PageSummary = Pick<PageOutcome, "number" | "ok" | "message" | "seconds">;

/** The structure of a page, as `PageRead` has it. */
export interface FoundStructure {
  readonly number: number;
  readonly structure: string;
}

/** How much of each page is read: all of it, or without text, lines, words, rules and images, which are then empty. */
export type PageDetail = "whole" | "outline";

export interface PageStore {
  /**
   * Stores outcomes and returns the number of new ones; existing pages are unchanged. The job must be locked, so that a
   * reader who has seen a sequence number finds no lower one later.
   */
  insert(jobId: string, outcomes: readonly StorableOutcome[]): Promise<number>;
  /** The same for pages of which none is stored yet, without waiting for the database. */
  insertNew(jobId: string, outcomes: readonly StorableOutcome[]): Promise<void>;
  /** The numbers of the stored pages, ascending. */
  numbers(jobId: string): Promise<readonly number[]>;
  /** The pages that failed, by number, ascending. */
  failures(jobId: string): Promise<readonly Pick<PageSummary, "number" | "message">[]>;
  /** The outcome of each stored page, by number, ascending, without its content. */
  summaries(jobId: string): Promise<readonly PageSummary[]>;
  /** The lines of each stored page, by number, ascending, without text and words. */
  lines(jobId: string): Promise<readonly PageLines[]>;
  /** The text of each stored page, by number, ascending, without lines and words. */
  wordings(jobId: string): Promise<readonly PageWording[]>;
  /** The structure of pages greater than `after`, by number, ascending, with what is needed to join it over the document. */
  structures(
    jobId: string,
    range: { readonly after: number; readonly limit: number },
  ): Promise<readonly StructuredPage[]>;
  /** The pages that were read and have no structure, ascending. */
  numbersWithoutStructure(jobId: string): Promise<readonly number[]>;
  /** Adds the structure of pages that have none. */
  addStructures(jobId: string, found: readonly FoundStructure[]): Promise<void>;
  /** The words of the given pages, as `PageRead` has them, by number. */
  words(jobId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, Float64Array>>;
  find(jobId: string, number: number): Promise<StoredPage | undefined>;
  /** Pages by number, ascending, greater than `after`. */
  list(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** The same as `list`, but a page whose text was not recognised has no words: all of them are certain. */
  listForText(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** The same as `list` for several jobs, in one query. */
  listOfJobs(
    jobIds: readonly string[],
    range: { after: number; limit: number; detail: PageDetail },
  ): Promise<readonly StoredPage[]>;
  /** Pages by sequence, ascending, greater than `after`. */
  listSince(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** Replaces the content of a page by a corrected one. It is kept as it was read, too. */
  correct(jobId: string, number: number, content: CorrectablePage): Promise<void>;
  /** The content of the given pages as it was read, by number; failed pages are left out. */
  asRead(jobId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, CorrectablePage>>;
  /** Deletes what only `asRead` returns. */
  forgetOriginals(jobId: string): Promise<void>;
  /**
   * Deletes the content of a job's pages: `text` keeps only its line ends; `words`, `fields` and the structure are emptied. Geometry
   * and messages remain.
   */
  forgetText(jobId: string): Promise<void>;
}
