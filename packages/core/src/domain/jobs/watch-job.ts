import type { Caller } from "../access/caller.ts";
import { findJob } from "./find-jobs.ts";
import { isSettled, type Job } from "./job.ts";
import type { JobChange, JobPorts, JobReference } from "./jobs.ts";

const PAGES_AT_ONCE = 50;

/**
 * Listens before it reads, so that no change falls between the two. Every page of the job is told, so that the count of
 * those told is at least what the job, which was read before them, says of its pages.
 */
export async function* watchJob(
  ports: JobPorts,
  caller: Caller,
  { reference, signal }: { reference: JobReference; signal: AbortSignal | undefined },
): AsyncGenerator<JobChange, void, undefined> {
  const { id } = await findJob(ports, caller, reference);
  await using changes = ports.subscriptions.jobChanges(id);
  endOnAbort(changes, signal);
  let job = await findJob(ports, caller, { id });
  const told: Told = { pages: 0, lastSequence: 0 };
  yield { kind: "status", job };
  for (;;) {
    yield* newPages(ports, job, told);
    if (isSettled(job.status)) return;
    if ((await changes.next()).done) return;
    const now = await findJob(ports, caller, { id });
    if (now.status !== job.status && !isSettled(now.status)) yield { kind: "status", job: now };
    if (now.status !== job.status && isSettled(now.status)) {
      yield* newPages(ports, now, told);
      yield { kind: "status", job: now };
      return;
    }
    job = now;
  }
}

/** See `Jobs.settled`. */
export async function settledJob(
  ports: JobPorts,
  caller: Caller,
  { reference, signal }: { readonly reference: JobReference; readonly signal: AbortSignal },
): Promise<Job> {
  const { id } = await findJob(ports, caller, reference);
  await using changes = ports.subscriptions.jobChanges(id);
  endOnAbort(changes, signal);
  let job = await findJob(ports, caller, { id });
  while (!isSettled(job.status) && !(await changes.next()).done) job = await findJob(ports, caller, { id });
  return job;
}

/** How far a watcher has come. */
interface Told {
  pages: number;
  lastSequence: number;
}

async function* newPages(
  { database }: JobPorts,
  job: Job,
  told: Told,
): AsyncGenerator<Extract<JobChange, { kind: "page" }>, void, undefined> {
  for (;;) {
    const range = { after: told.lastSequence, limit: PAGES_AT_ONCE };
    const pages = await database.records.pages.listSince(job.id, range);
    for (const page of pages) {
      told.lastSequence = page.sequence;
      told.pages++;
      yield { kind: "page", job: { ...job, pagesDone: Math.max(job.pagesDone, told.pages) }, page };
    }
    if (pages.length < PAGES_AT_ONCE) return;
  }
}

export async function* watchJobs(
  ports: JobPorts,
  caller: Caller,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobChange, void, undefined> {
  await using changes = ports.subscriptions.organizationJobChanges(caller.organizationId);
  endOnAbort(changes, signal);
  const known = new Map<string, string>();
  for await (const id of changes) {
    const job = await findJob(ports, caller, { id });
    if (known.get(id) === job.status) continue;
    known.set(id, job.status);
    if (isSettled(job.status)) known.delete(id);
    yield { kind: "status", job };
  }
}

/** A generator that waits cannot be told to return: what it waits for has to end. */
function endOnAbort(changes: AsyncIterator<unknown>, signal: AbortSignal | undefined): void {
  const end = (): void => void changes.return?.();
  if (signal?.aborted) end();
  else signal?.addEventListener("abort", end, { once: true });
}
