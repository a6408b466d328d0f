import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Opened, storedJob, storedOrganization } from "../stored-records.ts";
import type { Job, JobStatus } from "../../../jobs/job.ts";
import { aJob } from "../../records.ts";

/** What every `Database` promises of jobs. */
export function jobRules(opened: Opened): void {
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
