import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { EntryBoss } from "../notifications/entry-boss.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../persistence/testing/test-database.ts";
import { openBoss } from "../open-boss.ts";
import { RUN_QUEUE_NAMES, sendRun, sendRunFile } from "../run-queue.ts";
import { startRunWorkers, type RunWorkers, type RunWorkersOptions } from "./run-workers.ts";
import { startScheduleWorker } from "../schedule-queue.ts";

/** Not a bound of the product: a machine that is busy elsewhere takes several times as long. */
const WAIT = { timeout: 60_000 };

let opened: AsyncDisposableStack;
let boss: EntryBoss;
let workers: RunWorkers | undefined;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const open = openBoss(url, pino({ level: "silent" }));
  boss = opened.adopt(await open, (one) => one.stop({ graceful: false }));
});
afterEach(async () => {
  await workers?.stop(0);
  workers = undefined;
  await opened.disposeAsync();
});

async function start(options: Partial<RunWorkersOptions>): Promise<void> {
  const nothing = async (): Promise<void> => undefined;
  workers = await startRunWorkers({
    boss,
    takeFiles: nothing,
    workOnFile: nothing,
    giveUpRun: nothing,
    giveUpFile: nothing,
    ...options,
  });
}

test("a run and each of its files are handed to their handlers once", async () => {
  const taken: string[] = [];
  await start({
    takeFiles: async (id) => void taken.push(id),
    workOnFile: async (id) => void taken.push(id),
  });
  const [run, file] = [randomUUID(), randomUUID()];
  await sendRun(boss, { runId: run });
  await sendRunFile(boss, { runFileId: file });
  await vi.waitFor(() => expect(new Set(taken)).toEqual(new Set([run, file])), WAIT);
  expect(taken).toHaveLength(2);
});

test("work that fails on every try is given up", async () => {
  const givenUp: string[] = [];
  const fail = (): Promise<void> => Promise.reject(new Error("The store is down."));
  await start({
    takeFiles: fail,
    workOnFile: fail,
    giveUpRun: async (id) => void givenUp.push(id),
    giveUpFile: async (id) => void givenUp.push(id),
  });
  const [run, file] = [randomUUID(), randomUUID()];
  await sendRun(boss, { runId: run }, { retryLimit: 0 });
  await sendRunFile(boss, { runFileId: file }, { retryLimit: 0 });
  await vi.waitFor(() => expect(new Set(givenUp)).toEqual(new Set([run, file])), WAIT);
});

test("aborted work is returned to the queue at once, with all its attempts", async () => {
  const started = Promise.withResolvers<void>();
  await start({
    async workOnFile(_id, signal) {
      started.resolve();
      await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  const runFileId = randomUUID();
  await sendRunFile(boss, { runFileId });
  await started.promise;
  await workers?.stop(0);
  const waiting = (await boss.findJobs("run-file")).filter(({ state }) => state !== "completed");
  expect(waiting).toMatchObject([{ state: "created", retryCount: 0, data: { runFileId } }]);
});

test("one organization cannot occupy all slots", async () => {
  const [busy, other] = [randomUUID(), randomUUID()];
  const organizations = new Map<string, string>();
  const atWork: (string | undefined)[] = [];
  const hang = async (id: string, signal: AbortSignal): Promise<void> => {
    atWork.push(organizations.get(id));
    await once(signal, "abort");
  };
  await start({ takeFiles: hang, workOnFile: hang });
  const send = async (organizationId: string): Promise<void> => {
    const [runId, runFileId] = [randomUUID(), randomUUID()];
    organizations.set(runId, `lists for ${organizationId}`).set(runFileId, `reads for ${organizationId}`);
    await sendRun(boss, { runId, organizationId });
    await sendRunFile(boss, { runFileId, organizationId });
  };
  for (let k = 0; k < 30; k += 1) await send(busy);
  await send(other);
  await vi.waitFor(() => {
    expect(atWork).toContain(`lists for ${other}`);
    expect(atWork).toContain(`reads for ${other}`);
  }, WAIT);
  expect(atWork.filter((who) => who === `lists for ${busy}`).length).toBeLessThanOrEqual(4);
  expect(atWork.filter((who) => who === `reads for ${busy}`).length).toBeLessThanOrEqual(16);
});

test("every run queue has a handler", async () => {
  await start({});
  const handled = new Set(boss.getWipData().map(({ name }) => name));
  expect(handled).toEqual(new Set(RUN_QUEUE_NAMES));
});

test("schedules are checked when the queue says so, and a check is aborted when the worker stops", async () => {
  const looks: AbortSignal[] = [];
  const worker = await startScheduleWorker(boss, async (signal) => {
    looks.push(signal);
    await once(signal, "abort");
  });
  await boss.send("schedules", {});
  await vi.waitFor(() => expect(looks).toHaveLength(1), WAIT);
  await worker.stop();
  expect(looks[0]?.aborted).toBe(true);
});
