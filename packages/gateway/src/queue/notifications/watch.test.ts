import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../persistence/testing/test-database.ts";
import { startDeliveryWorkers } from "../workers/delivery-workers.ts";
import type { EntryBoss } from "./entry-boss.ts";
import { startExtractionWorkers } from "../workers/extraction-workers.ts";
import { sendExtract } from "../job-queue.ts";
import { startNoticeWorker } from "../notice-queue.ts";
import { openBoss } from "../open-boss.ts";
import { startRetentionWorker } from "../retention-queue.ts";
import { startRunWorkers } from "../workers/run-workers.ts";
import { startScheduleWorker } from "../schedule-queue.ts";

/** Not a bound of the product: a machine that is busy elsewhere takes several times as long. */
const WAIT = { timeout: 60_000 };

/** An idle session of PostgreSQL reports its transactions after 10 s. */
const REPORTED_MS = 11_000;

let opened: AsyncDisposableStack;
let url: string;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  ({ url } = opened.use(await createTestDatabase()));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.disposeAsync();
});

async function openReplica(): Promise<EntryBoss> {
  return opened.adopt(await openBoss(url, pino({ level: "silent" })), (boss) =>
    boss.stop({ graceful: false }),
  );
}

async function nothing(): Promise<void> {
  return undefined;
}

async function startReading(boss: EntryBoss): Promise<string[]> {
  const read: string[] = [];
  const run = async (jobId: string): Promise<void> => void read.push(jobId);
  const workers = await startExtractionWorkers({
    boss,
    concurrency: 2,
    fetch: nothing,
    run,
    giveUp: nothing,
  });
  opened.defer(() => workers.stop(0));
  return read;
}

async function rowsOf<R>(boss: EntryBoss, sql: string): Promise<readonly R[]> {
  return (await boss.getDb().executeSql(sql)).rows;
}

test("idle processes hardly query the database", { timeout: 60_000 }, async () => {
  const replicas = [await openReplica(), await openReplica()];
  for (const boss of replicas) {
    await startReading(boss);
    const parts = [
      await startDeliveryWorkers({ boss, deliver: nothing, giveUp: nothing }),
      await startRunWorkers({
        boss,
        takeFiles: nothing,
        workOnFile: nothing,
        giveUpRun: nothing,
        giveUpFile: nothing,
      }),
      await startNoticeWorker(boss, nothing),
      await startRetentionWorker(boss, nothing),
      await startScheduleWorker(boss, nothing),
    ];
    for (const part of parts) opened.defer(() => part.stop(0));
  }
  const [counting] = replicas;
  if (counting === undefined) throw new Error("No process is open.");
  const transactions = async (): Promise<number> => {
    const [row] = await rowsOf<{ count: string }>(
      counting,
      "select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()",
    );
    return Number(row?.count);
  };
  // The transactions of the start are counted late.
  await sleep(REPORTED_MS);
  const before = await transactions();
  const seconds = 10;
  await sleep(seconds * 1000);
  const eachSecond = ((await transactions()) - before) / seconds / replicas.length;
  expect(eachSecond).toBeLessThan(5);
});

test("entries are taken when the clock of the database is set back, and lost workers are noticed", async () => {
  const watch = await openReplica();
  await rowsOf(watch, "select 1");
  await vi.waitFor(async () => {
    const locks = await rowsOf(watch, "select 1 from pg_locks where locktype = 'advisory'");
    expect(locks).not.toEqual([]);
  }, WAIT);
  // As the entries are after the clock went back by six hours: one waits, one has a heartbeat.
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) await sendExtract(watch, { jobId: id });
  await rowsOf(
    watch,
    `update pgboss.job set start_after = now() + interval '6 hours', created_on = now() + interval '6 hours',
       state = case when data->>'jobId' = '${ids[1]}' then 'active'::pgboss.job_state else state end,
       heartbeat_on = now() + interval '6 hours'
     where name = 'extract'`,
  );
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 6 * 60 * 60 * 1000);
  const read = await startReading(watch);
  await vi.waitFor(() => expect(read.toSorted()).toEqual(ids.toSorted()), { timeout: 25_000 });
}, 40_000);

test("entries are taken while notifications are lost, and after that", { timeout: 60_000 }, async () => {
  const [sender, worker] = [await openReplica(), await openReplica()];
  const read = await startReading(worker);
  const jobs = [randomUUID(), randomUUID()];
  const ended = await rowsOf(
    sender,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'galley notifications'`,
  );
  expect(ended).toHaveLength(2);
  await sendExtract(sender, { jobId: jobs[0] ?? "" });
  await vi.waitFor(() => expect(read).toEqual(jobs.slice(0, 1)), WAIT);
  await vi.waitFor(() => expect(worker.session.isOpen).toBe(true), WAIT);
  await sendExtract(sender, { jobId: jobs[1] ?? "" });
  await vi.waitFor(() => expect(read).toEqual(jobs), WAIT);
});

test(
  "when the process that watches ends, another one finds what nobody announced",
  { timeout: 60_000 },
  async () => {
    const watching = await openBoss(url, pino({ level: "silent" }));
    const other = await openReplica();
    const read = await startReading(other);
    await watching.stop({ graceful: false });
    const [byOlderVersion, deferred] = [randomUUID(), randomUUID()];
    await other.send("extract", { jobId: byOlderVersion });
    await other.send("extract", { jobId: deferred }, { startAfter: 2 });
    await vi.waitFor(() => expect(read).toEqual([byOlderVersion, deferred]), { timeout: 20_000 });
  },
);

test("schedules get an entry each minute, and once for all processes", { timeout: 60_000 }, async () => {
  const replicas = await Promise.all([openReplica(), openReplica()]);
  const [one] = replicas;
  await vi.waitFor(async () => expect(await one?.findJobs("schedules")).toHaveLength(1), WAIT);
});
