import type { IncomingMessage } from "node:http";
import type { Extractor } from "@galley/core";
import {
  DomainError,
  isSettled,
  isTextKept,
  searchPages,
  type Application,
  type Caller,
  type Job,
  type PageMatch,
  type StoredPage,
} from "@galley/core/domain";
import { drawnOfJob } from "./drawn.ts";
import type { OpenViewedDocument } from "./viewer-router.ts";
import { MAX_VIEWED_PIXELS, outlineOf, type DocumentSummary } from "./viewed-document.ts";

/** Number of pages loaded at a time for a search. */
const SEARCHED_AT_ONCE = 50;

export interface JobDocumentParts {
  readonly application: Application;
  /** @throws DomainError if the request has no valid credentials. */
  readonly authenticate: (request: IncomingMessage) => Promise<Caller>;
  readonly renderer: Pick<Extractor, "renderPage">;
}

/** Opens the documents of the caller's jobs. */
export function jobDocuments({
  application: { jobs },
  authenticate,
  renderer,
}: JobDocumentParts): OpenViewedDocument {
  return async (id, request) => {
    const caller = await authenticate(request);
    const job = await jobs.find(caller, { id: uuidOf(id) });
    const textKept = isTextKept(job, new Date());
    const outlines = async (range: { after: number; limit: number }): Promise<readonly StoredPage[]> =>
      (await jobs.pagesOfEach([job], { ...range, detail: "outline" })).flat();
    return {
      summary: async () => {
        const [first] = await outlines({ after: 0, limit: 1 });
        return { ...summaryOf(job, first), message: messageOf(job, textKept) };
      },
      outlines: async (range) => (await outlines(range)).map(({ outcome }) => outlineOf(outcome)),
      async page(number) {
        const [page] = await jobs.pages(job, { after: number - 1, limit: 1 });
        if (page?.outcome.number === number) return { outcome: page.outcome, textKept };
        throw new DomainError("NOT_FOUND", `Page ${number} has not been read.`, { field: "number" });
      },
      async image(number, { dpi, signal }) {
        await using file = await jobs.openDocument(caller, { id: job.id });
        const options = { dpi, maxPixels: MAX_VIEWED_PIXELS, attachments: job.options.attachments };
        return await drawnOfJob(renderer.renderPage(file.path, number, options, { signal }));
      },
      search: async (term) => {
        if (!textKept) return [];
        if (isSettled(job.status)) return jobs.searchText(caller, { id: job.id }, term);
        return matchesSoFar(term, (range) => jobs.pages(job, range));
      },
    };
  };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function uuidOf(id: string): string {
  if (UUID.test(id)) return id;
  throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" });
}

function summaryOf(job: Job, first: StoredPage | undefined): Omit<DocumentSummary, "message"> {
  return {
    name: job.file?.name ?? job.source?.name ?? "",
    pageCount: job.pageCount,
    pages: expectedPages(job),
    firstPage: first?.outcome.number ?? null,
    settled: isSettled(job.status),
  };
}

/** Which pages a selection has is not stored; its pages are known when they have been read. */
function expectedPages({ pageCount, pagesSelected }: Job): readonly number[] {
  if (pageCount === null || pagesSelected !== pageCount) return [];
  return Array.from({ length: pageCount }, (_, index) => index + 1);
}

function messageOf({ statusMessage, retrievedAt, textExpiresAt }: Job, textKept: boolean): string {
  const gone = textExpiresAt === null && retrievedAt !== null ? "was retrieved and deleted" : "has expired";
  const notShown = textKept ? "" : `The text ${gone}.`;
  return [statusMessage, notShown].filter((part) => part !== "").join(" ");
}

/** The matches in the pages of a job that is still being read. */
async function matchesSoFar(
  term: string,
  pagesOf: (range: { after: number; limit: number }) => Promise<readonly StoredPage[]>,
): Promise<readonly PageMatch[]> {
  const found: PageMatch[] = [];
  for (let after = 0; ;) {
    const outcomes = (await pagesOf({ after, limit: SEARCHED_AT_ONCE })).map(({ outcome }) => outcome);
    found.push(...(await searchPages(outcomes, term)));
    const last = outcomes.at(-1);
    if (!last || outcomes.length < SEARCHED_AT_ONCE) return found;
    after = last.number;
  }
}
