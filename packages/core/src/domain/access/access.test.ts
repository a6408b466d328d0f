import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ApplicationDatabase } from "../application.ts";
import { createMemoryDatabase } from "../testing/memory/memory-database.ts";
import { createMemoryEvents, createMemoryQueue } from "../testing/memory/memory-ports.ts";
import { anExtractionKey } from "../testing/records.ts";
import { createAccess, type Access } from "./access.ts";

const FIRST = {
  organization: "default",
  managerEmail: "Manager@example.org",
  extractionKey: "the extraction key",
  accessToken: randomUUID(),
};

function world(): { database: ApplicationDatabase; access: Access } {
  const database = createMemoryDatabase({ queue: createMemoryQueue(), ...createMemoryEvents() });
  const environment = { now: () => new Date(), uuid: () => randomUUID(), randomBytes };
  return { database, access: createAccess({ database, environment, sessionIdleSeconds: 3600 }) };
}

test("the first start creates an organization whose credentials are known from then on", async () => {
  const { access } = world();
  expect(await access.createFirst(FIRST)).toBe("created");
  const byKey = await access.authenticate({ extractionKey: FIRST.extractionKey });
  const byToken = await access.authenticate({ accessToken: FIRST.accessToken });
  expect(byKey.kind).toBe("extraction_key");
  expect(byToken).toMatchObject({
    kind: "access_token",
    tier: "full_access",
    organizationId: byKey.organizationId,
  });
});

test("replicas that start together create one organization", async () => {
  const { access } = world();
  const outcomes = await Promise.all([access.createFirst(FIRST), access.createFirst(FIRST)]);
  expect(outcomes.toSorted()).toEqual(["created", "exists"]);
});

test.each([{}, { extractionKey: "" }, { extractionKey: "another" }, { accessToken: FIRST.extractionKey }])(
  "%j is not known",
  async (credentials) => {
    const { access } = world();
    await access.createFirst(FIRST);
    await expect(access.authenticate(credentials)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  },
);

test("a wrong access token is not saved by a right extraction key beside it", async () => {
  const { access } = world();
  await access.createFirst(FIRST);
  const both = access.authenticate({ extractionKey: FIRST.extractionKey, accessToken: randomUUID() });
  await expect(both).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("a bearer is an extraction key or an access token", async () => {
  const { access } = world();
  await access.createFirst(FIRST);
  const kindOf = async (bearer: string): Promise<string> => (await access.authenticate({ bearer })).kind;
  expect(await kindOf(FIRST.extractionKey)).toBe("extraction_key");
  expect(await kindOf(FIRST.accessToken)).toBe("access_token");
  await expect(kindOf("another")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("credentials can be tried without using them", async () => {
  const { access, database } = world();
  await access.createFirst(FIRST);
  const { extractionKey, accessToken } = FIRST;
  expect(await access.holds({ extractionKey })).toBe(true);
  expect(await access.holds({ accessToken })).toBe(true);
  expect(await access.holds({ extractionKey: accessToken })).toBe(false);
  expect(await access.holds({})).toBe(false);
  const { organizationId } = await access.authenticate({ accessToken });
  const [key] = await database.records.extractionKeys.list(organizationId);
  expect(key?.lastUsedAt).toBeNull();
});

test("a revoked key is refused as such", async () => {
  const { access, database } = world();
  await access.createFirst(FIRST);
  const known = await access.authenticate({ extractionKey: FIRST.extractionKey });
  const digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  const revoked = anExtractionKey(known.organizationId, { revokedAt: new Date(), digest });
  await database.transaction((records) => records.extractionKeys.insert(revoked));
  await expect(access.authenticate({ extractionKey: "test" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await access.holds({ extractionKey: "test" })).toBe(false);
});
