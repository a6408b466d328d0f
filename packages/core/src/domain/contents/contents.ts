import { DomainError } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import type { Viewer } from "../jobs/jobs.ts";
import { hitContext, type HitContext } from "./hit-context.ts";
import { searchTerm, type TermPart } from "./search-term.ts";

/** A page that has the term. */
export interface ContentHit extends HitContext {
  readonly job: Job;
  readonly page: number;
  /** The place in the list; hits are sorted by it, descending. */
  readonly sequence: number;
}

export interface ContentQuery {
  /** Words that must all be on a page, or phrases in quotation marks. A word finds its beginnings and other forms. */
  readonly term: string;
  /** Only hits with a lower sequence. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The search in the texts of all documents. */
export interface Contents {
  /**
   * Pages of the organization's documents that have the term, the newest first, as long as their texts are kept. A document
   * is found a few seconds after it was processed.
   *
   * @throws DomainError `BAD_INPUT`; `UNAVAILABLE` if the service has no index.
   */
  search(viewer: Viewer, query: ContentQuery): Promise<readonly ContentHit[]>;
  /** For workers: indexes documents that were processed or corrected. Returns how many; 0 if there are none left. */
  indexSome(): Promise<number>;
}

export interface IndexedPage {
  readonly job: Job;
  readonly page: number;
  readonly sequence: number;
  readonly text: string;
}

export interface FoundPages {
  readonly pages: readonly IndexedPage[];
  /** Other forms of the words, such as "invoic" of "invoices". */
  readonly stems: readonly string[];
}

/** The index of the texts of all pages. */
export interface ContentsIndex {
  find(query: {
    readonly organizationId: string;
    readonly term: readonly TermPart[];
    readonly before: number | undefined;
    readonly limit: number;
    readonly now: Date;
  }): Promise<FoundPages>;
  indexSome(): Promise<number>;
}

export function createContents(
  index: ContentsIndex | undefined,
  { environment }: { readonly environment: { readonly now: () => Date } },
): Contents {
  return {
    async search({ organizationId }, { term, before, limit }) {
      const parts = searchTerm(term);
      if (!index) throw new DomainError("UNAVAILABLE", "The texts cannot be searched on this service.");
      const found = await index.find({ organizationId, term: parts, before, limit, now: environment.now() });
      return found.pages.map(({ job, page, sequence, text }) => ({
        job,
        page,
        sequence,
        ...hitContext(text, parts, found.stems),
      }));
    },
    indexSome: async () => (index ? index.indexSome() : 0),
  };
}
