import type { ExtractionKey } from "../../../access/model/credential.ts";
import type { CredentialStore } from "../../../access/model/token-ports.ts";
import type { IdempotencyClaim, IdempotencyStore } from "../../../jobs/submission/idempotency-ports.ts";
import type { ExtractionKeyStore } from "../../../access/model/key-ports.ts";
import type { Upload } from "../../../documents/document-file.ts";
import { isSettled, type Job } from "../../../jobs/job.ts";
import type { OrganizationLimitsStore } from "../../../limits/limit-ports.ts";
import type { OrganizationLimits } from "../../../limits/organization-limits.ts";
import type { UsageStore } from "../../../usage/usage-ports.ts";
import type { DailyPages, PageCount, PageGroup, UsageQuery } from "../../../usage/page-count.ts";

/** The number of requests of a key in a minute. */
export interface RequestCount {
  readonly minute: number;
  readonly requests: number;
}

export function createMemoryExtractionKeys(
  table: () => Map<string, ExtractionKey>,
  requestCounts: () => Map<string, RequestCount>,
  credentials: CredentialStore<ExtractionKey>,
): ExtractionKeyStore {
  const find = async (id: string): Promise<ExtractionKey | undefined> => table().get(id);
  return {
    ...credentials,
    find,
    lock: find,
    list: async (organizationId) =>
      [...table().values()]
        .filter((key) => key.organizationId === organizationId)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)),
    async update(id, changes) {
      const key = table().get(id);
      if (key) table().set(id, { ...key, ...changes });
    },
    async countRequests(id, minute, more) {
      const before = requestCounts().get(id);
      const running = before && before.minute >= minute ? before : { minute, requests: 0 };
      const counted = { ...running, requests: running.requests + more };
      requestCounts().set(id, counted);
      return counted.requests;
    },
  };
}

export function createMemoryUsage(table: () => Map<string, PageCount>): UsageStore {
  return {
    async add(count) {
      const { organizationId, keyId, day, mode, tag, pages } = count;
      const place = JSON.stringify([organizationId, keyId, day, mode, tag]);
      table().set(place, { ...count, pages: pages + (table().get(place)?.pages ?? 0) });
    },
    async list(query) {
      const sums = new Map<string, DailyPages>();
      for (const count of table().values()) {
        const { day, mode, pages } = count;
        const place = `${day} ${mode}`;
        if (isCounted(count, query))
          sums.set(place, { day, mode, pages: pages + (sums.get(place)?.pages ?? 0) });
      }
      return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    },
    async listGroups(query, { by, limit }) {
      const groups = new Map<string, PageGroup>();
      for (const count of table().values()) {
        if (!isCounted(count, query)) continue;
        const group = {
          day: by.includes("day") ? count.day : null,
          mode: by.includes("mode") ? count.mode : null,
          tag: by.includes("tag") ? count.tag : null,
          keyId: by.includes("key") ? count.keyId : null,
        };
        const place = [group.day, group.mode, group.tag, group.keyId ?? "~"].join("\n");
        groups.set(place, { ...group, pages: count.pages + (groups.get(place)?.pages ?? 0) });
      }
      const sorted = [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return sorted.map(([, group]) => group).slice(0, limit);
    },
    async totalsOfKeys({ organizationId, keyIds, from, to }) {
      return keyIds.flatMap((keyId) => {
        const counts = [...table().values()].filter(
          (count) =>
            count.organizationId === organizationId &&
            count.keyId === keyId &&
            count.day >= from &&
            count.day <= to,
        );
        const ofLastDay = counts.filter(({ day }) => day === to);
        const sum = (some: readonly PageCount[]): number => some.reduce((all, { pages }) => all + pages, 0);
        return counts.length === 0 ? [] : [{ keyId, pages: sum(counts), pagesOfLastDay: sum(ofLastDay) }];
      });
    },
  };
}

function isCounted(count: PageCount, { organizationId, keyId, tag, from, to }: UsageQuery): boolean {
  return (
    count.organizationId === organizationId &&
    (keyId === undefined || count.keyId === keyId) &&
    (tag === undefined || count.tag === tag) &&
    count.day >= from &&
    count.day <= to
  );
}

/** Transactions run one after the other, so `lock` has nothing to do. */
export function createMemoryLimits(
  tables: () => {
    readonly organizationLimits: Map<string, OrganizationLimits>;
    readonly jobs: ReadonlyMap<string, Job>;
    readonly uploads: ReadonlyMap<string, Upload>;
  },
): OrganizationLimitsStore {
  return {
    find: async (organizationId) => tables().organizationLimits.get(organizationId),
    put: async (organizationId, limits) =>
      void tables().organizationLimits.set(organizationId, { ...limits }),
    remove: async (organizationId) => void tables().organizationLimits.delete(organizationId),
    lock: async () => undefined,
    countInFlight: async (organizationId) =>
      [...tables().jobs.values()].filter(
        (job) => job.organizationId === organizationId && !isSettled(job.status),
      ).length,
    async sumBytesKept(organizationId) {
      const jobs = [...tables().jobs.values()].filter(({ documentRemovedAt }) => documentRemovedAt === null);
      const holders = [...jobs, ...tables().uploads.values()].filter(
        (one) => one.organizationId === organizationId,
      );
      const kept = new Map(holders.map(({ file }) => [file?.objectKey, file?.bytes ?? 0]));
      return [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
    },
  };
}

export function createMemoryIdempotency(table: () => Map<string, IdempotencyClaim>): IdempotencyStore {
  const find: IdempotencyStore["find"] = async (organizationId, key, { since }) => {
    const claim = table().get(`${organizationId} ${key}`);
    return claim && claim.createdAt >= since ? claim : undefined;
  };
  return {
    find,
    async claim(claim, { since }) {
      const earlier = await find(claim.organizationId, claim.key, { since });
      if (!earlier) table().set(`${claim.organizationId} ${claim.key}`, claim);
      return earlier;
    },
    async forget(before) {
      const old = [...table()].filter(([, { createdAt }]) => createdAt < before);
      for (const [name] of old) table().delete(name);
      return old.length;
    },
  };
}
