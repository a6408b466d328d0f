import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApplicationDatabase } from "../../application.ts";
import { extractionKeyRules, idempotencyRules, usageRules } from "./keys-and-usage-contract.ts";
import { fieldsRules } from "./jobs/fields-contract.ts";
import { jobRules } from "./jobs/job-contract.ts";
import { jobListRules } from "./jobs/job-list-contract.ts";
import { limitRules } from "./limits-contract.ts";
import { managementRules } from "./management/management-contract.ts";
import { aJob, anAccessToken, anExtractionKey, anOrganization, anUpload } from "../records.ts";
import { pagePartRules, pageRules, pagesOfJobsRules, pageTextRules } from "./jobs/page-contract.ts";
import { retentionRules } from "./jobs/retention-contract.ts";
import { searchRules } from "./jobs/search-contract.ts";
import { sourceRules } from "./jobs/source-contract.ts";
import { turnRules } from "./jobs/turn-contract.ts";
import { storedJob, storedOrganization } from "./stored-records.ts";
import { webhookRules } from "./webhook-contract.ts";

/** A database that belongs to the suite. */
export interface DatabaseUnderTest extends AsyncDisposable {
  readonly database: ApplicationDatabase;
  /** The jobs whose queue entries were sent. */
  readonly queuedJobIds: () => Promise<readonly string[]>;
}

/** What every `Database` promises. */
export function databaseContract(name: string, open: () => Promise<DatabaseUnderTest>): void {
  describe(`a database ${name}`, () => {
    let underTest: DatabaseUnderTest;
    beforeAll(async () => {
      underTest = await open();
    });
    afterAll(() => underTest[Symbol.asyncDispose]());

    const opened = (): DatabaseUnderTest => underTest;
    describe("keeps transactions whole", () => {
      transactionRules(opened);
    });
    describe("keeps others out of what is locked", () => {
      lockRules(opened);
    });
    describe("keeps credentials and uploads", () => {
      credentialRules(opened);
    });
    describe("keeps extraction keys", () => {
      extractionKeyRules(opened);
    });
    describe("keeps usage", () => {
      usageRules(opened);
    });
    describe("keeps limits", () => {
      limitRules(opened);
    });
    describe("keeps idempotency keys", () => {
      idempotencyRules(opened);
    });
    describe("keeps jobs", () => {
      jobRules(opened);
      jobListRules(opened);
      fieldsRules(opened);
      sourceRules(opened);
    });
    describe("gives jobs their turns", () => {
      turnRules(opened);
    });
    describe("keeps pages", () => {
      pageRules(opened);
      pagePartRules(opened);
    });
    describe("keeps what a page says", () => {
      pagesOfJobsRules(opened);
      searchRules(opened);
      pageTextRules(opened);
    });
    describe("finds what has expired", () => {
      retentionRules(opened);
    });
    webhookRules(opened);
    managementRules(opened);
  });
}

type Opened = () => DatabaseUnderTest;

function transactionRules(opened: Opened): void {
  test("a transaction that throws leaves no record and no queue entry", async () => {
    const { database, queuedJobIds } = opened();
    const organization = await storedOrganization(database);
    const job = aJob(organization.id);
    const failed = database.transaction(async (records) => {
      await records.jobs.insert(job);
      await records.queue.extract(job, 1);
      await records.announcements.jobChanged(job);
      throw new Error("broken off");
    });
    await expect(failed).rejects.toThrow("broken off");
    expect(await database.records.jobs.find(job.id)).toBeUndefined();
    expect(await queuedJobIds()).not.toContain(job.id);
  });

  test("a queue entry leaves with the commit", async () => {
    const { database, queuedJobIds } = opened();
    const organization = await storedOrganization(database);
    const job = aJob(organization.id);
    await database.transaction(async (records) => {
      await records.jobs.insert(job);
      await records.queue.extract(job, 1);
    });
    expect(await queuedJobIds()).toContain(job.id);
  });

  test("a transaction answers what its work answers", async () => {
    expect(await opened().database.transaction(async () => 42)).toBe(42);
  });

  test("a transaction reads what it wrote, others read it after the commit", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const [inside, outside] = await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      return [
        await records.organizations.find(organization.id),
        await database.records.organizations.find(organization.id),
      ];
    });
    expect(inside).toEqual(organization);
    expect(outside).toBeUndefined();
    expect(await database.records.organizations.find(organization.id)).toEqual(organization);
  });
}

function lockRules(opened: Opened): void {
  test("a locked job is changed by one transaction at a time", async () => {
    const { database } = opened();
    const job = await storedJob(database);
    const countUp = (): Promise<void> =>
      database.transaction(async (records) => {
        const locked = await records.jobs.lock(job.id);
        await records.jobs.update(job.id, { pagesDone: (locked?.pagesDone ?? 0) + 1 });
      });
    await Promise.all([countUp(), countUp(), countUp(), countUp(), countUp()]);
    expect(await database.records.jobs.find(job.id)).toMatchObject({ pagesDone: 5 });
  });

  test("a transaction that locks a job as it was read fails if it has changed since", async () => {
    const { database } = opened();
    const job = await storedJob(database);
    const countUp = (): Promise<void> =>
      database.transaction(async (records) => {
        await records.jobs.lockUnchanged(job);
        await records.jobs.update(job.id, { pagesDone: job.pagesDone + 1 });
      });
    const UNAVAILABLE = expect.objectContaining({ name: "DomainError", code: "UNAVAILABLE" });
    const ends = await Promise.allSettled([countUp(), countUp(), countUp()]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(countUp()).rejects.toEqual(UNAVAILABLE);
    await database.transaction(({ jobs }) => jobs.update(job.id, { pagesDone: 0, status: "cancelled" }));
    await expect(countUp()).rejects.toEqual(UNAVAILABLE);
    expect(await database.records.jobs.find(job.id)).toMatchObject({ pagesDone: 0 });
    const missing = { ...job, id: randomUUID() };
    await expect(database.transaction(({ jobs }) => jobs.lockUnchanged(missing))).rejects.toEqual(
      UNAVAILABLE,
    );
  });

  test("of transactions that lock all organizations, each sees what the one before has stored", async () => {
    const { database } = opened();
    const slug = `first-${randomUUID()}`;
    const createOnce = (): Promise<"created" | "exists"> =>
      database.transaction(async (records) => {
        await records.organizations.lockAll();
        if (await records.organizations.findBySlug(slug)) return "exists";
        await records.organizations.insert(anOrganization({ slug }));
        return "created";
      });
    const answers = await Promise.all([createOnce(), createOnce(), createOnce()]);
    expect(answers.toSorted()).toEqual(["created", "exists", "exists"]);
  });
}

function credentialRules(opened: Opened): void {
  test("an organization is found by its id and its slug", async () => {
    const { records } = opened().database;
    const organization = await storedOrganization(opened().database);
    expect(await records.organizations.find(organization.id)).toEqual(organization);
    expect(await records.organizations.findBySlug(organization.slug)).toEqual(organization);
    expect(await records.organizations.findBySlug("nobody")).toBeUndefined();
  });

  test("a slug belongs to one organization", async () => {
    const { database } = opened();
    const { slug } = await storedOrganization(database);
    const second = database.transaction((records) => records.organizations.insert(anOrganization({ slug })));
    await expect(second).rejects.toBeInstanceOf(Error);
  });

  test("a credential is found by its digest, as it was stored", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const key = anExtractionKey(id, { revokedAt: new Date(1e12), lastUsedAt: new Date(1e12 + 1) });
    const token = anAccessToken(id, { tier: "full_access" });
    await database.transaction(async (records) => {
      await records.extractionKeys.insert(key);
      await records.accessTokens.insert(token);
    });
    expect(await database.records.extractionKeys.findByDigest(key.digest)).toEqual(key);
    expect(await database.records.accessTokens.findByDigest(token.digest)).toEqual(token);
    expect(await database.records.accessTokens.findByDigest(key.digest)).toBeUndefined();
  });

  test("an upload is found by its id", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const upload = anUpload(id);
    await database.transaction((records) => records.uploads.insert(upload));
    expect(await database.records.uploads.find(upload.id)).toEqual(upload);
  });

  test.each(["no-id", "", "\0", "../1"])("nothing has the id %j", async (id) => {
    const { records } = opened().database;
    expect(await records.uploads.find(id)).toBeUndefined();
    expect(await records.jobs.find(id)).toBeUndefined();
    expect(await records.organizations.find(id)).toBeUndefined();
  });
}
