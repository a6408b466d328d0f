import { beforeEach, expect, test } from "vitest";
import { RunWorld } from "../testing/run-world.ts";
import type { WebhookRequest } from "../webhooks/webhook-ports.ts";

const NEVER = new AbortController().signal;
const TARGET = { name: "Operations", url: "https://operations.example/hook" };

let world: RunWorld;
beforeEach(() => {
  world = new RunWorld();
});

/** Makes every queued attempt, and those that follow. */
async function delivered(): Promise<readonly WebhookRequest[]> {
  for (const { id, attemptsMade } of world.queue.deliveries) {
    await world.application.webhooks.deliver({ deliveryId: id, attempt: attemptsMade + 1 }, NEVER);
  }
  return world.targets.sent;
}

test("whoever wants to hear of a run is told how it ended, authorized and signed", async () => {
  const pipeline = await world.pipeline();
  const { outcomeNotifications } = world.application;
  const authorization = { authorization: "custom_header", authorizationHeader: "X-Key" } as const;
  await outcomeNotifications.create(world.manager, pipeline.id, {
    ...TARGET,
    ...authorization,
    authorizationKey: "a key",
  });
  await world.ran(pipeline);
  const [request, ...others] = await delivered();
  expect(others).toEqual([]);
  expect(request?.url).toBe(TARGET.url);
  expect(request?.headers).toMatchObject({
    "x-key": "a key",
    "webhook-id": expect.stringMatching(/^msg_/),
    "webhook-signature": expect.stringMatching(/^v1,/),
  });
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    kind: "completed",
    name: pipeline.name,
    platform: "api",
  });
});

test("a target that fails is tried again as often as it wants, every 10 seconds or so", async () => {
  const pipeline = await world.pipeline();
  await world.application.outcomeNotifications.create(world.manager, pipeline.id, {
    ...TARGET,
    maxRetries: 2,
  });
  await world.ran(pipeline);
  const down = { kind: "failed", message: "It is down." } as const;
  world.targets.willAnswer([down, down, down, down]);
  expect(await delivered()).toHaveLength(3);
  const [first, second] = world.queue.deliveries;
  const wait = (second?.nextAttemptAt?.getTime() ?? 0) - (first?.nextAttemptAt?.getTime() ?? 0);
  expect(Math.abs(wait - 10_000)).toBeLessThanOrEqual(2_000);
  const stored = await world.database.records.deliveries.find(first?.id ?? "");
  expect(stored).toMatchObject({ state: "given_up", attemptsMade: 3 });
});

test("who wants failures only, or is inactive, hears of no success", async () => {
  const pipeline = await world.pipeline();
  const { outcomeNotifications } = world.application;
  await outcomeNotifications.create(world.manager, pipeline.id, { ...TARGET, failuresOnly: true });
  await outcomeNotifications.create(world.manager, pipeline.id, { ...TARGET, active: false });
  await world.ran(pipeline);
  expect(await delivered()).toEqual([]);
  world.files.set("in/bad.pdf", "\0 no document");
  await world.ran(pipeline);
  expect(await delivered()).toMatchObject([{ body: expect.stringContaining('"error"') }]);
});

test("a run of which some files failed is sent to those who want failures only", async () => {
  const pipeline = await world.pipeline();
  const { outcomeNotifications } = world.application;
  await outcomeNotifications.create(world.manager, pipeline.id, { ...TARGET, failuresOnly: true });
  world.files.set("in/good.pdf", "%PDF-1.7 made for a test");
  world.files.set("in/bad.pdf", "\0 no document");
  await world.ran(pipeline);
  expect(await delivered()).toMatchObject([{ body: expect.stringContaining('"partial"') }]);
});

test("a run that is stopped is told, too", async () => {
  const pipeline = await world.pipeline();
  await world.application.outcomeNotifications.create(world.manager, pipeline.id, TARGET);
  const { id } = await world.application.runs.start(world.manager, pipeline.id);
  await world.application.runs.cancel(world.manager, id);
  expect(await delivered()).toMatchObject([{ body: expect.stringContaining('"stopped"') }]);
});

test("no message is promised to an address that none may leave for; what was promised before can be ended", async () => {
  const pipeline = await world.pipeline();
  const { outcomeNotifications } = world.application;
  const inside = { ...TARGET, url: "http://metadata.internal/" };
  const refused = { code: "BAD_INPUT", field: "url" };
  await expect(outcomeNotifications.create(world.manager, pipeline.id, inside)).rejects.toMatchObject(
    refused,
  );
  const { id } = await outcomeNotifications.create(world.manager, pipeline.id, TARGET);
  const { url } = inside;
  await expect(outcomeNotifications.update(world.manager, id, { url })).rejects.toMatchObject(refused);
  // As left over from a time when the operator allowed the address.
  await world.database.transaction((all) => all.outcomeNotifications.update(id, { url }));
  const ended = await outcomeNotifications.update(world.manager, id, { url, active: false });
  expect(ended).toMatchObject({ url, active: false });
});
