import type { IncomingMessage } from "node:http";
import type { Extractor } from "@galley/core";
import {
  DomainError,
  isSettled,
  isTextKept,
  type Application,
  type Caller,
  type Job,
  type StoredPage,
} from "@galley/core/domain";
import { drawn } from "./drawn.ts";
import type { OpenViewedDocument } from "./viewer-router.ts";
import { MAX_VIEWED_PIXELS, type DocumentSummary } from "./viewed-document.ts";

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
    return {
      summary: async () => {
        const [first] = await jobs.pages(job, { after: 0, limit: 1 });
        return { ...summaryOf(job, first), message: messageOf(job, textKept) };
      },
      async page(number) {
        const [page] = await jobs.pages(job, { after: number - 1, limit: 1 });
        if (page?.outcome.number === number) return { outcome: page.outcome, textKept };
        throw new DomainError("NOT_FOUND", `Page ${number} has not been read.`, { field: "number" });
      },
      async image(number, { dpi, signal }) {
        await using file = await jobs.openDocument(caller, { id: job.id });
        const options = { dpi, maxPixels: MAX_VIEWED_PIXELS, attachments: job.options.attachments };
        return await drawn(renderer.renderPage(file.path, number, options, { signal }));
      },
      search: async (expression) =>
        textKept ? pagesWith(expression, (range) => jobs.pages(job, range)) : [],
    };
  };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function uuidOf(id: string): string {
  if (UUID.test(id)) return id;
  throw new DomainError("NOT_FOUND", "There is no such job.", { field: "id" });
}

function summaryOf(job: Job, first: StoredPage | undefined): Omit<DocumentSummary, "message"> {
  return {
    name: job.file?.name ?? job.source?.name ?? "",
    pageCount: job.pageCount,
    firstPage: first?.outcome.number ?? null,
    settled: isSettled(job.status),
  };
}

function messageOf({ statusMessage, retrievedAt, textExpiresAt }: Job, textKept: boolean): string {
  const gone = textExpiresAt === null && retrievedAt !== null ? "was retrieved and deleted" : "has expired";
  const notShown = textKept ? "" : `The text ${gone}.`;
  return [statusMessage, notShown].filter((part) => part !== "").join(" ");
}

async function pagesWith(
  expression: RegExp,
  pagesOf: (range: { after: number; limit: number }) => Promise<readonly StoredPage[]>,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let after = 0; ;) {
    const pages = await pagesOf({ after, limit: SEARCHED_AT_ONCE });
    for (const { outcome } of pages) {
      if (outcome.ok && expression.test(outcome.text)) found.push(outcome.number);
    }
    const last = pages.at(-1);
    if (!last || pages.length < SEARCHED_AT_ONCE) return found;
    after = last.outcome.number;
  }
}
