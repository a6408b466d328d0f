import type { PageGroup, UsageKey } from "../../usage/page-count.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ExtractionKey } from "../../access/model/credential.ts";
import type { IdempotencyClaim } from "../../jobs/submission/idempotency-ports.ts";
import type { ApplicationDatabase } from "../../application.ts";
import type { PageCount } from "../../usage/page-count.ts";
import { aJob, anExtractionKey, anOrganization } from "../records.ts";
import type { Opened } from "./stored-records.ts";

/** What every `Database` promises of extraction keys. */
export function extractionKeyRules(opened: Opened): void {
  test("a key is found by its id, and listed in its organization, newest first", async () => {
    const { database } = opened();
    const older = await storedKey(database, { createdAt: new Date(1000), pagesPerDay: 7 });
    const newer = anExtractionKey(older.organizationId, {
      createdAt: new Date(2000),
      revokedAt: new Date(3000),
    });
    await storedKey(database);
    await database.transaction(({ extractionKeys }) => extractionKeys.insert(newer));
    const { extractionKeys } = database.records;
    expect(await extractionKeys.find(older.id)).toEqual(older);
    expect(await extractionKeys.find("no-id")).toBeUndefined();
    expect(await extractionKeys.list(older.organizationId)).toEqual([newer, older]);
  });

  test("a change leaves the rest of the key alone", async () => {
    const { database } = opened();
    const key = await storedKey(database, { requestsPerMinute: 5 });
    const changes = { digest: "another", masked: "…ther", rotatedAt: new Date(1e12) };
    await database.transaction(({ extractionKeys }) => extractionKeys.update(key.id, changes));
    expect(await database.records.extractionKeys.find(key.id)).toEqual({ ...key, ...changes });
  });

  test("a locked key is changed by one transaction at a time", async () => {
    const { database } = opened();
    const { id } = await storedKey(database, { pagesPerDay: 1 });
    const countUp = (): Promise<void> =>
      database.transaction(async ({ extractionKeys }) => {
        const locked = await extractionKeys.lock(id);
        await extractionKeys.update(id, { pagesPerDay: (locked?.pagesPerDay ?? 0) + 1 });
      });
    await Promise.all([countUp(), countUp(), countUp()]);
    expect(await database.records.extractionKeys.find(id)).toMatchObject({ pagesPerDay: 4 });
  });

  test("requests are counted in their minute, and from anew in the next", async () => {
    const { database } = opened();
    const { id } = await storedKey(database);
    const count = (minute: number): Promise<number> =>
      database.transaction(({ extractionKeys }) => extractionKeys.countRequests(id, minute, 1));
    const atOnce = await Promise.all([count(10), count(10), count(10)]);
    expect(new Set(atOnce)).toEqual(new Set([1, 2, 3]));
    expect(await count(11)).toBe(1);
    expect(await count(10)).toBe(2);
    const several = database.transaction(({ extractionKeys }) => extractionKeys.countRequests(id, 11, 7));
    expect(await several).toBe(9);
  });
}

/** What every `Database` promises of usage. */
export function usageRules(opened: Opened): void {
  usageGroupRules(opened);
  test("pages of one organization, key, day, mode and tag are one count", async () => {
    const { database } = opened();
    const { id: keyId, organizationId } = await storedKey(database);
    const count = { organizationId, keyId, day: "2026-03-31", mode: "form", tag: "a", pages: 2 } as const;
    const adding = [count, count, { ...count, keyId: null }, { ...count, keyId: null, pages: 3 }];
    await Promise.all(adding.map((added) => addUsage(database, [added])));
    const { usage } = database.records;
    const day = { from: count.day, to: count.day };
    expect(await usage.list({ organizationId, ...day })).toEqual([
      { day: count.day, mode: "form", pages: 9 },
    ]);
    expect(await usage.list({ organizationId, keyId, ...day })).toMatchObject([{ pages: 4 }]);
    await addUsage(database, [{ ...count, day: "2026-03-30", pages: 7 }]);
    const month = { organizationId, from: "2026-03-01", to: count.day };
    expect(await usage.totalsOfKeys({ ...month, keyIds: [keyId, randomUUID()] })).toEqual([
      { keyId, pages: 11, pagesOfLastDay: 4 },
    ]);
    expect(await usage.totalsOfKeys({ ...month, keyIds: [] })).toEqual([]);
  });

  test("usage is listed by day and mode, from the first day to the last, with one tag or all", async () => {
    const { database } = opened();
    const { id: organizationId } = await storedOrganization(database);
    const count = {
      organizationId,
      keyId: null,
      day: "2026-03-30",
      mode: "table",
      tag: "a",
      pages: 1,
    } as const;
    await addUsage(database, [
      count,
      { ...count, day: "2026-03-29", pages: 100 },
      { ...count, day: "2026-03-31", mode: "form", pages: 10 },
      { ...count, day: "2026-03-31", tag: "b\0", pages: 20 },
      { ...count, day: "2026-04-01", pages: 1000 },
    ]);
    const { usage } = database.records;
    const period = { organizationId, from: "2026-03-30", to: "2026-03-31" };
    expect(await usage.list(period)).toEqual([
      { day: "2026-03-30", mode: "table", pages: 1 },
      { day: "2026-03-31", mode: "form", pages: 10 },
      { day: "2026-03-31", mode: "table", pages: 20 },
    ]);
    expect(await usage.list({ ...period, tag: "a" })).toEqual([
      { day: "2026-03-30", mode: "table", pages: 1 },
      { day: "2026-03-31", mode: "form", pages: 10 },
    ]);
    expect(await usage.list({ ...period, organizationId: randomUUID() })).toEqual([]);
  });
}

/** What every `Database` promises of idempotency keys. */
export function idempotencyRules(opened: Opened): void {
  test("of those who claim a key at once one gets it, and the others its claim", async () => {
    const { database } = opened();
    const { id: organizationId } = await storedOrganization(database);
    const answers = await Promise.all([1, 2, 3].map(() => claimed(database, { organizationId })));
    expect(answers.filter(({ earlier }) => earlier === undefined)).toHaveLength(1);
    const winner = answers.find(({ earlier }) => earlier === undefined)?.claim;
    for (const { earlier } of answers) expect([undefined, winner]).toContainEqual(earlier);
    expect(await database.records.idempotency.find(organizationId, "key", { since: SINCE })).toEqual(winner);
  });

  test("claims that are too old are forgotten, those of every organization", async () => {
    const { database } = opened();
    const { idempotency } = database.records;
    const old = await claimed(database, {
      organizationId: (await storedOrganization(database)).id,
      createdAt: new Date(SINCE.getTime() - 1),
    });
    const kept = await claimed(database, {
      organizationId: (await storedOrganization(database)).id,
      createdAt: SINCE,
    });
    expect(await database.transaction((records) => records.idempotency.forget(SINCE))).toBeGreaterThan(0);
    const since = new Date(0);
    expect(await idempotency.find(old.claim.organizationId, "key", { since })).toBeUndefined();
    expect(await idempotency.find(kept.claim.organizationId, "key", { since })).toEqual(kept.claim);
  });

  test("a claim that is too old is none, and a claim that was broken off never was", async () => {
    const { database } = opened();
    const { id: organizationId } = await storedOrganization(database);
    const broken = claimed(database, { organizationId }, new Error("broken off"));
    await expect(broken).rejects.toThrow("broken off");
    const old = await claimed(database, { organizationId, createdAt: new Date(SINCE.getTime() - 1) });
    expect(old.earlier).toBeUndefined();
    const { idempotency } = database.records;
    expect(await idempotency.find(organizationId, "key", { since: SINCE })).toBeUndefined();
    const fresh = await claimed(database, { organizationId });
    expect(fresh.earlier).toBeUndefined();
    expect(await idempotency.find(organizationId, "key", { since: SINCE })).toEqual(fresh.claim);
  });

  test("a key of one organization says nothing to another", async () => {
    const { database } = opened();
    await claimed(database, { organizationId: (await storedOrganization(database)).id });
    const other = await claimed(database, { organizationId: (await storedOrganization(database)).id });
    expect(other.earlier).toBeUndefined();
  });
}

const SINCE = new Date("2026-01-01T00:00:00Z");

/** Stores a job and claims the key "key" for it, as a submission does. */
async function claimed(
  database: ApplicationDatabase,
  facts: Pick<IdempotencyClaim, "organizationId"> & Partial<IdempotencyClaim>,
  failure?: Error,
): Promise<{ claim: IdempotencyClaim; earlier: IdempotencyClaim | undefined }> {
  const job = aJob(facts.organizationId);
  const claim = { key: "key", fingerprint: "of a job", jobId: job.id, createdAt: new Date(1.8e12), ...facts };
  const earlier = await database.transaction(async (records) => {
    const found = await records.idempotency.claim(claim, { since: SINCE });
    if (!found) await records.jobs.insert(job);
    if (failure) throw failure;
    return found;
  });
  return { claim, earlier };
}

async function addUsage(database: ApplicationDatabase, counts: readonly PageCount[]): Promise<void> {
  await database.transaction(async ({ usage }) => {
    for (const count of counts) await usage.add(count);
  });
}

async function storedOrganization(database: ApplicationDatabase): Promise<{ readonly id: string }> {
  const organization = anOrganization();
  await database.transaction((records) => records.organizations.insert(organization));
  return organization;
}

async function storedKey(
  database: ApplicationDatabase,
  facts: Partial<ExtractionKey> = {},
): Promise<ExtractionKey> {
  const key = anExtractionKey((await storedOrganization(database)).id, facts);
  await database.transaction(({ extractionKeys }) => extractionKeys.insert(key));
  return key;
}

function usageGroupRules(opened: Opened): void {
  test("usage is grouped by any of day, mode, tag and key, in this order", async () => {
    const { database } = opened();
    const { id: keyId, organizationId } = await storedKey(database);
    const count = { organizationId, keyId, day: "2026-03-30", mode: "form", tag: "a", pages: 1 } as const;
    await addUsage(database, [
      count,
      { ...count, keyId: null, pages: 10 },
      { ...count, day: "2026-03-31", mode: "table", tag: "B", pages: 100 },
      { ...count, day: "2026-04-01", pages: 1000 },
    ]);
    const { usage } = database.records;
    const query = { organizationId, from: "2026-03-30", to: "2026-03-31" };
    const none = { day: null, mode: null, tag: null, keyId: null };
    const grouped = (by: readonly UsageKey[], limit = 10): Promise<readonly PageGroup[]> =>
      usage.listGroups(query, { by, limit });
    expect(await grouped(["mode", "day"])).toEqual([
      { ...none, day: "2026-03-30", mode: "form", pages: 11 },
      { ...none, day: "2026-03-31", mode: "table", pages: 100 },
    ]);
    expect(await grouped(["tag"])).toEqual([
      { ...none, tag: "B", pages: 100 },
      { ...none, tag: "a", pages: 11 },
    ]);
    expect(await grouped(["key"])).toEqual([
      { ...none, keyId, pages: 101 },
      { ...none, pages: 10 },
    ]);
    expect(await grouped(["tag", "key"], 2)).toEqual([
      { ...none, tag: "B", keyId, pages: 100 },
      { ...none, tag: "a", keyId, pages: 1 },
    ]);
    expect(await grouped([])).toEqual([{ ...none, pages: 111 }]);
    expect(await usage.listGroups({ ...query, tag: "none" }, { by: [], limit: 10 })).toEqual([]);
  });
}
