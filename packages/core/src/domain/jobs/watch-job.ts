import type { Caller } from "../access/caller.ts";
import { findJob } from "./find-jobs.ts";
import { isSettled, type Job } from "./job.ts";
import type { JobChange, JobPorts, JobReference } from "./jobs.ts";

const PAGES_AT_ONCE = 50;

/** Listens before it reads, so that no change falls between the two. */
export async function* watchJob(
  ports: JobPorts,
  caller: Caller,
  { reference, signal }: { reference: JobReference; signal: AbortSignal | undefined },
): AsyncGenerator<JobChange, void, undefined> {
  const { id } = await findJob(ports, caller, reference);
  await using changes = ports.subscriptions.jobChanges(id);
  endOnAbort(changes, signal);
  let job = await findJob(ports, caller, { id });
  let lastPage = 0;
  yield { kind: "status", job };
  for (;;) {
    for await (const change of newPages(ports, job, lastPage)) {
      lastPage = change.page.sequence;
      yield change;
    }
    if (isSettled(job.status)) return;
    if ((await changes.next()).done) return;
    const now = await findJob(ports, caller, { id });
    if (now.status !== job.status && !isSettled(now.status)) yield { kind: "status", job: now };
    if (now.status !== job.status && isSettled(now.status)) {
      yield* newPages(ports, now, lastPage);
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

async function* newPages(
  { database }: JobPorts,
  job: Job,
  after: number,
): AsyncGenerator<Extract<JobChange, { kind: "page" }>, void, undefined> {
  let last = after;
  for (;;) {
    const pages = await database.records.pages.listSince(job.id, { after: last, limit: PAGES_AT_ONCE });
    for (const page of pages) {
      last = page.sequence;
      yield { kind: "page", job, page };
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
