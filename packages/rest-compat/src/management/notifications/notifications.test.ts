import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startManagementWorld, type ManagementWorld } from "../../testing/management-world.ts";

let world: ManagementWorld;

beforeAll(async () => {
  world = await startManagementWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  if (world.faults.length > 0) throw world.faults[0];
});

const TARGET = { name: "Operations", url: "https://operations.example/hook" };

test("a notification is made, changed, listed with its pipeline and deleted", async () => {
  const pipeline = await world.pipeline();
  const body = { ...TARGET, authorization_type: "BEARER", authorization_key: "a key", max_retries: 2 };
  const made = await world.call("POST", `/notifications/pipeline/${pipeline}/`, { body });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({
    ...body,
    id: expect.any(String),
    authorization_header: null,
    platform: "API",
    notification_type: "WEBHOOK",
    is_active: true,
    notify_on_failures: false,
    pipeline,
    api: null,
    created_at: expect.stringMatching(/Z$/),
    modified_at: expect.stringMatching(/Z$/),
  });
  const path = `/notifications/${String(made.at("id"))}/`;
  const changed = await world.call("PATCH", path, { body: { platform: "SLACK", notify_on_failures: true } });
  expect(changed.json).toMatchObject({ ...body, platform: "SLACK", notify_on_failures: true });
  const listed = await world.call("GET", `/notifications/pipeline/${pipeline}/`);
  expect(listed.json).toEqual([changed.json]);
  expect((await world.call("GET", "/notifications/")).json).toEqual([changed.json]);
  expect((await world.call("DELETE", path)).status).toBe(204);
  expect((await world.call("GET", path)).status).toBe(404);
});

test("what cannot be sent to is refused with the field that is wrong", async () => {
  const pipeline = await world.pipeline();
  const refused = async (body: object): Promise<readonly unknown[]> => {
    const { status, at } = await world.call("POST", "/notifications/", {
      body: { ...TARGET, pipeline, ...body },
    });
    return [status, at("errors", 0, "attr")];
  };
  expect(await refused({ url: "ftp://operations.example" })).toEqual([400, "url"]);
  expect(await refused({ authorization_type: "BEARER" })).toEqual([400, "authorization_key"]);
  const custom = { authorization_type: "CUSTOM_HEADER", authorization_key: "k" };
  expect(await refused({ ...custom, authorization_header: "content-length" })).toEqual([
    400,
    "authorization_header",
  ]);
  expect(await refused({ max_retries: 5 })).toEqual([400, "max_retries"]);
  expect(await refused({ pipeline: randomUUID() })).toEqual([404, null]);
});

test("is for those who manage the pipeline", async () => {
  const pipeline = await world.pipeline({ shared_to_org: true });
  const made = await world.call("POST", "/notifications/", { body: { ...TARGET, pipeline } });
  const { token } = await world.somebody();
  const path = `/notifications/${String(made.at("id"))}/`;
  expect((await world.call("GET", path, { token })).status).toBe(403);
  expect((await world.call("GET", "/notifications/", { token })).json).toEqual([]);
  expect((await world.call("GET", `/notifications/pipeline/${pipeline}/`, { token })).status).toBe(403);
});
