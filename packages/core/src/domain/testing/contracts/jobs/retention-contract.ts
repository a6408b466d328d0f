import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ExpiredText } from "../../../jobs/job-ports.ts";
import type { Job } from "../../../jobs/job.ts";
import type { ApplicationDatabase } from "../../../application.ts";
import { aJob, anOrganization, anUpload } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

const THEN = new Date("2026-05-01T12:00:00.000Z");
const LATER = new Date("2026-05-01T12:00:00.001Z");

/** What every `Database` promises of queries for expired records. Other tests may have left records behind. */
export function retentionRules(opened: Opened): void {
  expiryRules(opened);
  documentRules(opened);
}

async function storedJob(database: ApplicationDatabase, facts: Partial<Job>): Promise<Job> {
  const organization = anOrganization();
  const job = aJob(organization.id, facts);
  await database.transaction(async ({ organizations, jobs }) => {
    await organizations.insert(organization);
    await jobs.insert(job);
  });
  return job;
}

function expiryRules(opened: Opened): void {
  const stored = (facts: Partial<Job>): Promise<Job> => storedJob(opened().database, facts);

  test("jobs whose text expires are found from that instant on, by expiry and id and in parts that join", async () => {
    const { jobs } = opened().database.records;
    const expiring = [];
    const longest = await stored({ textExpiresAt: new Date(THEN.getTime() - 1) });
    for (let count = 0; count < 5; count++) expiring.push(await stored({ textExpiresAt: THEN }));
    const later = await stored({ textExpiresAt: LATER });
    const without = await stored({});
    const texts: ExpiredText[] = [];
    for (let more = true; more;) {
      const part = await jobs.listWithExpiredText(THEN, { after: texts.at(-1), limit: 2 });
      texts.push(...part);
      more = part.length > 0;
    }
    const found = texts.map(({ id }) => id);
    const ids = [longest.id, ...expiring.map(({ id }) => id).toSorted()];
    expect(found.filter((id) => ids.includes(id))).toEqual(ids);
    expect(found).not.toContain(later.id);
    expect(found).not.toContain(without.id);
  });

  test("a document is spent when its job is settled, its text is gone and it was not removed", async () => {
    const { jobs } = opened().database.records;
    const settledAt = THEN;
    const spent = await stored({ status: "retrieved", settledAt });
    const others = new Set(
      [
        await stored({ status: "processing" }),
        await stored({ status: "processed", settledAt, textExpiresAt: THEN }),
        await stored({ status: "retrieved", settledAt, documentRemovedAt: THEN }),
        await stored({
          status: "failed",
          settledAt,
          file: null,
          source: { url: "https://a.example", name: "a" },
        }),
      ].map(({ id }) => id),
    );
    const found = (await jobs.listWithSpentDocument(1000)).map(({ id }) => id);
    expect(found).toContain(spent.id);
    expect(found.filter((id) => others.has(id))).toEqual([]);
  });
}

function documentRules(opened: Opened): void {
  const stored = (facts: Partial<Job>): Promise<Job> => storedJob(opened().database, facts);

  test("the jobs that hold an object are counted, without those that have removed it", async () => {
    const { jobs } = opened().database.records;
    const { file } = await stored({});
    const key = file?.objectKey ?? "";
    expect(await jobs.countHolding(key)).toBe(1);
    await stored({ file });
    await stored({ file, documentRemovedAt: THEN });
    expect(await jobs.countHolding(key)).toBe(2);
    expect(await jobs.countHolding(`documents/${randomUUID()}`)).toBe(0);
  });

  test("uploads of before an instant are found, hold their object, and can be removed", async () => {
    const { database } = opened();
    const { uploads } = database.records;
    const organization = anOrganization();
    const [old, newer] = [THEN, LATER].map((createdAt) => anUpload(organization.id, { createdAt }));
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      for (const upload of [old, newer]) if (upload) await records.uploads.insert(upload);
    });
    const found = (await uploads.listBefore(LATER, 1000)).map(({ id }) => id);
    expect(found).toContain(old?.id);
    expect(found).not.toContain(newer?.id);
    expect(await uploads.holds(old?.file.objectKey ?? "")).toBe(true);
    await database.transaction((records) => records.uploads.remove(old?.id ?? ""));
    expect(await uploads.find(old?.id ?? "")).toBeUndefined();
    expect(await uploads.holds(old?.file.objectKey ?? "")).toBe(false);
    expect(await uploads.holds(newer?.file.objectKey ?? "")).toBe(true);
  });
}
