import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OrganizationLimits } from "../../limits/organization-limits.ts";
import { aJob, anOrganization, anUpload } from "../records.ts";
import { storedOrganization, type Opened } from "./stored-records.ts";

const LIMITS: OrganizationLimits = { pagesPerDay: 7, documentsInFlight: null, bytesKept: 2 ** 40 };

/** What every `Database` promises of limits. */
export function limitRules(opened: Opened): void {
  test("limits are kept for each organization until they are removed", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const { organizationLimits } = database.records;
    expect(await organizationLimits.find(id)).toBeUndefined();
    await database.transaction((records) => records.organizationLimits.put(id, LIMITS));
    expect(await organizationLimits.find(id)).toEqual(LIMITS);
    const changed = { ...LIMITS, pagesPerDay: null, documentsInFlight: 3 };
    await database.transaction((records) => records.organizationLimits.put(id, changed));
    expect(await organizationLimits.find(id)).toEqual(changed);
    expect(await organizationLimits.find(randomUUID())).toBeUndefined();
    await database.transaction((records) => records.organizationLimits.remove(id));
    expect(await organizationLimits.find(id)).toBeUndefined();
  });

  test("who locks an organization counts all that others have stored under the lock", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const counts = await Promise.all(
      Array.from({ length: 6 }, () =>
        database.transaction(async ({ jobs, organizationLimits }) => {
          await jobs.insert(aJob(id));
          await organizationLimits.lock(id);
          return organizationLimits.countInFlight(id);
        }),
      ),
    );
    expect(counts.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("jobs that are not settled are in flight", async () => {
    const { database } = opened();
    const [{ id }, other] = [await storedOrganization(database), await storedOrganization(database)];
    await database.transaction(async ({ jobs }) => {
      for (const status of [
        "accepted",
        "processing",
        "processed",
        "retrieved",
        "failed",
        "cancelled",
      ] as const) {
        await jobs.insert(aJob(id, { status }));
      }
      await jobs.insert(aJob(other.id));
    });
    expect(await database.records.organizationLimits.countInFlight(id)).toBe(2);
  });

  keptFileRules(opened);

  test("organizations are listed by slug", async () => {
    const { database } = opened();
    const slugs = ["-2", "-10", "-A"];
    await database.transaction(async ({ organizations }) => {
      for (const slug of slugs) await organizations.insert(anOrganization({ slug }));
    });
    const listed = await database.records.organizations.list(2);
    expect(listed.map(({ slug }) => slug)).toEqual(["-10", "-2"]);
  });
}

function keptFileRules(opened: Opened): void {
  test("a file is kept once, until neither a job nor an upload has it", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const upload = anUpload(id);
    const { file } = upload;
    const jobs = [aJob(id, { file }), aJob(id, { file }), aJob(id, { file })];
    const [first = aJob(id), second = aJob(id), third = aJob(id)] = jobs;
    const kept = (): Promise<number> => database.records.organizationLimits.sumBytesKept(id);
    expect(await kept()).toBe(0);
    await database.transaction(({ uploads }) => uploads.insert(upload));
    expect(await kept()).toBe(file.bytes);
    await database.transaction(async (records) => {
      for (const job of jobs) await records.jobs.insert(job);
    });
    expect(await kept()).toBe(file.bytes);
    await database.transaction(async (records) => {
      await records.uploads.remove(upload.id);
      await records.jobs.update(first.id, { documentRemovedAt: new Date(1e12) });
      await records.jobs.remove(second.id);
    });
    expect(await kept()).toBe(file.bytes);
    await database.transaction((records) => records.jobs.remove(third.id));
    expect(await kept()).toBe(0);
  });

  test("a document that is fetched later is kept from then on", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const { file } = anUpload(id);
    const source = { url: "https://example.org/a.pdf", name: "a.pdf" };
    const job = aJob(id, { file: null, source });
    await database.transaction(({ jobs }) => jobs.insert(job));
    const kept = (): Promise<number> => database.records.organizationLimits.sumBytesKept(id);
    expect(await kept()).toBe(0);
    await database.transaction(({ jobs }) => jobs.update(job.id, { file }));
    expect(await kept()).toBe(file.bytes);
    await database.transaction(({ jobs }) => jobs.update(job.id, { documentRemovedAt: new Date(1e12) }));
    expect(await kept()).toBe(0);
  });
}
