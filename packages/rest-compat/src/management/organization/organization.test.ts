import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startManagementWorld, type ManagementWorld } from "../../testing/management-world.ts";

let world: ManagementWorld;
beforeAll(async () => {
  world = await startManagementWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const KEYS = "/platform-api/keys/";

test("users are listed as clients know them", async () => {
  const { user } = await world.somebody();
  const { json } = await world.call("GET", "/users/");
  expect(json).toMatchObject({
    members: [
      { id: "1", email: "editor@press.example", role: "admin", is_admin: true },
      { id: `${user.number}`, email: user.email, role: "user", is_admin: false },
    ],
  });
  expect((await world.call("GET", "/groups/")).json).toEqual([]);
});

test("a platform key is shown once, masked from then on, rotated, revoked and deleted", async () => {
  const body = { name: "nightly", description: "of a test", permission: "read_write" };
  const made = await world.call("POST", KEYS, { body });
  expect(made).toMatchObject({ status: 201, json: { ...body, is_active: true } });
  const [id, key] = [String(made.at("id")), String(made.at("key"))];
  expect(await world.call("GET", `${KEYS}${id}/`)).toMatchObject({ json: { key: `…${key.slice(-4)}` } });
  expect((await world.call("GET", "/users/", { token: key })).status).toBe(200);

  const rotated = await world.call("POST", `${KEYS}${id}/rotate/`);
  expect((await world.call("GET", "/users/", { token: key })).status).toBe(401);
  const token = String(rotated.at("key"));
  expect((await world.call("GET", "/users/", { token })).status).toBe(200);
  const given = { ...Object(rotated.json), is_active: false };
  expect((await world.call("PUT", `${KEYS}${id}/`, { body: given })).status).toBe(200);
  expect((await world.call("GET", "/users/", { token })).status).toBe(401);
  expect((await world.call("DELETE", `${KEYS}${id}/`)).status).toBe(204);
  expect((await world.call("GET", `${KEYS}${id}/`)).status).toBe(404);
});

test.each([
  [{}, "name"],
  [{ name: "" }, "name"],
  [{ name: "a", permission: "everything" }, "permission"],
  [{ name: "a", colour: "blue" }, "colour"],
])("a platform key %j is refused", async (body, attr) => {
  const answer = await world.call("POST", KEYS, { body });
  expect(answer).toMatchObject({ status: 400, json: { type: "validation_error", errors: [{ attr }] } });
});

test("a co-owner is added and taken off; the creator stays", async () => {
  const { user } = await world.somebody();
  const owners = `/workflow/${await world.workflow()}/owners/`;
  const added = await world.call("POST", owners, { body: { user_id: user.number } });
  expect(added).toMatchObject({ status: 200, json: { co_owners: [{ id: user.number, email: user.email }] } });
  const removed = await world.call("DELETE", `${owners}${user.number}/`);
  expect(removed).toMatchObject({ status: 200, json: { co_owners: [] } });
  const creator = await world.call("DELETE", `${owners}1/`);
  expect(creator).toMatchObject({ status: 409, json: { errors: [{ attr: "user_id" }] } });
  for (const nobody of ["999999", "x", "-1", "1.5"]) {
    expect((await world.call("DELETE", `${owners}${nobody}/`)).status).toBe(404);
  }
  expect((await world.call("POST", owners, { body: { user_id: 999_999 } })).status).toBe(404);
  const asListed = await world.call("POST", owners, { body: { user_id: `${user.number}` } });
  expect(asListed).toMatchObject({ status: 200, json: { co_owners: [{ id: user.number }] } });
});

test.each([
  [{}, "required"],
  [{ user_id: null }, "null"],
  [{ user_id: "x" }, "invalid"],
])("an owner %j is refused", async (body, code) => {
  const answer = await world.call("POST", `/workflow/${await world.workflow()}/owners/`, { body });
  expect(answer).toMatchObject({ status: 400, json: { errors: [{ code, attr: "user_id" }] } });
});

test("each axis of sharing replaces what was, and leaves the other alone", async () => {
  const [ada, bob] = [(await world.somebody()).user, (await world.somebody()).user];
  const id = await world.workflow();
  const share = (body: object): ReturnType<ManagementWorld["call"]> =>
    world.call("POST", `/workflow/${id}/share/`, { body });
  await share({ shared_users: [ada.number], shared_to_org: true });
  const shared = await share({ shared_users: [bob.number], shared_groups: [] });
  expect(shared.json).toMatchObject({
    id,
    shared_users: [{ id: bob.number, username: bob.email }],
    shared_to_org: true,
    created_by_email: "editor@press.example",
  });
  expect((await share({ shared_users: [999_999] })).status).toBe(400);
  const group = { code: "max_length", detail: "Ensure this field has no more than 0 elements." };
  expect(await share({ shared_groups: [1] })).toMatchObject({ status: 400, json: { errors: [group] } });
  const unknown = await world.call("POST", `/workflow/${randomUUID()}/share/`, { body: {} });
  expect(unknown).toMatchObject({ status: 404, json: { errors: [{ detail: "Workflow not found." }] } });
  const { json } = await world.call("GET", `/workflow/${id}/effective-members/`);
  expect(json).toMatchObject({
    members: expect.arrayContaining([
      { id: bob.number, email: bob.email, role: "viewer", sources: ["shared", "shared_to_organization"] },
    ]),
  });
});
