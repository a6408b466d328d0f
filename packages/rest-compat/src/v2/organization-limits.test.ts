import type { Caller, OrganizationLimits } from "@galley/core/domain";
import { aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
beforeEach(() => limit({}));
afterAll(() => world[Symbol.asyncDispose]());

const UNLIMITED: OrganizationLimits = { pagesPerDay: null, documentsInFlight: null, bytesKept: null };

function manager(): Caller {
  const { organizationId } = world.caller;
  return {
    kind: "access_token",
    id: "token",
    organizationId,
    tier: "full_access",
    userId: null,
    role: "manager",
  };
}

async function limit(limits: Partial<OrganizationLimits>): Promise<void> {
  const { slug } = await world.application.access.organizationOf(world.caller);
  await world.application.limits.set(manager(), slug, { ...UNLIMITED, ...limits });
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly message: unknown;
}

async function posted(): Promise<Answer> {
  const response = await world.post();
  const body: unknown = await response.json();
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    message: Reflect.get(Object(body), "message"),
  };
}

test("documents in flight over the limit are refused with 429 until one is read", async () => {
  const { id } = await world.submitted();
  await limit({ documentsInFlight: 1 });
  expect(await posted()).toEqual({
    status: 429,
    retryAfter: "5",
    message: expect.stringContaining(
      "Documents in flight: the limit of this organization is 1, and there would be 2.",
    ),
  });
  world.willRead([aPageRead(1)]);
  await world.application.jobs.run(id, new AbortController().signal);
  expect(await posted()).toMatchObject({ status: 202 });
});

test("pages over the daily quota are refused with 429 until the next day", async () => {
  await world.read([aPageRead(1), aPageRead(2)]);
  await limit({ pagesPerDay: 1 });
  const { status, retryAfter, message } = await posted();
  expect({ status, message }).toEqual({
    status: 429,
    message: expect.stringMatching(
      /daily quota of 1 pages \(UTC\): \d+ were read\. It begins again at .+T00:00:00/,
    ),
  });
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(Number(retryAfter)).toBeLessThanOrEqual(24 * 3600);
});

test("documents kept over the limit are refused with 429 until one is deleted", async () => {
  const { id } = await world.read([aPageRead(1)]);
  const { bytesKept } = await world.application.limits.find(manager());
  await limit({ bytesKept: bytesKept.used });
  expect(await posted()).toMatchObject({
    status: 429,
    message: expect.stringContaining("There is room again when documents are deleted or expire."),
  });
  await world.application.jobs.remove(manager(), { id });
  expect(await posted()).toMatchObject({ status: 202 });
});
