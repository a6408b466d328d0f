import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Organization } from "../access/model/credential.ts";
import type { Job, JobStatus } from "../jobs/job.ts";
import type { ApplicationDatabase } from "../application.ts";
import { extractionKeyRules, idempotencyRules, usageRules } from "./keys-and-usage-contract.ts";
import { jobListRules } from "./job-list-contract.ts";
import { managementRules } from "./management-contract.ts";
import {
  aJob,
  anAccessToken,
  anExtractionKey,
  anOrganization,
  anUpload,
  aPageFailed,
  aPageRead,
} from "./records.ts";
import { retentionRules } from "./retention-contract.ts";
import { searchRules } from "./search-contract.ts";
import { sourceRules } from "./source-contract.ts";
import { turnRules } from "./turn-contract.ts";
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
    describe("keeps idempotency keys", () => {
      idempotencyRules(opened);
    });
    describe("keeps jobs", () => {
      jobRules(opened);
      jobListRules(opened);
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
      await records.queue.extract(job.id, 1);
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
      await records.queue.extract(job.id, 1);
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

function jobRules(opened: Opened): void {
  test("a job is read as it was stored, by its id and by its handle within its organization", async () => {
    const { database } = opened();
    const { jobs } = database.records;
    const job = await storedJob(database, {
      status: "processing",
      pageCount: 12,
      startedAt: new Date("2026-01-02T03:04:06.001Z"),
    });
    expect(await jobs.find(job.id)).toEqual(job);
    expect(await jobs.listByIds([job.id, randomUUID()])).toEqual([job]);
    expect(await jobs.listByIds([])).toEqual([]);
    expect(await jobs.findByHandle(job.organizationId, job.handle)).toEqual(job);
    expect(await jobs.findByHandle(randomUUID(), job.handle)).toBeUndefined();
    expect(await jobs.findByHandle(job.organizationId, "\0|nothing")).toBeUndefined();
  });

  test("a change leaves the rest of the job alone", async () => {
    const { database } = opened();
    const job = await storedJob(database);
    const changes = { status: "failed", statusMessage: "It is empty.", settledAt: new Date(1e12) } as const;
    await database.transaction((records) => records.jobs.update(job.id, changes));
    expect(await database.records.jobs.find(job.id)).toEqual({ ...job, ...changes });
  });

  test("jobs are listed newest first, those of one instant by descending id, in parts that join", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const instants = [3000, 1000, 2000, 2000, 2000, 4000];
    const stored = instants.map((time) => aJob(id, { submittedAt: new Date(time) }));
    await database.transaction(async ({ jobs }) => {
      for (const job of stored) await jobs.insert(job);
    });
    const listed: Job[] = [];
    for (let after: Job | undefined; listed.length < stored.length; after = listed.at(-1)) {
      const part = await database.records.jobs.list({ organizationId: id, statuses: [], after, limit: 2 });
      expect(part).toHaveLength(2);
      listed.push(...part);
    }
    const newestFirst = stored.toSorted(
      (a, b) => b.submittedAt.getTime() - a.submittedAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    expect(listed).toEqual(newestFirst);
  });

  test("jobs are listed and counted by status, none named meaning all", async () => {
    const { database } = opened();
    const { id } = await storedOrganization(database);
    const statuses: JobStatus[] = ["accepted", "processing", "processed", "processed"];
    await database.transaction(async ({ jobs }) => {
      for (const status of statuses) await jobs.insert(aJob(id, { status }));
    });
    const { jobs } = database.records;
    expect(await jobs.count({ organizationId: id, statuses: [] })).toBe(4);
    expect(await jobs.count({ organizationId: id, statuses: ["processed", "accepted"] })).toBe(3);
    expect(await jobs.count({ organizationId: randomUUID(), statuses: [] })).toBe(0);
    const processed = await jobs.list({ organizationId: id, statuses: ["processed"], limit: 10 });
    expect(processed.map(({ status }) => status)).toEqual(["processed", "processed"]);
  });
}

function pageRules(opened: Opened): void {
  test.each(["insert", "insertNew"] as const)("a page is read as it was stored by %s", async (insert) => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const outcomes = [aPageRead(1), aPageFailed(2)];
    await database.transaction<unknown>((records) => records.pages[insert](id, outcomes));
    const { pages } = database.records;
    expect((await pages.find(id, 1))?.outcome).toEqual(outcomes[0]);
    expect((await pages.find(id, 2))?.outcome).toEqual(outcomes[1]);
    expect(await pages.find(id, 3)).toBeUndefined();
  });

  test("a page that is there stays as it is, and only new ones are counted", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const insert = (numbers: readonly number[], text: string): Promise<number> =>
      database.transaction(({ pages }) =>
        pages.insert(
          id,
          numbers.map((number) => aPageRead(number, { text })),
        ),
      );
    expect(await insert([1, 2], "first")).toBe(2);
    expect(await insert([2, 3, 3], "second")).toBe(1);
    const stored = await database.records.pages.list(id, { after: 0, limit: 10 });
    expect(stored.map(({ outcome }) => outcome)).toMatchObject([
      { number: 1, text: "first" },
      { number: 2, text: "first" },
      { number: 3, text: "second" },
    ]);
  });

  test("pages are listed by number and by the order in which they were stored", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    for (const number of [5, 1, 3]) {
      await database.transaction(({ pages }) => pages.insert(id, [aPageRead(number)]));
    }
    const { pages } = database.records;
    expect(await pages.numbers(id)).toEqual([1, 3, 5]);
    const byNumber = await pages.list(id, { after: 1, limit: 1 });
    expect(byNumber.map(({ outcome }) => outcome.number)).toEqual([3]);
    const stored = await pages.listSince(id, { after: 0, limit: 10 });
    expect(stored.map(({ outcome }) => outcome.number)).toEqual([5, 1, 3]);
    const later = await pages.listSince(id, { after: stored[0]?.sequence ?? 0, limit: 10 });
    expect(later).toEqual(stored.slice(1));
  });
}

function pagePartRules(opened: Opened): void {
  test("pages are summed up by number", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const failed = aPageFailed(7, { message: "The page is damaged.", seconds: 1.125 });
    const read = aPageRead(2, { message: "An image was left out." });
    await database.transaction(({ pages }) => pages.insert(id, [failed, read]));
    expect(await database.records.pages.summaries(id)).toEqual([
      { number: 2, ok: true, message: "An image was left out.", seconds: 0.25 },
      { number: 7, ok: false, message: "The page is damaged.", seconds: 1.125 },
    ]);
    expect(await database.records.pages.failures(id)).toEqual([
      { number: 7, message: "The page is damaged." },
    ]);
  });

  test("the lines of pages are read as they were stored", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const [first, last] = [aPageRead(1, { height: 841.89 }), aPageRead(3, { lines: new Float32Array() })];
    await database.transaction(({ pages }) => pages.insert(id, [last, aPageFailed(2), first]));
    await database.transaction(({ pages }) => pages.forgetText(id));
    expect(await database.records.pages.lines(id)).toMatchObject([
      { number: 1, ok: true, height: 841.89, lines: first.lines },
      { number: 2, ok: false },
      { number: 3, ok: true, height: 792, lines: last.lines },
    ]);
  });
}

function pagesOfJobsRules(opened: Opened): void {
  test("of several jobs each gives its own part of the pages", async () => {
    const { database } = opened();
    const [one, other, without] = await Promise.all([1, 2, 3].map(() => storedJob(database)));
    const ids = [one, other, without].map((job) => job?.id ?? "");
    await database.transaction(async ({ pages }) => {
      await pages.insert(
        ids[0] ?? "",
        [1, 2, 3, 4].map((number) => aPageRead(number)),
      );
      await pages.insert(
        ids[1] ?? "",
        [1, 7, 9].map((number) => aPageRead(number)),
      );
    });
    const listed = await database.records.pages.listOfJobs(ids, { after: 1, limit: 2, detail: "whole" });
    const places = listed.map(({ jobId, outcome }) => [ids.indexOf(jobId), outcome.number]);
    expect(places.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [0, 2],
      [0, 3],
      [1, 7],
      [1, 9],
    ]);
    expect(await database.records.pages.listOfJobs([], { after: 0, limit: 2, detail: "whole" })).toEqual([]);
  });
}

function pageTextRules(opened: Opened): void {
  test("forgetting the text keeps line ends, geometry and messages", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const read = aPageRead(1, { text: "Größe\n\nx y\n", message: "An image was left out." });
    const failed = aPageFailed(2);
    const other = await storedJob(database);
    await database.transaction(async ({ pages }) => {
      await pages.insert(id, [read, failed]);
      await pages.insert(other.id, [read]);
    });
    await database.transaction(({ pages }) => pages.forgetText(id));
    const stored = await database.records.pages.list(id, { after: 0, limit: 10 });
    expect(stored.map(({ outcome }) => outcome)).toEqual([
      { ...read, text: "\n\n\n", words: new Float64Array(), fields: [], checkMarks: [] },
      failed,
    ]);
    expect((await database.records.pages.find(other.id, 1))?.outcome).toEqual(read);
  });

  test("odd characters neither fail nor move what follows them", async () => {
    const { database } = opened();
    const job = await storedJob(database, { tag: "a\0b", statusMessage: "\uD800" });
    const [field] = aPageRead(1).fields;
    const odd = aPageRead(1, {
      text: "a\0b \uDFFF\n\u{1F600}\\u0000",
      fields: field ? [{ ...field, value: "\0\uD83D" }] : [],
    });
    await database.transaction(({ pages }) => pages.insert(job.id, [odd]));
    const outcome = (await database.records.pages.find(job.id, 1))?.outcome;
    expect(outcome).toMatchObject({ ok: true, number: 1, words: odd.words });
    const text = outcome?.ok ? outcome.text : "";
    expect(text).toHaveLength(odd.text.length);
    expect(text.slice(-8)).toBe(odd.text.slice(-8));
  });

  test("a large document is stored and read in parts", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const outcomes = Array.from({ length: 1200 }, (_, index) => aPageRead(index + 1));
    expect(await database.transaction(({ pages }) => pages.insert(id, outcomes))).toBe(1200);
    const { pages } = database.records;
    expect(await pages.numbers(id)).toHaveLength(1200);
    const last = await pages.list(id, { after: 1150, limit: 200 });
    expect(last.map(({ outcome }) => outcome)).toEqual(outcomes.slice(1150));
  });
}

async function storedOrganization(database: ApplicationDatabase): Promise<Organization> {
  const organization = anOrganization();
  await database.transaction((records) => records.organizations.insert(organization));
  return organization;
}

async function storedJob(database: ApplicationDatabase, facts: Partial<Job> = {}): Promise<Job> {
  const { id } = await storedOrganization(database);
  const job = aJob(id, facts);
  await database.transaction((records) => records.jobs.insert(job));
  return job;
}
