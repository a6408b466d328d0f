import type { PageLines, PageOutcome, PageWording } from "../../extraction/result/extracted-document.ts";

/** A page of a job as it is kept. `sequence` grows in the order in which the job's pages were stored. */
export interface StoredPage {
  readonly jobId: string;
  readonly sequence: number;
  readonly outcome: PageOutcome;
}

/** What became of a page, in short. */
export type PageSummary = Pick<PageOutcome, "number" | "ok" | "message" | "seconds">;

export interface PageStore {
  /** Stores outcomes and answers how many of them were new; a page that is already there stays as it is. */
  insert(jobId: string, outcomes: readonly PageOutcome[]): Promise<number>;
  /** The numbers of the pages that are there, ascending. */
  numbers(jobId: string): Promise<readonly number[]>;
  /** The pages that could not be read, by number, ascending. */
  failures(jobId: string): Promise<readonly Pick<PageSummary, "number" | "message">[]>;
  /** What became of each page that is there, by number, ascending, without reading what it says. */
  summaries(jobId: string): Promise<readonly PageSummary[]>;
  /** The lines of each page that is there, by number, ascending, without text and words. */
  lines(jobId: string): Promise<readonly PageLines[]>;
  /** The text of each page that is there, by number, ascending, without lines and words. */
  wordings(jobId: string): Promise<readonly PageWording[]>;
  /** The words of some pages, as `PageRead` has them, by number. */
  words(jobId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, Float64Array>>;
  find(jobId: string, number: number): Promise<StoredPage | undefined>;
  /** Pages by number, ascending, those above `after`. */
  list(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /** What `list` gives for each of several jobs, in one go. */
  listOfJobs(
    jobIds: readonly string[],
    range: { after: number; limit: number },
  ): Promise<readonly StoredPage[]>;
  /** Pages by sequence, ascending, those above `after`. */
  listSince(jobId: string, range: { after: number; limit: number }): Promise<readonly StoredPage[]>;
  /**
   * Forgets the words of a job's pages: `text` keeps its line ends and nothing else, `words` and `fields` are empty.
   * Geometry and messages stay.
   */
  forgetText(jobId: string): Promise<void>;
}
