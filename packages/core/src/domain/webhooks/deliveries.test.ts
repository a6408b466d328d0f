import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { aPageFailed } from "../testing/records.ts";
import {
  CALLER,
  NEVER,
  RETRIES,
  STRANGER,
  TARGET,
  WebhookWorld,
  answer,
  refusal,
  submission,
} from "../testing/webhook-world.ts";

test("the result goes to the webhook with token, metadata and a signature that verifies", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  world.now = new Date("2026-01-02T03:10:00.900Z");
  await world.attempt();
  const sent = world.ports.sent.at(-1);
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    kind: "processed",
    id: job.id,
    metadata: "for me",
    text: expect.stringContaining("Invoice  42"),
  });
  const delivery = await world.delivery(job);
  expect(delivery).toMatchObject({
    state: "delivered",
    nextAttemptAt: null,
    attempts: [{ number: 1, status: 200, message: "", answer: "" }],
  });
  const [id, seconds] = [`msg_${delivery?.id}`, "1767323400"];
  const webhook = await world.application.webhooks.find(CALLER, TARGET.name);
  const key = Buffer.from(
    world.application.webhooks.signingSecret(CALLER, webhook).slice("whsec_".length),
    "base64",
  );
  const digest = createHmac("sha256", key).update(`${id}.${seconds}.${sent?.body}`).digest("base64");
  expect(sent?.headers).toEqual({
    "content-type": "application/json",
    authorization: `Bearer ${TARGET.authToken}`,
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${digest}`,
  });
});

test("a delivered text can still be retrieved", async () => {
  const world = new WebhookWorld();
  const { id } = await world.settledJob();
  await world.attempt();
  const { text } = await world.application.jobs.retrieveText(CALLER, { id });
  expect(text).toContain("Invoice  42");
});

test("a text that was retrieved first reaches the webhook all the same, and is forgotten then", async () => {
  const world = new WebhookWorld();
  const { id } = await world.settledJob();
  const { job } = await world.application.jobs.retrieveText(CALLER, { id });
  const textKept = async (): Promise<boolean> => {
    const pages = await world.application.jobs.pages(job, { after: 0, limit: 1 });
    return JSON.stringify(pages).includes("Invoice");
  };
  expect(await textKept()).toBe(true);
  await world.attempt();
  expect(world.ports.sent.at(-1)?.body).toContain("Invoice  42");
  expect(await textKept()).toBe(false);
});

test("a job that failed is told, too; a cancelled one is not", async () => {
  const failing = new WebhookWorld([
    { kind: "opened", pageCount: 1, pages: [1] },
    { kind: "page", outcome: aPageFailed(1) },
  ]);
  await failing.settledJob();
  await failing.attempt();
  expect(JSON.parse(failing.ports.sent.at(-1)?.body ?? "")).toMatchObject({ kind: "failed", text: "" });

  const { application, queue } = new WebhookWorld();
  await application.webhooks.register(CALLER, TARGET);
  const { id } = await application.jobs.submit(CALLER, submission({ webhookName: TARGET.name }));
  await application.jobs.cancel(CALLER, { id });
  expect(queue.deliveries).toEqual([]);
});

test("failures are tried again by the schedule, give or take a fifth, under the same id, and then given up", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  world.ports.willAnswer([500, 302, 404, 503].map((status) => answer(status)));
  for (const seconds of RETRIES) {
    await world.attempt();
    const { state, nextAttemptAt } = (await world.delivery(job)) ?? {};
    expect(state).toBe("pending");
    const delay = ((nextAttemptAt?.getTime() ?? 0) - world.now.getTime()) / 1000;
    expect(delay).toBeGreaterThanOrEqual(seconds * 0.8);
    expect(delay).toBeLessThanOrEqual(seconds * 1.2);
    world.now = nextAttemptAt ?? world.now;
  }
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({
    state: "given_up",
    nextAttemptAt: null,
    settledAt: world.now,
    attempts: [500, 302, 404, 503].map((status, index) => ({
      number: index + 1,
      status,
      message: `The target responded with status ${status}.`,
    })),
  });
  const results = world.ports.sent.slice(1);
  expect(new Set(results.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(results.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  expect((await world.application.jobs.find(CALLER, { id: job.id })).status).toBe("processed");
});

test("a target that cannot be reached is tried again", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  world.ports.willAnswer([{ kind: "failed", message: "Nobody there." }]);
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({
    state: "pending",
    attempts: [{ status: null, message: "Nobody there." }],
  });
});

test.each([
  ["seconds", () => "120"],
  ["a date", ({ now }: WebhookWorld) => new Date(now.getTime() + 120_000).toUTCString()],
])("a target that asks for patience in %s gets it", async (_, header) => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  world.ports.willAnswer([answer(429, { retryAfter: header(world) })]);
  await world.attempt();
  expect((await world.delivery(job))?.nextAttemptAt).toEqual(new Date(world.now.getTime() + 120_000));
});

test("what is kept of a failed attempt's answer is short and holds no token", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  world.ports.willAnswer([answer(500, { body: `${TARGET.authToken} ${"x".repeat(5000)}` })]);
  await world.attempt();
  const kept = (await world.delivery(job))?.attempts[0]?.answer ?? "";
  expect(kept).toHaveLength(1000);
  expect(kept).toMatch(/^\(hidden\) x/);
});

test("a target that is gone gets nothing more until it is updated", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  world.ports.willAnswer([answer(410)]);
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({ state: "disabled", attempts: [{ status: 410 }] });
  const { webhooks } = world.application;
  expect((await webhooks.find(CALLER, TARGET.name)).disabledAt).toEqual(world.now);

  const sent = world.ports.sent.length;
  await webhooks.replay(CALLER, (await world.delivery(job))?.id ?? "");
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({ state: "disabled", attemptsMade: 2 });
  expect(world.ports.sent).toHaveLength(sent);

  await webhooks.update(CALLER, TARGET);
  expect((await webhooks.find(CALLER, TARGET.name)).disabledAt).toBeNull();
  await webhooks.replay(CALLER, (await world.delivery(job))?.id ?? "");
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({ state: "delivered", attemptsMade: 3 });
});

test("a delivery whose webhook was removed is given up", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  await world.application.webhooks.remove(CALLER, TARGET.name);
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({
    state: "given_up",
    attempts: [{ status: null, message: "The webhook was deleted." }],
  });
});

test("an entry of the queue that comes twice is delivered once", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  const [queued] = world.queue.deliveries;
  const task = { deliveryId: queued?.id ?? "", attempt: 1 };
  world.ports.willAnswer([answer(500)]);
  await world.application.webhooks.deliver(task, NEVER);
  const sent = world.ports.sent.length;
  await world.application.webhooks.deliver(task, NEVER);
  expect(world.ports.sent).toHaveLength(sent);
  expect(await world.delivery(job)).toMatchObject({ state: "pending", attemptsMade: 1 });
  expect(world.queue.deliveries).toHaveLength(2);
});

test("an attempt that was broken off is not counted", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  const task = { deliveryId: world.queue.deliveries[0]?.id ?? "", attempt: 1 };
  const stopping = new Error("stopping");
  await expect(world.application.webhooks.deliver(task, AbortSignal.abort(stopping))).rejects.toBe(stopping);
  expect(await world.delivery(job)).toMatchObject({ state: "pending", attemptsMade: 0 });
});

test("a delivery that could not be sent at all is given up", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  const task = { deliveryId: world.queue.deliveries[0]?.id ?? "", attempt: 1 };
  await world.application.webhooks.giveUp(task);
  expect(await world.delivery(job)).toMatchObject({ state: "given_up", attemptsMade: 1 });
});

test("a replay begins the schedule anew under the same id, unless it is under way or the text is gone", async () => {
  const world = new WebhookWorld();
  const job = await world.settledJob();
  const id = (await world.delivery(job))?.id ?? "";
  const { webhooks, jobs } = world.application;
  expect(await refusal(webhooks.replay(CALLER, id))).toBe("CONFLICT");
  expect(await refusal(webhooks.replay(STRANGER, id))).toBe("NOT_FOUND");
  world.ports.willAnswer([500, 500, 500, 500, 500].map((status) => answer(status)));
  for (let count = 0; count < 4; count += 1) await world.attempt();
  expect(await world.delivery(job)).toMatchObject({ state: "given_up", attemptsMade: 4 });

  expect(await webhooks.replay(CALLER, id)).toMatchObject({ state: "pending", nextAttemptAt: world.now });
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({ state: "pending", attemptsMade: 5 });
  await world.attempt();
  expect(await world.delivery(job)).toMatchObject({ state: "delivered", attemptsMade: 6 });
  const ids = world.ports.sent.slice(1).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids)).toEqual(new Set([`msg_${id}`]));

  await jobs.retrieveText(CALLER, { id: job.id });
  expect(await refusal(webhooks.replay(CALLER, id))).toBe("ALREADY_DELIVERED");
});
