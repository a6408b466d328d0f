import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Delivery, DeliveryTask } from "@galley/core/domain";
import { aDelivery, aJob } from "@galley/core/testing";
import type { EntryBoss } from "../notifications/entry-boss.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../persistence/testing/test-database.ts";
import { DELIVERY_QUEUE_NAMES, sendDelivery } from "../delivery-queue.ts";
import {
  startDeliveryWorkers,
  type DeliveryWorkers,
  type DeliveryWorkersOptions,
} from "./delivery-workers.ts";
import { openBoss } from "../open-boss.ts";

const GRACE_MS = 10_000;
/** Not a bound of the product: a machine that is busy elsewhere takes several times as long. */
const WAIT = { timeout: 60_000 };

let opened: AsyncDisposableStack;
let boss: EntryBoss;
let workers: DeliveryWorkers | undefined;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const open = openBoss(url, pino({ level: "silent" }));
  boss = opened.adopt(await open, (one) => one.stop({ graceful: false }));
});
afterEach(async () => {
  await workers?.stop(0);
  await opened.disposeAsync();
});

async function start(
  options: Pick<DeliveryWorkersOptions, "deliver"> & Partial<DeliveryWorkersOptions>,
): Promise<void> {
  workers = await startDeliveryWorkers({ boss, giveUp: async () => undefined, ...options });
}

async function sent(facts: Partial<Delivery> = {}): Promise<DeliveryTask> {
  const organizationId = facts.organizationId ?? randomUUID();
  const delivery = aDelivery(aJob(organizationId), { nextAttemptAt: new Date(), ...facts });
  await sendDelivery(boss, delivery, {});
  return { deliveryId: delivery.id, attempt: delivery.attemptsMade + 1 };
}

test("a queued attempt is made once, with its number", async () => {
  const made: DeliveryTask[] = [];
  await start({ deliver: async (task) => void made.push(task) });
  const task = await sent({ attemptsMade: 2 });
  await vi.waitFor(() => expect(made).toEqual([{ ...task, attempt: 3 }]), WAIT);
});

test("an attempt waits until it is due", async () => {
  const made: number[] = [];
  await start({ deliver: async () => void made.push(Date.now()) });
  const due = Date.now() + 1500;
  await sent({ nextAttemptAt: new Date(due) });
  await vi.waitFor(() => expect(made).toHaveLength(1), WAIT);
  expect(made[0]).toBeGreaterThanOrEqual(due - 50);
});

test("a hanging webhook uses no more than its share of slots, and delays no other", async () => {
  const organizationId = randomUUID();
  const gate = Promise.withResolvers<void>();
  let hanging = 0;
  const made = new Set<string>();
  const others = new Set<string>();
  for (let count = 0; count < 40; count += 1) await sent({ organizationId, webhookName: "hangs" });
  for (let count = 0; count < 20; count += 1) {
    others.add((await sent({ organizationId, webhookName: "answers" })).deliveryId);
  }
  await start({
    async deliver({ deliveryId }) {
      if (others.has(deliveryId)) {
        made.add(deliveryId);
      } else {
        hanging += 1;
        await gate.promise;
      }
    },
  });
  await vi.waitFor(() => expect(made).toEqual(others), WAIT);
  // The share is eight; slots that poll at the same moment may take a few more, but never all.
  expect(hanging).toBeLessThan(20);
  gate.resolve();
  await vi.waitFor(() => expect(hanging).toBe(40), WAIT);
});

test("an aborted attempt is returned to the queue at once", async () => {
  const started = Promise.withResolvers<void>();
  await start({
    async deliver(_task, signal) {
      started.resolve();
      await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  const task = await sent();
  await started.promise;
  await workers?.stop(0);
  // On a busy machine, stopping ends before the database has answered.
  await vi.waitFor(async () => {
    const waiting = (await boss.findJobs("deliver")).filter(({ state }) => state !== "completed");
    expect(waiting).toMatchObject([{ state: "created", data: task }]);
  }, WAIT);
});

test("stopping waits for work that ends in time", async () => {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await start({
    async deliver() {
      started.resolve();
      await gate.promise;
    },
  });
  await sent();
  await started.promise;
  const stopped = workers?.stop(GRACE_MS);
  gate.resolve();
  await stopped;
  expect(await boss.findJobs("deliver")).toMatchObject([{ state: "completed" }]);
});

test("an attempt that fails on every try is given up", async () => {
  const givenUp: DeliveryTask[] = [];
  await start({
    deliver: () => Promise.reject(new Error("The database is down.")),
    giveUp: async (task) => void givenUp.push(task),
  });
  const delivery = aDelivery(aJob(randomUUID()), { nextAttemptAt: null });
  await sendDelivery(boss, delivery, { retryLimit: 0 });
  await vi.waitFor(() => expect(givenUp).toEqual([{ deliveryId: delivery.id, attempt: 1 }]), WAIT);
});

test("every delivery queue has a handler", async () => {
  await start({ deliver: async () => undefined });
  const handled = new Set(boss.getWipData().map(({ name }) => name));
  expect(handled).toEqual(new Set(DELIVERY_QUEUE_NAMES));
});
