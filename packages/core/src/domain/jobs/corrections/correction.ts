/** What a person says that a word reads. A word has at most one. */
export interface Correction {
  readonly organizationId: string;
  readonly jobId: string;
  /** Number of the page, counted from 1. */
  readonly page: number;
  /** Index of the word on its page, counted from 0. */
  readonly word: number;
  /** The word as it was read. */
  readonly original: string;
  readonly text: string;
  /** The user who wrote it; null if the credentials belong to no user. */
  readonly authorId: string | null;
  readonly correctedAt: Date;
}

/** A page of a job. */
export type CorrectedPage = Pick<Correction, "jobId" | "page">;

export type CorrectedWord = Pick<Correction, "jobId" | "page" | "word">;

export interface CorrectionStore {
  /** Replaces an earlier correction of the same word. */
  put(correction: Correction): Promise<void>;
  find(place: CorrectedWord): Promise<Correction | undefined>;
  /** The corrections of a job by page and word, from `offset` on. */
  list(
    jobId: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Correction[]>;
  count(jobId: string): Promise<number>;
  /** The corrections of pages, by word. */
  listOfPages(pages: readonly CorrectedPage[]): Promise<readonly Correction[]>;
  remove(place: CorrectedWord): Promise<void>;
  removeOfJob(jobId: string): Promise<void>;
}
