import type { Caller } from "../access/model/caller.ts";
import { findJob, listJobs } from "./find-jobs.ts";
import { isSettled, JOB_STATUSES, type Job, type JobStatus } from "./job.ts";
import type { JobChange, JobPorts, JobReference, JobWait } from "./jobs.ts";
import type { JobRecords } from "./job-ports.ts";
import { endOnAbort } from "../end-on-abort.ts";
import type { Database } from "../ports.ts";
import { readNow, readThroughOutage, type Read } from "../through-outage.ts";

const PAGES_AT_ONCE = 50;
const JOBS_AT_ONCE = 100;

const UNSETTLED = JOB_STATUSES.filter((status) => !isSettled(status));

/** All announcements of a settled job arrive within moments of each other, however many jobs there are. */
const SETTLED_REMEMBERED = 1000;

type Ports = Pick<JobPorts, "subscriptions"> & { readonly database: Database<JobRecords> };

/**
 * Subscribes before it reads, so no change is missed. Every page of the job is yielded: the number of yielded pages
 * is at least the page count of the job, which was read first.
 */
export async function* watchJob(
  ports: Ports,
  caller: Caller,
  { reference, signal }: { reference: JobReference; signal: AbortSignal | undefined },
): AsyncGenerator<JobChange, void, undefined> {
  const { id } = await findJob(ports, caller, reference);
  await using changes = ports.subscriptions.jobChanges(id);
  endOnAbort(changes, signal);
  let job = await findJob(ports, caller, { id });
  const sent: Progress = { pages: 0, lastSequence: 0 };
  const read = readThroughOutage(signal);
  yield { kind: "status", job };
  for (;;) {
    yield* newPages(ports, job, { sent, read });
    if (isSettled(job.status)) return;
    if ((await changes.next()).done) return;
    const now = await read(() => findJob(ports, caller, { id }), job);
    if (now.status !== job.status && !isSettled(now.status)) yield { kind: "status", job: now };
    if (now.status !== job.status && isSettled(now.status)) {
      yield* newPages(ports, now, { sent, read });
      yield { kind: "status", job: now };
      return;
    }
    job = now;
  }
}

/** See `Jobs.settled`. */
export async function settledJob(
  ports: Ports,
  caller: Caller,
  { reference, signal, changed }: JobWait & { readonly reference: JobReference },
): Promise<Job> {
  const { id } = await findJob(ports, caller, reference);
  await using changes = ports.subscriptions.jobChanges(id);
  endOnAbort(changes, signal);
  const read = readThroughOutage(signal);
  let job = await findJob(ports, caller, { id });
  changed?.(job);
  while (!isSettled(job.status) && !(await changes.next()).done) {
    job = await read(() => findJob(ports, caller, { id }), job);
    changed?.(job);
  }
  return job;
}

/** How far a watcher has got. */
interface Progress {
  pages: number;
  lastSequence: number;
}

async function* newPages(
  { database }: Ports,
  job: Job,
  { sent, read }: { readonly sent: Progress; readonly read: Read },
): AsyncGenerator<Extract<JobChange, { kind: "page" }>, void, undefined> {
  for (;;) {
    const range = { after: sent.lastSequence, limit: PAGES_AT_ONCE };
    const pages = await read(() => database.records.pages.listSince(job.id, range), []);
    for (const page of pages) {
      sent.lastSequence = page.sequence;
      sent.pages++;
      yield { kind: "page", job: { ...job, pagesDone: Math.max(job.pagesDone, sent.pages) }, page };
    }
    if (pages.length < PAGES_AT_ONCE) return;
  }
}

/** See `Jobs.watchAll`. Subscribes before it reads, so no change is missed. */
export async function* watchJobs(
  ports: Ports,
  caller: Caller,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobChange, void, undefined> {
  await using changes = ports.subscriptions.organizationJobChanges(caller.organizationId);
  endOnAbort(changes, signal);
  const sent = new SentStatuses();
  yield* sent.changedSince(unsettledJobs(ports, caller, readNow));
  const read = readThroughOutage(signal);
  for await (const id of changes) {
    const changed =
      id === undefined
        ? missedJobs(ports, caller, { sent, read })
        : jobsNamed(ports, caller, { ids: [id], read });
    yield* sent.changedSince(changed);
  }
}

/** See `Jobs.watchDeletions`. */
export async function* watchDeletions(
  { subscriptions }: Pick<JobPorts, "subscriptions">,
  { organizationId }: Caller,
  signal: AbortSignal | undefined,
): AsyncGenerator<string | undefined, void, undefined> {
  await using deletions = subscriptions.organizationJobDeletions(organizationId);
  endOnAbort(deletions, signal);
  yield* deletions;
}

/** Jobs whose end has not been yielded, then jobs that were submitted while the connection was lost. */
async function* missedJobs(
  ports: Ports,
  caller: Caller,
  { sent, read }: { readonly sent: SentStatuses; readonly read: Read },
): AsyncGenerator<Job, void, undefined> {
  yield* jobsNamed(ports, caller, { ids: sent.unsettledIds(), read });
  yield* unsettledJobs(ports, caller, read);
}

async function* jobsNamed(
  ports: Ports,
  caller: Caller,
  { ids, read }: { readonly ids: readonly string[]; readonly read: Read },
): AsyncGenerator<Job, void, undefined> {
  for (const id of ids) {
    const job = await read(() => ports.database.records.jobs.find(id), undefined);
    // Undefined if it was deleted meanwhile.
    if (job?.organizationId === caller.organizationId) yield job;
  }
}

/** Newest first. */
async function* unsettledJobs(
  ports: Ports,
  caller: Caller,
  read: Read,
): AsyncGenerator<Job, void, undefined> {
  let after: Job | undefined;
  for (;;) {
    const query = { statuses: UNSETTLED, after, limit: JOBS_AT_ONCE };
    const part = await read(() => listJobs(ports, caller, query), { jobs: [], hasMore: false });
    yield* part.jobs;
    after = part.jobs.at(-1);
    if (!part.hasMore) return;
  }
}

/** The last yielded status of each job. Of settled jobs only the latest are remembered. */
class SentStatuses {
  readonly #unsettled = new Map<string, JobStatus>();
  readonly #settled = new Map<string, JobStatus>();

  unsettledIds(): readonly string[] {
    return [...this.#unsettled.keys()];
  }

  /** The given jobs whose current status has not been yielded. */
  async *changedSince(jobs: AsyncIterable<Job>): AsyncGenerator<JobChange, void, undefined> {
    for await (const job of jobs) if (this.#record(job)) yield { kind: "status", job };
  }

  #record({ id, status }: Job): boolean {
    if ((this.#unsettled.get(id) ?? this.#settled.get(id)) === status) return false;
    this.#unsettled.delete(id);
    this.#settled.delete(id);
    (isSettled(status) ? this.#settled : this.#unsettled).set(id, status);
    const [oldest] = this.#settled.keys();
    if (oldest !== undefined && this.#settled.size > SETTLED_REMEMBERED) this.#settled.delete(oldest);
    return true;
  }
}

/** A waiting generator cannot be made to return: what it waits for has to end. */
