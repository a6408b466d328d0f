import type { EntryBoss } from "./notifications/entry-boss.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../persistence/testing/test-database.ts";
import { openBoss } from "./open-boss.ts";
import { startRetentionWorker } from "./retention-queue.ts";

let opened: AsyncDisposableStack;
let url: string;
let boss: EntryBoss;

const logger = pino({ level: "silent" });

beforeEach(async () => {
  opened = new AsyncDisposableStack();
  ({ url } = opened.use(await createTestDatabase()));
  boss = opened.adopt(await openBoss(url, logger), (open) => open.stop({ graceful: false }));
});
afterEach(() => opened.disposeAsync());

test("requests made while a sweep waits or runs result in one sweep", async () => {
  expect(await boss.send("retention")).not.toBeNull();
  expect(await boss.send("retention")).toBeNull();
});

test("a due sweep runs, and a failed one does not affect the next", { timeout: 30_000 }, async () => {
  let sweeps = 0;
  await boss.send("retention");
  const worker = await startRetentionWorker(boss, async () => {
    sweeps += 1;
    if (sweeps === 1) throw new Error("The store is down.");
  });
  await vi.waitFor(() => expect(sweeps).toBe(1), { timeout: 60_000 });
  await vi.waitFor(async () => expect(await boss.send("retention")).not.toBeNull(), { timeout: 5000 });
  await vi.waitFor(() => expect(sweeps).toBe(2), { timeout: 60_000 });
  await worker.stop();
});

test("a sweep is aborted when the worker stops", async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  await boss.send("retention");
  const worker = await startRetentionWorker(boss, (signal) => {
    begun.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        ended.resolve(signal.reason);
        reject(new Error("It was told to stop."));
      });
    });
  });
  await begun.promise;
  await worker.stop();
  expect(await ended.promise).toBeInstanceOf(Error);
});
