import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createAccess, type Access } from "../access/access.ts";
import type { AccessTier, Caller } from "../access/model/caller.ts";
import type { KeyLimits } from "../access/model/caller.ts";
import { DomainError, type DomainErrorCode } from "../domain-error.ts";
import type { ApplicationDatabase } from "../application.ts";
import { createMemoryDatabase } from "../testing/memory/memory-database.ts";
import { createMemoryEvents, createMemoryQueue } from "../testing/memory/memory-ports.ts";
import { aKeyCaller } from "../testing/records.ts";
import { createKeys, type Keys } from "./keys.ts";

const MANAGER = token("read_write");

function token(tier: AccessTier, organizationId = "organization"): Caller {
  return { kind: "access_token", id: randomUUID(), organizationId, tier, userId: null, role: "manager" };
}

interface World {
  readonly keys: Keys;
  readonly access: Access;
  readonly database: ApplicationDatabase;
  /** The current time. */
  now: Date;
}

function world(): World {
  const database = createMemoryDatabase({ queue: createMemoryQueue(), ...createMemoryEvents() });
  const clock = { now: new Date("2026-03-31T12:00:10Z") };
  const environment = { now: () => clock.now, uuid: () => randomUUID(), randomBytes };
  const ports = { database, environment, sessionIdleSeconds: 3600 };
  return Object.assign(clock, { database, keys: createKeys(ports), access: createAccess(ports) });
}

async function refusal(promise: Promise<unknown>): Promise<DomainErrorCode | undefined> {
  const error = await promise.catch((cause: unknown) => cause);
  return error instanceof DomainError ? error.code : undefined;
}

test("a new key is recognisable, is shown once and opens the extraction area", async () => {
  const { keys, access, database } = world();
  const { key, secret } = await keys.create(MANAGER, { description: "nightly batch" });
  expect(secret).toMatch(/^galley_[\w-]{32}$/);
  expect(key).toMatchObject({ description: "nightly batch", masked: `galley_…${secret.slice(-4)}` });
  expect(await access.authenticate({ extractionKey: secret })).toEqual({
    kind: "extraction_key",
    id: key.id,
    organizationId: "organization",
    quota: { requestsPerMinute: null, pagesPerDay: null, pagesPerMonth: null },
  });
  expect(JSON.stringify(await database.records.extractionKeys.find(key.id))).not.toContain(secret);
});

test("keys are listed newest first, by their own organization only", async () => {
  const w = world();
  const first = await w.keys.create(MANAGER, { description: "first" });
  w.now = new Date(w.now.getTime() + 1);
  const second = await w.keys.create(MANAGER, { description: "second" });
  expect(await w.keys.list(token("read"))).toEqual([second.key, first.key]);
  expect(await w.keys.list(token("full_access", "another"))).toEqual([]);
});

test("a rotated key keeps its id and limits, and its old secret is not valid any more", async () => {
  const { keys, access } = world();
  const limits = { pagesPerDay: 5, pagesPerMonth: null, requestsPerMinute: null };
  const issued = await keys.create(MANAGER, { description: "", limits });
  const rotated = await keys.rotate(MANAGER, issued.key.id);
  expect(rotated.key).toMatchObject({ id: issued.key.id, ...limits, rotatedAt: expect.any(Date) });
  expect(await refusal(access.authenticate({ extractionKey: issued.secret }))).toBe("UNAUTHENTICATED");
  expect(await access.authenticate({ extractionKey: rotated.secret })).toMatchObject({ id: issued.key.id });
});

test("a revoked key is refused, stays in the list, and neither rotates nor is revoked again", async () => {
  const w = world();
  const { key, secret } = await w.keys.create(MANAGER, { description: "" });
  const revoked = await w.keys.revoke(MANAGER, key.id);
  expect(revoked.revokedAt).toEqual(w.now);
  expect(await refusal(w.access.authenticate({ extractionKey: secret }))).toBe("FORBIDDEN");
  expect(await refusal(w.keys.rotate(MANAGER, key.id))).toBe("CONFLICT");
  w.now = new Date(w.now.getTime() + 1000);
  expect(await w.keys.revoke(MANAGER, key.id)).toEqual(revoked);
  expect(await w.keys.list(MANAGER)).toEqual([revoked]);
});

test.each<[string, Caller]>([
  ["an extraction key", aKeyCaller({ organizationId: "organization" })],
  ["a token that reads", token("read")],
])("%s manages no keys", async (_, caller) => {
  const { keys } = world();
  const { key } = await keys.create(MANAGER, { description: "" });
  expect(await refusal(keys.create(caller, { description: "" }))).toBe("FORBIDDEN");
  expect(await refusal(keys.rotate(caller, key.id))).toBe("FORBIDDEN");
  expect(await refusal(keys.revoke(caller, key.id))).toBe("FORBIDDEN");
});

test("a key of another organization is as good as not there", async () => {
  const { keys } = world();
  const { key } = await keys.create(MANAGER, { description: "" });
  for (const id of [key.id, randomUUID(), "no-id"]) {
    expect(await refusal(keys.rotate(token("full_access", "another"), id))).toBe("NOT_FOUND");
    expect(await refusal(keys.revoke(token("full_access", "another"), id))).toBe("NOT_FOUND");
  }
});

test.each<[string, { description?: string; limits?: Partial<KeyLimits> }]>([
  ["description", { description: "d".repeat(256) }],
  ["pagesPerDay", { limits: { pagesPerDay: 0 } }],
  ["pagesPerMonth", { limits: { pagesPerMonth: 1.5 } }],
  ["requestsPerMinute", { limits: { requestsPerMinute: 2 ** 31 } }],
])("a wrong %s is named", async (field, facts) => {
  const { keys } = world();
  const wrong = keys.create(MANAGER, { description: "", ...facts });
  await expect(wrong).rejects.toMatchObject({ code: "BAD_INPUT", field });
});

test("the last use is recorded once a minute", async () => {
  const w = world();
  const { key, secret } = await w.keys.create(MANAGER, { description: "" });
  const useAt = async (second: number): Promise<Date | null | undefined> => {
    w.now = new Date(Date.UTC(2026, 2, 31, 12, 0, second));
    await w.access.authenticate({ extractionKey: secret });
    return (await w.database.records.extractionKeys.find(key.id))?.lastUsedAt;
  };
  expect(key.lastUsedAt).toBeNull();
  expect(await useAt(10)).toEqual(new Date(Date.UTC(2026, 2, 31, 12, 0, 10)));
  expect(await useAt(69)).toEqual(new Date(Date.UTC(2026, 2, 31, 12, 0, 10)));
  expect(await useAt(70)).toEqual(new Date(Date.UTC(2026, 2, 31, 12, 1, 10)));
});

test("a key makes as many requests a minute as it may, and is told when to come again", async () => {
  const w = world();
  const limits = { requestsPerMinute: 2 };
  const { secret } = await w.keys.create(MANAGER, { description: "", limits });
  const request = (): Promise<Caller> => w.access.authenticate({ extractionKey: secret });
  await request();
  await request();
  await expect(request()).rejects.toMatchObject({ code: "QUOTA_EXCEEDED", retryAfterSeconds: 50 });
  w.now = new Date("2026-03-31T12:00:59.900Z");
  await expect(request()).rejects.toMatchObject({ code: "QUOTA_EXCEEDED", retryAfterSeconds: 1 });
  w.now = new Date("2026-03-31T12:01:00Z");
  expect(await request()).toMatchObject({ kind: "extraction_key" });
});
