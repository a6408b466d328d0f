import { describe, expect, test } from "vitest";
import type { Job } from "../../jobs/job.ts";
import type { ApplicationDatabase } from "../../application.ts";
import { aDelivery, aJob, anOrganization, aWebhook } from "../records.ts";
import type { Opened } from "./stored-records.ts";

/** What every `Database` promises of webhooks and deliveries. */
export function webhookRules(opened: () => { readonly database: ApplicationDatabase }): void {
  describe("keeps webhooks", () => {
    webhookStoreRules(opened);
  });
  describe("keeps deliveries", () => {
    deliveryStoreRules(opened);
    deliveryLogRules(opened);
  });
}

function webhookStoreRules(opened: Opened): void {
  test("a webhook is found by its name within its organization, as it was stored", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const webhook = aWebhook(organizationId, { disabledAt: new Date(1e12) });
    await database.transaction(({ webhooks }) => webhooks.insert(webhook));
    const { webhooks } = database.records;
    expect(await webhooks.findByName(organizationId, webhook.name)).toEqual(webhook);
    expect(await webhooks.findByName(await storedOrganization(database), webhook.name)).toBeUndefined();
    expect(await webhooks.findByName(organizationId, "\0")).toBeUndefined();
  });

  test("a name that is taken stays with its webhook, and the transaction goes on", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const [first, second] = [1, 2].map(() => aWebhook(organizationId, { name: "finished" }));
    const answers = await database.transaction(async ({ webhooks }) => [
      first && (await webhooks.insert(first)),
      second && (await webhooks.insert(second)),
      await webhooks.list(organizationId),
    ]);
    expect(answers).toEqual([true, false, [first]]);
  });

  test("webhooks are listed by name, changed and removed", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const stored = ["c", "a", "b"].map((name) => aWebhook(organizationId, { name }));
    const [c, a, b] = stored;
    const changes = { url: "https://example.org/", updatedAt: new Date(2e12) };
    await database.transaction(async ({ webhooks }) => {
      for (const webhook of stored) await webhooks.insert(webhook);
      await webhooks.update(a?.id ?? "", changes);
      await webhooks.remove(b?.id ?? "");
    });
    expect(await database.records.webhooks.list(organizationId)).toEqual([{ ...a, ...changes }, c]);
  });
}

function deliveryLogRules(opened: Opened): void {
  test("deliveries are listed by target, newest first, in parts and by state, and deleted by age", async () => {
    const { database } = opened();
    const job = await storedJob(database);
    const { organizationId } = job;
    const [first, second, other] = ["one", "one", "two"].map((webhookName, index) =>
      aDelivery(job, { webhookName, createdAt: new Date(1e12 + index) }),
    );
    if (!first || !second || !other) throw new Error("There are three.");
    const settled = { state: "delivered", settledAt: new Date(1e12) } as const;
    await database.transaction(async ({ deliveries }) => {
      for (const delivery of [first, second, other]) await deliveries.insert(delivery);
      await deliveries.update(first.id, settled);
    });
    const { deliveries } = database.records;
    const targets = { organizationId, webhookNames: ["one", "two"] };
    const all = await deliveries.listOfTargets({ targets, states: [], offset: 0, limit: 1 });
    expect(all).toHaveLength(2);
    expect(all).toEqual(expect.arrayContaining([second, other]));
    const later = await deliveries.listOfTargets({ targets, states: [], offset: 1, limit: 5 });
    expect(later).toEqual([{ ...first, ...settled }]);
    const pending = { targets, states: ["pending"], offset: 0, limit: 5 } as const;
    expect(await deliveries.listOfTargets(pending)).toHaveLength(2);
    expect(await deliveries.countOfTargets({ targets, states: [] })).toBe(3);
    expect(await deliveries.countOfTargets({ targets, states: ["delivered"] })).toBe(1);
    const none = { organizationId, notificationIds: [first.id] };
    expect(await deliveries.countOfTargets({ targets: none, states: [] })).toBe(0);
    const notifications = { targets: none, states: [], offset: 0, limit: 5 } as const;
    expect(await deliveries.listOfTargets(notifications)).toEqual([]);
    await database.transaction(async (records) => {
      expect(await records.deliveries.removeSettledBefore(new Date(1e12 + 1), 10)).toBeGreaterThan(0);
    });
    expect(await deliveries.find(first.id)).toBeUndefined();
    expect(await deliveries.find(second.id)).toEqual(second);
  });
}

function deliveryStoreRules(opened: Opened): void {
  test("a delivery is read as it was stored and changed", async () => {
    const { database } = opened();
    const delivery = aDelivery(await storedJob(database));
    const attempt = {
      number: 1,
      at: new Date("2026-01-02T03:04:05.678Z"),
      seconds: 0.25,
      status: null,
      message: "Nobody there.",
      answer: "a\uFFFDb",
      request: { headers: { "content-type": "application/json" }, bytes: 2, body: "{}" },
      responseHeaders: { server: "press" },
    };
    const changes = { attempts: [attempt, { ...attempt, number: 2, status: 500 }], attemptsMade: 2 };
    await database.transaction(async ({ deliveries }) => {
      await deliveries.insert(delivery);
      await deliveries.update(delivery.id, {
        ...delivery,
        ...changes,
        state: "given_up",
        nextAttemptAt: null,
      });
    });
    expect(await database.records.deliveries.find(delivery.id)).toEqual({
      ...delivery,
      ...changes,
      state: "given_up",
      nextAttemptAt: null,
    });
    expect(await database.records.deliveries.find("no-id")).toBeUndefined();
  });

  test("deliveries are listed by job, oldest first", async () => {
    const { database } = opened();
    const [job, other] = [await storedJob(database), await storedJob(database)];
    const ofJob = [1000, 2000].map((time) => aDelivery(job, { createdAt: new Date(time) }));
    await database.transaction(async ({ deliveries }) => {
      for (const delivery of [...ofJob, aDelivery(other)]) await deliveries.insert(delivery);
    });
    expect(await database.records.deliveries.listOfJobs([job.id])).toEqual(ofJob);
    expect(await database.records.deliveries.listOfJobs([job.id, other.id])).toHaveLength(3);
  });

  test("a locked delivery is changed by one transaction at a time", async () => {
    const { database } = opened();
    const { id } = await storedDelivery(database);
    const countUp = (): Promise<void> =>
      database.transaction(async ({ deliveries }) => {
        const locked = await deliveries.lock(id);
        await deliveries.update(id, { attemptsMade: (locked?.attemptsMade ?? 0) + 1 });
      });
    await Promise.all([countUp(), countUp(), countUp(), countUp(), countUp()]);
    expect(await database.records.deliveries.find(id)).toMatchObject({ attemptsMade: 5 });
  });
}

async function storedOrganization(database: ApplicationDatabase): Promise<string> {
  const organization = anOrganization();
  await database.transaction(({ organizations }) => organizations.insert(organization));
  return organization.id;
}

async function storedJob(database: ApplicationDatabase): Promise<Job> {
  const job = aJob(await storedOrganization(database));
  await database.transaction(({ jobs }) => jobs.insert(job));
  return job;
}

async function storedDelivery(database: ApplicationDatabase): Promise<{ id: string }> {
  const delivery = aDelivery(await storedJob(database));
  await database.transaction(({ deliveries }) => deliveries.insert(delivery));
  return delivery;
}
