import { AsyncLocalStorage } from "node:async_hooks";
import { DomainError } from "../../domain-error.ts";
import type { Admission } from "../../limits/admission.ts";
import type { LimitRecords } from "../../limits/limit-ports.ts";
import type { Database, Transaction } from "../../ports.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";
import { nextTurns } from "../turn.ts";
import { storeWithTurn } from "./accept-job.ts";

interface AcceptancePorts {
  readonly admission: Admission;
  readonly database: Database<JobRecords & LimitRecords, JobOutbox>;
}

/** Jobs in one transaction: all of them wait for its end. */
const MAX_TOGETHER = 32;

/** Stores an accepted job and queues it; returns once it is on the disk. */
export type AcceptJob = (accepted: Job) => Promise<Job>;

interface Waiting {
  readonly accepted: Job;
  readonly answer: PromiseWithResolvers<Job>;
  /** Runs work in the context of the submission: its queue entry names its request. */
  readonly within: <T>(work: () => T) => T;
}

/**
 * Jobs of the same share that are submitted while one is being stored are stored together afterwards. The turns of a
 * share are locked until a transaction is on the disk, so they would wait for one another anyway.
 */
export function createAcceptance(ports: AcceptancePorts): AcceptJob {
  const shares = new Map<string, Waiting[]>();
  const acceptAll = async (share: string, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) await acceptGroup(ports, waiting.splice(0, MAX_TOGETHER));
    shares.delete(share);
  };
  return (accepted) => {
    const share = shareOf(accepted);
    const answer = Promise.withResolvers<Job>();
    const submitted = { accepted, answer, within: AsyncLocalStorage.snapshot() };
    const waiting = shares.get(share);
    if (waiting) {
      waiting.push(submitted);
    } else {
      const first = [submitted];
      shares.set(share, first);
      void acceptAll(share, first);
    }
    return answer.promise;
  };
}

/** Documents that must be fetched take no turn, so they do not wait for those that do. */
function shareOf({ organizationId, keyId, priority, file }: Job): string {
  return `${organizationId} ${keyId} ${priority} ${file === null ? "fetch" : "extract"}`;
}

/** Never rejects. If a group cannot be stored, its jobs are stored one by one, so that one does not fail the others. */
async function acceptGroup(ports: AcceptancePorts, group: readonly Waiting[]): Promise<void> {
  try {
    const stored = await ports.database.transaction((records) => storeGroup(ports, records, group));
    for (const { answer, job } of stored) answer.resolve(job);
  } catch (error) {
    const isOutage = error instanceof DomainError && error.code === "UNAVAILABLE";
    if (group.length === 1 || isOutage) for (const { answer } of group) answer.reject(error);
    else for (const one of group) await acceptGroup(ports, [one]);
  }
}

interface Stored extends Pick<Waiting, "answer"> {
  readonly job: Job;
}

async function storeGroup(
  { admission }: AcceptancePorts,
  records: Transaction<JobRecords & LimitRecords, JobOutbox>,
  group: readonly Waiting[],
): Promise<readonly Stored[]> {
  const [first] = group;
  const turns = first?.accepted.file ? await nextTurns(records.jobs, first.accepted, group.length) : [];
  const stored: Stored[] = [];
  for (const [index, { accepted, answer, within }] of group.entries()) {
    const job = await within(() => storeWithTurn(records, accepted, turns[index] ?? null));
    stored.push({ answer, job });
  }
  if (first) await admission.assertWithin(records, first.accepted.organizationId);
  return stored;
}
