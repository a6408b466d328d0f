import type { EntryBoss } from "./notifications/entry-boss.ts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentBaggage, withBaggage } from "../baggage.ts";
import { createTestDatabase } from "../persistence/testing/test-database.ts";
import { sendDelivery, sendDeliveryAgain } from "./delivery-queue.ts";
import { onBehalfOf } from "./entry.ts";
import { sendExtract } from "./job-queue.ts";
import { openBoss } from "./open-boss.ts";
import { sendRunFile } from "./run-queue.ts";

const ID = "00000000-0000-4000-8000-000000000000";

let opened: AsyncDisposableStack;
let boss: EntryBoss;
beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  boss = opened.adopt(await openBoss(url, pino({ level: "silent" })), (open) =>
    open.stop({ graceful: false }),
  );
});
afterAll(() => opened.disposeAsync());

/** The baggage with which the next entry of the queue is processed. */
async function taken(queue: string): Promise<unknown> {
  const [entry] = await boss.fetch(queue);
  return onBehalfOf(entry?.data, currentBaggage);
}

test("an entry carries the request and the run that led to it, but not the job and the file", async () => {
  const baggage = { requestId: "r", runId: ID, runFileId: ID, jobId: ID };
  await withBaggage(baggage, () => sendRunFile(boss, { runFileId: ID }));
  expect(await taken("run-file")).toEqual({ requestId: "r", runId: ID });
  await withBaggage(baggage, () => sendExtract(boss, { jobId: ID }));
  expect(await taken("extract")).toEqual({ requestId: "r", runId: ID });
});

test("a delivery carries its job, also when it is sent again", async () => {
  const delivery = {
    id: ID,
    organizationId: ID,
    jobId: ID,
    webhookName: "w",
    runId: null,
    notificationId: null,
    state: "pending",
    attempts: [],
    attemptsMade: 0,
    attemptsBefore: 0,
    nextAttemptAt: null,
    createdAt: new Date(),
    settledAt: null,
  } as const;
  await withBaggage({ requestId: "r" }, () => sendDelivery(boss, delivery, {}));
  expect(await taken("deliver")).toEqual({ requestId: "r", jobId: ID });
  await withBaggage({ jobId: ID }, () => sendDeliveryAgain(boss, { deliveryId: ID, attempt: 2 }));
  expect(await taken("deliver")).toEqual({ jobId: ID });
});

test("an entry of an earlier version carries no baggage", async () => {
  await boss.send("run", { runId: ID });
  expect(await taken("run")).toEqual({});
});
