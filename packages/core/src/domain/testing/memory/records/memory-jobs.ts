import { DomainError } from "../../../domain-error.ts";
import type { Delivery } from "../../../webhooks/delivery.ts";
import type { IdempotencyClaim } from "../../../jobs/submission/idempotency-ports.ts";
import type { DocumentFields } from "../../../fields/document-fields.ts";
import type { Correction } from "../../../jobs/corrections/correction.ts";
import type { Job } from "../../../jobs/job.ts";
import {
  NEWEST_FIRST,
  nameKeyOf,
  searchKey,
  type JobFilter,
  type JobOrder,
  type JobPlace,
} from "../../../jobs/job-list.ts";
import type { ExpiredText, JobQuery, JobStore } from "../../../jobs/job-ports.ts";
import type { StoredPage } from "../../../jobs/page-ports.ts";
import type { RunFile } from "../../../runs/run.ts";
import { insertUnique } from "./insert-unique.ts";

/** Jobs and the tables that refer to them. */
interface Tables {
  readonly jobs: Map<string, Job>;
  readonly pages: Map<string, StoredPage>;
  readonly corrections: Map<string, Correction>;
  readonly documentFields: Map<string, DocumentFields>;
  readonly deliveries: Map<string, Delivery>;
  readonly idempotency: Map<string, IdempotencyClaim>;
  readonly runFiles: Map<string, RunFile>;
}

export function memoryJobs(tables: () => Tables): JobStore {
  const table = (): Tables["jobs"] => tables().jobs;
  const matching = (query: JobFilter & Pick<JobQuery, "organizationId">): Job[] =>
    [...table().values()].filter((job) => matches(job, query));
  const holding = (objectKey: string): Job[] =>
    [...table().values()].filter((job) => job.file?.objectKey === objectKey && !job.documentRemovedAt);
  return {
    insert: async (job) => insertUnique(table(), job, "handle"),
    find: async (id) => table().get(id),
    listByIds: async (ids) => ids.flatMap((id) => table().get(id) ?? []),
    findByHandle: async (organizationId, handle) =>
      [...table().values()].find((job) => job.organizationId === organizationId && job.handle === handle),
    async list({ after, limit, order = NEWEST_FIRST, ...query }) {
      const sorted = matching(query).toSorted((a, b) => (precedes(order, placeOf(a), placeOf(b)) ? -1 : 1));
      return sorted.filter((job) => !after || precedes(order, after, placeOf(job))).slice(0, limit);
    },
    count: async (query) => matching(query).length,
    listWithExpiredText: async (now, { after, limit }) =>
      [...table().values()]
        .flatMap(({ id, textExpiresAt }) => (textExpiresAt ? [{ id, textExpiresAt }] : []))
        .filter((text) => text.textExpiresAt <= now && (!after || byExpiry(text, after) > 0))
        .toSorted(byExpiry)
        .slice(0, limit),
    listWithSpentDocument: async (limit) => [...table().values()].filter(hasSpentDocument).slice(0, limit),
    countHolding: async (objectKey) => holding(objectKey).length,
    lockHolding: async (objectKey) => holding(objectKey).map(({ id }) => id),
    async lockTurns({ organizationId, keyId, priority }, countTo) {
      const all = [...table().values()];
      const own = all.filter(
        (job) => job.organizationId === organizationId && job.keyId === keyId && job.priority === priority,
      );
      const [turns, ownTurns] = [turnsOf(all), turnsOf(own)];
      return {
        first: turns[0] ?? null,
        ownLast: ownTurns.at(-1) ?? null,
        waiting: Math.min(turns.length, countTo),
        ownWaiting: Math.min(ownTurns.length, countTo),
      };
    },
    async countAhead(ids) {
      const waiting = [...table().values()].filter(({ turn }) => turn !== null).toSorted(byTurn);
      return new Map([...waiting.entries()].flatMap(([n, { id }]) => (ids.includes(id) ? [[id, n]] : [])));
    },
    lock: async (id) => table().get(id),
    lockUnchanged: async (job) => assertUnchanged(job, table().get(job.id)),
    async update(id, changes) {
      const job = table().get(id);
      if (job) table().set(id, { ...job, ...changes });
    },
    async remove(id) {
      table().delete(id);
      removeDependents(tables(), id);
    },
  };
}

function assertUnchanged(
  { status, pagesDone }: Pick<Job, "status" | "pagesDone">,
  stored: Job | undefined,
): void {
  if (stored?.status === status && stored.pagesDone === pagesDone) return;
  throw new DomainError("UNAVAILABLE", "The same records were changed concurrently. Try again.");
}

function removeDependents(tables: Tables, id: string): void {
  const { pages: ofPages, corrections, documentFields, deliveries, idempotency, runFiles } = tables;
  for (const [key, { jobId }] of corrections) if (jobId === id) corrections.delete(key);
  for (const [key, { jobId }] of documentFields) if (jobId === id) documentFields.delete(key);
  for (const [key, { jobId }] of ofPages) if (jobId === id) ofPages.delete(key);
  for (const [key, { jobId }] of deliveries) if (jobId === id) deliveries.delete(key);
  for (const [key, { jobId }] of idempotency) if (jobId === id) idempotency.delete(key);
  for (const [key, file] of runFiles) if (file.jobId === id) runFiles.set(key, { ...file, jobId: null });
}

/** Ascending. */
function turnsOf(all: readonly Job[]): readonly number[] {
  return all.flatMap(({ turn }) => (turn === null ? [] : [turn])).toSorted((a, b) => a - b);
}

function byTurn(a: Job, b: Job): number {
  const later = (a.turn ?? 0) - (b.turn ?? 0) || a.submittedAt.getTime() - b.submittedAt.getTime();
  return later === 0 ? a.id.localeCompare(b.id) : later;
}

function hasSpentDocument({ settledAt, textExpiresAt, documentRemovedAt, file }: Job): boolean {
  return settledAt !== null && textExpiresAt === null && documentRemovedAt === null && file !== null;
}

function matches(job: Job, filter: JobFilter & Pick<JobQuery, "organizationId">): boolean {
  const { organizationId, statuses, search = "", tag = job.tag, from, to } = filter;
  const term = searchKey(search);
  return (
    job.organizationId === organizationId &&
    (statuses.length === 0 || statuses.includes(job.status)) &&
    (nameKeyOf(job).includes(term) || searchKey(job.tag).includes(term)) &&
    job.tag === tag &&
    !(from && job.submittedAt < from) &&
    !(to && job.submittedAt >= to)
  );
}

function placeOf(job: Job): JobPlace {
  return { submittedAt: job.submittedAt, id: job.id, nameKey: nameKeyOf(job) };
}

function precedes({ by, direction }: JobOrder, a: JobPlace, b: JobPlace): boolean {
  const key = (place: JobPlace): string =>
    by === "name" ? (place.nameKey ?? "") : place.submittedAt.toISOString();
  const [first, second] = direction === "ascending" ? [a, b] : [b, a];
  return key(first) === key(second) ? first.id < second.id : key(first) < key(second);
}

function byExpiry(one: ExpiredText, other: ExpiredText): number {
  const earlier = one.textExpiresAt.getTime() - other.textExpiresAt.getTime();
  if (earlier !== 0) return earlier;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
