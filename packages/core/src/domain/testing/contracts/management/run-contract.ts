import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Pipeline } from "../../../pipelines/pipeline.ts";
import type { ApplicationDatabase } from "../../../application.ts";
import type { Run, RunFile } from "../../../runs/run.ts";
import { aPipeline, aWorkflow } from "../../pipeline-records.ts";
import { aDelivery, aJob, anOrganization } from "../../records.ts";
import { anOutcomeNotification, aRun, aRunFile } from "../../run-records.ts";
import type { Opened } from "../stored-records.ts";

/** What every `Database` promises of runs, their files, and the progress of schedules. */
export function runRules(opened: Opened): void {
  describe("keeps runs", () => {
    runStoreRules(opened);
    runListRules(opened);
  });
  describe("keeps files of runs", () => {
    runFileRules(opened);
    runFileListRules(opened);
    processedFileRules(opened);
  });
  describe("keeps how far schedules were followed", () => {
    scheduleRules(opened);
  });
  describe("keeps who is told how runs end", () => {
    notificationRules(opened);
  });
}

const SLOT = new Date("2026-05-06T07:00:00.000Z");

function runStoreRules(opened: Opened): void {
  test("a run is read as it was stored, and changed", async () => {
    const { database } = opened();
    const run = await storedRun(database, { slot: SLOT, tags: ["a"] });
    const changes = { status: "completed", totalFiles: 3, finishedAt: new Date(2e12) } as const;
    await database.transaction(async ({ runs }) => {
      expect(await runs.lock(run.id)).toEqual(run);
      await runs.update(run.id, changes);
    });
    expect(await database.records.runs.find(run.id)).toEqual({ ...run, ...changes });
    expect(await database.records.runs.find("no-id")).toBeUndefined();
  });

  test("a slot of a pipeline has one run, and the transaction goes on", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database);
    const other = await storedPipeline(database);
    const inserted = await database.transaction(async ({ runs }) => [
      await runs.insert(aRun(pipeline, { slot: SLOT })),
      await runs.insert(aRun(pipeline, { slot: SLOT })),
      await runs.insert(aRun(other, { slot: SLOT })),
      await runs.insert(aRun(pipeline)),
      await runs.insert(aRun(pipeline)),
    ]);
    expect(inserted).toEqual([true, false, true, true, true]);
  });

  test("whether a pipeline has a run of a status is known", async () => {
    const { database } = opened();
    const { pipelineId } = await storedRun(database, { status: "executing" });
    const { runs } = database.records;
    expect(await runs.has(pipelineId, ["pending", "executing"])).toBe(true);
    expect(await runs.has(pipelineId, ["completed"])).toBe(false);
    expect(await runs.has(randomUUID(), ["executing"])).toBe(false);
  });
}

function runListRules(opened: Opened): void {
  test("runs of a pipeline are listed newest first, within a time and in parts", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database);
    const stored = [1, 2, 3, 4].map((day) =>
      aRun(pipeline, { createdAt: new Date(`2026-03-0${day}T00:00:00Z`) }),
    );
    await database.transaction(async ({ runs }) => {
      for (const run of stored) await runs.insert(run);
    });
    const [, second, third] = stored;
    const query = { pipelineId: pipeline.id, from: second?.createdAt, to: third?.createdAt };
    const { runs } = database.records;
    expect(await runs.list({ ...query, offset: 0, limit: 10 })).toEqual([third, second]);
    expect(await runs.list({ ...query, offset: 1, limit: 10 })).toEqual([second]);
    expect(await runs.count(query)).toBe(2);
    expect(await runs.count({ pipelineId: "no-id" })).toBe(0);
  });

  test("the latest runs of each of several pipelines are listed", async () => {
    const { database } = opened();
    const pipelines = [await storedPipeline(database), await storedPipeline(database)];
    const stored = pipelines.flatMap((pipeline) =>
      [1, 2, 3].map((day) => aRun(pipeline, { createdAt: new Date(`2026-03-0${day}T00:00:00Z`) })),
    );
    await database.transaction(async ({ runs }) => {
      for (const run of stored) await runs.insert(run);
    });
    const ids = pipelines.map(({ id }) => id);
    const latest = await database.records.runs.listLatest(ids, 2);
    for (const id of ids) {
      const days = latest
        .filter(({ pipelineId }) => pipelineId === id)
        .map(({ createdAt }) => createdAt.getUTCDate());
      expect(days).toEqual([3, 2]);
    }
    expect(await database.records.runs.listLatest([], 2)).toEqual([]);
  });
}

function runFileRules(opened: Opened): void {
  test("a file is read as it was stored, changed, and found by its job", async () => {
    const { database } = opened();
    const run = await storedRun(database);
    const job = aJob(run.organizationId);
    const file = aRunFile(run, { bytes: 5_000_000_000 });
    await database.transaction(async (records) => {
      await records.jobs.insert(job);
      expect(await records.runFiles.insert([file])).toBe(1);
      await records.runFiles.update(file.id, { jobId: job.id, status: "extracting" });
    });
    const changed = { ...file, jobId: job.id, status: "extracting" } as const;
    const { runFiles } = database.records;
    expect(await runFiles.find(file.id)).toEqual(changed);
    expect(await runFiles.findByJob(job.id)).toEqual(changed);
    expect(await runFiles.findByJob(randomUUID())).toBeUndefined();
    expect(await runFiles.find("no-id")).toBeUndefined();
  });

  test("a path is in a run once, and the transaction goes on", async () => {
    const { database } = opened();
    const run = await storedRun(database);
    const [first, second] = ["one", "two"].map((path) => aRunFile(run, { path }));
    if (!first || !second) throw new Error("There are two.");
    const counts = await database.transaction(async ({ runFiles }) => [
      await runFiles.insert([first]),
      await runFiles.insert([aRunFile(run, { path: "one" }), second]),
      await runFiles.insert([]),
    ]);
    expect(counts).toEqual([1, 1, 0]);
    expect(await listed(database, run)).toEqual([first, second]);
  });
}

function runFileListRules(opened: Opened): void {
  test("files are listed by path in parts, by status, counted by status and changed together", async () => {
    const { database } = opened();
    const run = await storedRun(database);
    const [a, b, c] = ["A", "_", "a"].map((path, index) =>
      aRunFile(run, { path, status: index === 0 ? "done" : "pending" }),
    );
    await database.transaction(({ runFiles }) =>
      runFiles.insert([c, a, b].filter((file) => file !== undefined)),
    );
    const { runFiles } = database.records;
    expect(await listed(database, run)).toEqual([a, b, c]);
    expect(await runFiles.list(run.id, { after: "A", limit: 1 })).toEqual([b]);
    expect(await runFiles.list(run.id, { after: "", limit: 9, statuses: ["done"] })).toEqual([a]);
    const other = await storedRun(database);
    const d = aRunFile(other, { path: "d" });
    await database.transaction((records) => records.runFiles.insert([d]));
    const range = { after: "A", limit: 1 };
    const first = await runFiles.listOfRuns([run.id, other.id], range);
    expect(first).toHaveLength(2);
    expect(first).toEqual(expect.arrayContaining([b, d]));
    expect(await runFiles.listOfRuns([run.id], { after: "", limit: 9 })).toEqual([a, b, c]);
    expect(await runFiles.listOfRuns([run.id], { after: "", limit: 9, statuses: ["done"] })).toEqual([a]);
    expect(await runFiles.listOfRuns([], range)).toEqual([]);
    expect(await runFiles.count(run.id, ["pending"])).toBe(2);
    expect(await runFiles.count(run.id, ["pending", "done", "failed"])).toBe(3);
    const finishedAt = new Date(2e12);
    await database.transaction((records) =>
      records.runFiles.updateAll(run.id, ["pending"], { status: "stopped", finishedAt }),
    );
    expect(await runFiles.count(run.id, ["stopped"])).toBe(2);
    await database.transaction(async (records) => {
      await records.runFiles.update(c?.id ?? "", { attempts: 2 });
      await records.runFiles.updateAll(run.id, ["stopped"], { status: "failed" }, { attemptsBelow: 2 });
    });
    expect(await runFiles.list(run.id, { after: "", limit: 9, statuses: ["stopped"] })).toHaveLength(1);
    expect(await runFiles.count(run.id, ["failed"])).toBe(1);
    await database.transaction(async (records) => {
      await records.runFiles.removeAll(run.id, "stopped");
      await records.runFiles.removeAll(run.id, "failed");
    });
    expect(await listed(database, run)).toEqual([a]);
  });
}

function processedFileRules(opened: Opened): void {
  test("what was processed is known by workflow, content and path", async () => {
    const { database } = opened();
    const { id: runId, workflowId } = await storedRun(database);
    const file = { workflowId, contentHash: "a".repeat(64), path: "in/a.pdf" };
    const { processedFiles } = database.records;
    expect(await processedFiles.holds(file)).toBe(false);
    await database.transaction(async (records) => {
      await records.processedFiles.insert({ ...file, runId, processedAt: new Date() });
      await records.processedFiles.insert({ ...file, runId, processedAt: new Date() });
    });
    expect(await processedFiles.holds(file)).toBe(true);
    expect(await processedFiles.holds({ ...file, path: "in/b.pdf" })).toBe(false);
    expect(await processedFiles.holds({ ...file, workflowId: randomUUID() })).toBe(false);
    await database.transaction((records) => records.processedFiles.remove(file));
    expect(await processedFiles.holds(file)).toBe(false);
  });
}

function scheduleRules(opened: Opened): void {
  const followed = { cron: "0 * * * *", timeZone: "UTC" } as const;
  const isDue = async (database: ApplicationDatabase, { id }: Pipeline, now: Date): Promise<boolean> =>
    (await database.records.schedules.listDue(now, 1000)).includes(id);

  test("a schedule is due until it is followed, at its next slot, and when it was changed", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database, followed);
    const before = new Date(SLOT.getTime() - 1);
    expect(await isDue(database, pipeline, before)).toBe(true);
    const progress = { pipelineId: pipeline.id, ...followed, nextSlot: SLOT };
    await database.transaction(({ schedules }) => schedules.put(progress));
    expect(await database.records.schedules.find(pipeline.id)).toEqual(progress);
    expect(await isDue(database, pipeline, before)).toBe(false);
    expect(await isDue(database, pipeline, SLOT)).toBe(true);
    await database.transaction(({ schedules }) => schedules.put({ ...progress, nextSlot: null }));
    expect(await isDue(database, pipeline, new Date(3e12))).toBe(false);
    await database.transaction(({ pipelines }) => pipelines.update(pipeline.id, { timeZone: "Asia/Tokyo" }));
    expect(await isDue(database, pipeline, before)).toBe(true);
  });

  test("a paused schedule is not due, and forgotten", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database, { ...followed, active: false });
    const other = await storedPipeline(database, followed);
    await database.transaction(async ({ schedules }) => {
      await schedules.put({ pipelineId: pipeline.id, ...followed, nextSlot: SLOT });
      await schedules.put({ pipelineId: other.id, ...followed, nextSlot: SLOT });
      await schedules.forgetPaused();
    });
    expect(await isDue(database, pipeline, new Date(3e12))).toBe(false);
    expect(await database.records.schedules.find(pipeline.id)).toBeUndefined();
    expect(await database.records.schedules.find(other.id)).toBeDefined();
  });
}

function notificationRules(opened: Opened): void {
  test("notifications are kept with their pipeline, oldest first, changed and removed", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database);
    const [first, second] = [1, 2].map((day) =>
      anOutcomeNotification(pipeline, { createdAt: new Date(`2026-03-0${day}T00:00:00Z`) }),
    );
    if (!first || !second) throw new Error("There are two.");
    await database.transaction(async ({ outcomeNotifications }) => {
      await outcomeNotifications.insert(first);
      await outcomeNotifications.insert(second);
      await outcomeNotifications.update(first.id, { active: false });
    });
    const changed = { ...first, active: false };
    const { outcomeNotifications } = database.records;
    expect(await outcomeNotifications.find(first.id)).toEqual(changed);
    expect(await outcomeNotifications.find("no-id")).toBeUndefined();
    expect(await outcomeNotifications.listOfPipeline(pipeline.id)).toEqual([changed, second]);
    expect(await outcomeNotifications.list(pipeline.organizationId)).toEqual([changed, second]);
    await database.transaction((records) => records.outcomeNotifications.remove(second.id));
    expect(await outcomeNotifications.listOfPipeline(pipeline.id)).toEqual([changed]);
  });

  test("a delivery tells of a run, without a job", async () => {
    const { database } = opened();
    const pipeline = await storedPipeline(database);
    const run = aRun(pipeline);
    const notification = anOutcomeNotification(pipeline);
    const delivery = {
      ...aDelivery(aJob(run.organizationId)),
      jobId: null,
      runId: run.id,
      notificationId: notification.id,
    };
    await database.transaction(async (records) => {
      await records.runs.insert(run);
      await records.outcomeNotifications.insert(notification);
      await records.deliveries.insert(delivery);
    });
    expect(await database.records.deliveries.find(delivery.id)).toEqual(delivery);
  });
}

function listed(database: ApplicationDatabase, run: Run): Promise<readonly RunFile[]> {
  return database.records.runFiles.list(run.id, { after: "", limit: 100 });
}

async function storedPipeline(
  database: ApplicationDatabase,
  facts: Partial<Pipeline> = {},
): Promise<Pipeline> {
  const organization = anOrganization();
  const workflow = aWorkflow(organization.id);
  const pipeline = aPipeline(workflow, facts);
  await database.transaction(async (records) => {
    await records.organizations.insert(organization);
    await records.workflows.insert(workflow);
    await records.pipelines.insert(pipeline);
  });
  return pipeline;
}

async function storedRun(database: ApplicationDatabase, facts: Partial<Run> = {}): Promise<Run> {
  const run = aRun(await storedPipeline(database), facts);
  await database.transaction(({ runs }) => runs.insert(run));
  return run;
}
