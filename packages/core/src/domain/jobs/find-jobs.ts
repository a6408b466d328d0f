import { documentLines } from "../../extraction/result/document-text.ts";
import { selectionSchema, selectNumbers } from "../../extraction/document/page-selection.ts";
import type { Caller } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { Database } from "../ports.ts";
import type { JobRecords } from "./job-ports.ts";
import type { PageDetail, StoredPage } from "./page-ports.ts";
import { isSettled, textOptions, type Job } from "./job.ts";
import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { WordsNeeded, JobList, JobListQuery, JobReference, NumberedLine, Viewer } from "./jobs.ts";

/** Pages per database query when all are needed; between queries, other callers are served. */
const PAGES_AT_ONCE = 50;

export async function findJob(
  { database }: { readonly database: Database<JobRecords> },
  caller: Viewer,
  reference: JobReference,
): Promise<Job> {
  const { jobs } = database.records;
  const job =
    "id" in reference
      ? await jobs.find(reference.id)
      : await jobs.findByHandle(caller.organizationId, reference.handle);
  if (job?.organizationId === caller.organizationId) return job;
  throw new DomainError("NOT_FOUND", "Job not found.", { field: "id" in reference ? "id" : "handle" });
}

export async function listJobs(
  { database }: { readonly database: Database<JobRecords> },
  { organizationId }: Caller,
  { limit, ...query }: JobListQuery,
): Promise<JobList> {
  const jobs = await database.records.jobs.list({ organizationId, ...query, limit: limit + 1 });
  return { jobs: jobs.slice(0, limit), hasMore: jobs.length > limit };
}

export function pagesOf(
  { database }: { readonly database: Database<JobRecords> },
  job: Job,
  range: { after: number; limit: number },
): Promise<readonly StoredPage[]> {
  return database.records.pages.list(job.id, range);
}

export async function pagesOfEach(
  { database }: { readonly database: Database<JobRecords> },
  jobs: readonly Job[],
  range: { after: number; limit: number; detail: PageDetail },
): Promise<readonly (readonly StoredPage[])[]> {
  const pages = await database.records.pages.listOfJobs(
    jobs.map(({ id }) => id),
    range,
  );
  return jobs.map(({ id }) => pages.filter(({ jobId }) => jobId === id));
}

export async function queuePositionsOfEach(
  { database }: { readonly database: Database<JobRecords> },
  jobs: readonly Job[],
): Promise<readonly (number | null)[]> {
  const waiting = jobs.filter(({ turn }) => turn !== null);
  const ahead = await database.records.jobs.countAhead(waiting.map(({ id }) => id));
  return jobs.map(({ id }) => {
    const count = ahead.get(id);
    return count === undefined ? null : count + 1;
  });
}

/** All pages of a job by number, in batches that limit the size of each database response; `count` gets each batch. */
export async function allPages(
  { pages }: Pick<JobRecords, "pages">,
  jobId: string,
  {
    words,
    count,
  }: {
    readonly words: WordsNeeded;
    readonly count?: ((pages: readonly PageOutcome[]) => void) | undefined;
  },
): Promise<PageOutcome[]> {
  const all: PageOutcome[] = [];
  for (let after = 0; ;) {
    const range = { after, limit: PAGES_AT_ONCE };
    const part = await (words === "all" ? pages.list(jobId, range) : pages.listForText(jobId, range));
    const outcomes = part.map(({ outcome }) => outcome);
    count?.(outcomes);
    all.push(...outcomes);
    const last = part.at(-1);
    if (!last || part.length < PAGES_AT_ONCE) return all;
    after = last.outcome.number;
  }
}

export async function highlights(
  ports: { readonly database: Database<JobRecords> },
  caller: Caller,
  { reference, lines }: { reference: JobReference; lines: string | undefined },
): Promise<readonly NumberedLine[]> {
  const selection = selectionSchema.safeParse(lines ?? "");
  if (!selection.success) {
    throw new DomainError(
      "BAD_INPUT",
      `lines: ${selection.error.issues[0]?.message ?? "invalid selection"}`,
      {
        field: "lines",
      },
    );
  }
  const job = await findJob(ports, caller, reference);
  if (!isSettled(job.status)) throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  const all = documentLines(await ports.database.records.pages.lines(job.id), textOptions(job));
  return selectNumbers(selection.data, 0, all.length - 1).map((number) => ({
    number,
    metadata: all[number] ?? null,
  }));
}
