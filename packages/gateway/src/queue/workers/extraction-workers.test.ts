import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import type { EntryBoss } from "../notifications/entry-boss.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../persistence/testing/test-database.ts";
import {
  startExtractionWorkers,
  type ExtractionWorkers,
  type ExtractionWorkersOptions,
} from "./extraction-workers.ts";
import { sendExtract, sendFetch } from "../job-queue.ts";
import { openBoss } from "../open-boss.ts";
import { QUEUE_NAMES } from "../queues.ts";

const logger = pino({ level: "silent" });

/** Long enough for running work to end. */
const GRACE_MS = 10_000;

let opened: AsyncDisposableStack;
let url: string;
let boss: EntryBoss;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  ({ url } = opened.use(await createTestDatabase()));
  boss = opened.adopt(await openBoss(url, logger), (open) => open.stop({ graceful: false }));
});
afterEach(() => opened.disposeAsync());

test("a queued document is run once, and then no longer queued", async () => {
  const runs: string[] = [];
  const workers = await startWorkers({ run: async (jobId) => void runs.push(jobId) });
  const jobId = randomUUID();
  await sendExtract(boss, { jobId });
  await vi.waitFor(async () => expect(await entriesOf("extract")).toMatchObject([{ state: "completed" }]));
  await workers.stop(GRACE_MS);
  expect(runs).toEqual([jobId]);
});

test("a loop that takes the entry of its own process looks for no other", async () => {
  let looks = 0;
  const database = boss.getDb();
  const executeSql = database.executeSql.bind(database);
  vi.spyOn(database, "executeSql").mockImplementation((...call) => {
    if (/skip locked/i.test(call[0]) && call[0].includes("'extract'")) looks += 1;
    return executeSql(...call);
  });
  const read: string[] = [];
  await startWorkers({ concurrency: 2, run: async (jobId) => void read.push(jobId) });
  const sendOwn = async (): Promise<void> => {
    const jobId = randomUUID();
    expect(boss.dispatcher.reserve("extract")).toBe(true);
    await sendExtract(boss, { jobId });
    await vi.waitFor(() => expect(read).toContain(jobId));
    await vi.waitFor(async () =>
      expect((await entriesOf("extract")).filter(({ state }) => state !== "completed")).toEqual([]),
    );
  };
  await sendOwn();
  const before = looks;
  for (const _ of [1, 2, 3, 4]) await sendOwn();
  // One for each. The watch may have announced an entry before it was taken.
  expect(looks - before).toBeLessThan(8);
});

// With one poll a second for each of two loops it would take 25 seconds.
test("a backlog is drained at once", { timeout: 15_000 }, async () => {
  const sent = Array.from({ length: 50 }, () => randomUUID());
  for (const jobId of sent) await sendExtract(boss, { jobId });
  const runs = new Set<string>();
  await startWorkers({ concurrency: 2, run: async (jobId) => void runs.add(jobId) });
  await vi.waitFor(() => expect(runs).toEqual(new Set(sent)), { timeout: 10_000 });
});

test("aborted documents run before all others, those by their turns", async () => {
  const runs: string[] = [];
  const [last, first, back] = [randomUUID(), randomUUID(), randomUUID()];
  await sendExtract(boss, { jobId: last }, { priority: -7 });
  await sendExtract(boss, { jobId: first }, { priority: -2 });
  await sendExtract(boss, { jobId: back });
  await startWorkers({ concurrency: 1, run: async (jobId) => void runs.push(jobId) });
  await vi.waitFor(() => expect(runs).toEqual([back, first, last]), { timeout: 60_000 });
});

test("as many documents run concurrently as there are slots", async () => {
  let running = 0;
  const gate = Promise.withResolvers<void>();
  const workers = await startWorkers({
    concurrency: 3,
    async run() {
      running += 1;
      await gate.promise;
    },
  });
  for (let count = 0; count < 5; count += 1) await sendExtract(boss, { jobId: randomUUID() });
  await vi.waitFor(() => expect(running).toBe(3), { timeout: 5000 });
  expect((await entriesOf("extract")).filter(({ state }) => state === "created")).toHaveLength(2);
  gate.resolve();
  await workers.stop(GRACE_MS);
});

test("a document of another organization is run beside those that hold all slots", async () => {
  const gate = Promise.withResolvers<void>();
  const running: string[] = [];
  const workers = await startWorkers({
    concurrency: 2,
    async run(jobId) {
      running.push(jobId);
      await gate.promise;
    },
  });
  const held = Array.from({ length: 12 }, () => randomUUID());
  for (const jobId of held) await sendExtract(boss, { jobId, organizationId: "held" });
  // Two in the slots, and one besides.
  await vi.waitFor(() => expect(running).toHaveLength(3), { timeout: 60_000 });
  const others = ["second", "third", "fourth"].map((organizationId) => ({
    jobId: randomUUID(),
    organizationId,
  }));
  for (const other of others) await sendExtract(boss, other, { priority: -100 });
  await vi.waitFor(() => expect(running).toHaveLength(6), { timeout: 60_000 });
  expect(running.slice(3).toSorted()).toEqual(others.map(({ jobId }) => jobId).toSorted());
  gate.resolve();
  await vi.waitFor(() => expect(running).toHaveLength(15), { timeout: 60_000 });
  await workers.stop(GRACE_MS);
});

test("a document whose run fails is run again", async () => {
  const runs: string[] = [];
  await startWorkers({
    async run(jobId) {
      runs.push(jobId);
      if (runs.length === 1) throw new Error("The store is down.");
    },
  });
  const jobId = randomUUID();
  await sendExtract(boss, { jobId });
  await vi.waitFor(() => expect(runs).toEqual([jobId, jobId]), { timeout: 60_000 });
});

test("a document to fetch has its earlier failures, and waits until it is due", async () => {
  const tasks: unknown[] = [];
  await startWorkers({ fetch: async (task) => void tasks.push(task) });
  const [soon, later] = [1, 0].map((failures) => ({ jobId: randomUUID(), failures }));
  if (!soon || !later) throw new Error("There are two.");
  await sendFetch(boss, later, { startAfter: 3600 });
  await sendFetch(boss, soon, { startAfter: 1 });
  await vi.waitFor(() => expect(tasks).toEqual([soon]), { timeout: 60_000 });
});

test("hanging fetches keep no document from being read", async () => {
  const hanging = Array.from({ length: 20 }, () => ({ jobId: randomUUID(), failures: 0 }));
  for (const task of hanging) await sendFetch(boss, task);
  const runs: string[] = [];
  await startWorkers({
    fetch: (_task, signal) => once(signal, "abort").then(() => signal.throwIfAborted()),
    run: async (jobId) => void runs.push(jobId),
  });
  const jobId = randomUUID();
  await sendExtract(boss, { jobId });
  await vi.waitFor(() => expect(runs).toEqual([jobId]), { timeout: 60_000 });
});

test("an aborted fetch is returned to the queue, with its earlier failures", async () => {
  const started = Promise.withResolvers<void>();
  const workers = await startWorkers({
    async fetch(_task, signal) {
      started.resolve();
      // A loop that was about to poll when the others stopped may take the entry once more.
      if (!signal.aborted) await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  const task = { jobId: randomUUID(), failures: 2 };
  await sendFetch(boss, task);
  await started.promise;
  await workers.stop(0);
  const waiting = (await entriesOf("fetch")).filter(({ state }) => state !== "completed");
  expect(waiting).toMatchObject([{ state: "created", retryCount: 0, data: task }]);
});

test("a document whose every run fails is given up", async () => {
  const givenUp: string[] = [];
  await startWorkers({
    run: () => Promise.reject(new Error("The store is down.")),
    giveUp: async (jobId) => void givenUp.push(jobId),
  });
  const jobId = randomUUID();
  await sendExtract(boss, { jobId }, { retryLimit: 0 });
  await vi.waitFor(() => expect(givenUp).toEqual([jobId]), { timeout: 60_000 });
});

test("stopping waits for work that ends in time", async () => {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const workers = await startWorkers({
    async run() {
      started.resolve();
      await gate.promise;
    },
  });
  await sendExtract(boss, { jobId: randomUUID() });
  await started.promise;
  const stopped = workers.stop(GRACE_MS);
  gate.resolve();
  await stopped;
  expect(await entriesOf("extract")).toMatchObject([{ state: "completed" }]);
});

test("aborted work is returned to the queue at once, with all its attempts", async () => {
  const started = Promise.withResolvers<void>();
  const workers = await startWorkers({
    async run(_jobId, signal) {
      started.resolve();
      await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  const jobId = randomUUID();
  await sendExtract(boss, { jobId });
  await started.promise;
  await workers.stop(0);
  const waiting = (await entriesOf("extract")).filter(({ state }) => state !== "completed");
  expect(waiting).toMatchObject([{ state: "created", retryCount: 0, data: { jobId } }]);
});

test("a document whose worker is killed is run by another", async () => {
  const jobId = randomUUID();
  const script = fileURLToPath(new URL("../testing/hang-on-a-document.ts", import.meta.url));
  const victim = spawn(process.execPath, [script, url], { stdio: ["ignore", "pipe", "inherit"] });
  await sendExtract(boss, { jobId });
  expect(await once(createInterface(victim.stdout), "line")).toEqual([jobId]);
  const runs: string[] = [];
  await startWorkers({ run: async (id) => void runs.push(id) });
  victim.kill("SIGKILL");
  await vi.waitFor(() => expect(runs).toEqual([jobId]), { timeout: 25_000 });
});

test("replicas that start together share one queue", async () => {
  await using database = await createTestDatabase();
  const replicas = await Promise.all([1, 2, 3].map(() => openBoss(database.url, logger)));
  const [first, second] = replicas;
  if (first) await sendExtract(first, { jobId: randomUUID() });
  expect(await second?.findJobs("extract")).toHaveLength(1);
  await Promise.all(replicas.map((replica) => replica.stop({ graceful: false })));
});

test("every queue has a handler", async () => {
  await startWorkers({ concurrency: 2, run: async () => undefined });
  const handled = boss.getWipData().map(({ name }) => name);
  expect(new Set(handled)).toEqual(new Set(QUEUE_NAMES));
  expect(handled.filter((name) => name === "extract")).toHaveLength(2);
});

function startWorkers(options: Partial<ExtractionWorkersOptions>): Promise<ExtractionWorkers> {
  const nothing = async (): Promise<void> => undefined;
  return startExtractionWorkers({
    boss,
    concurrency: 1,
    fetch: nothing,
    run: nothing,
    giveUp: nothing,
    ...options,
  });
}

function entriesOf(queue: (typeof QUEUE_NAMES)[number]): ReturnType<EntryBoss["findJobs"]> {
  return boss.findJobs(queue);
}
