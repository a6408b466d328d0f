import { MEMORY_KINDS } from "@galley/core/testing";
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

test("the kinds are listed, by what they can do and by mode", async () => {
  const ids = async (query: string): Promise<unknown> => {
    const { json } = await world.call("GET", `/supported_connectors/${query}`);
    return Array.isArray(json) ? json.map((kind: unknown) => Reflect.get(Object(kind), "id")) : json;
  };
  const { files, listing, tables } = MEMORY_KINDS;
  expect(await ids("")).toEqual([files, listing, tables]);
  expect(await ids("?type=INPUT")).toEqual([files, listing]);
  expect(await ids("?type=OUTPUT&connector_mode=FILE_SYSTEM")).toEqual([files]);
  expect(await ids("?connector_mode=DATABASE")).toEqual([tables]);
  const { at } = await world.call("GET", "/supported_connectors/");
  expect(at(0)).toEqual({
    id: files,
    name: "Files",
    description: expect.any(String),
    icon: expect.any(String),
    can_read: true,
    can_write: true,
    connector_mode: "FILE_SYSTEM",
  });
});

test("the schema of a kind is told, and an unknown or missing kind is refused", async () => {
  const id = encodeURIComponent(MEMORY_KINDS.files);
  const { json } = await world.call("GET", `/connector_schema/?id=${id}`);
  expect(json).toMatchObject({
    oauth: false,
    python_social_auth_backend: "",
    json_schema: { type: "object", properties: { password: { format: "password" } } },
  });
  for (const query of ["", "?id=none"]) {
    const { status, at } = await world.call("GET", `/connector_schema/${query}`);
    expect([status, at("errors", 0, "attr")]).toEqual([400, "id"]);
  }
});

test("settings that are wrong are refused before anything is tried", async () => {
  const tried = async (body: unknown): Promise<readonly unknown[]> => {
    const { status, at } = await world.call("POST", "/test_connectors/", { body });
    return [status, at("errors", 0, "attr") ?? at("is_valid")];
  };
  const connector_metadata = { host: "files.example" };
  expect(await tried({ connector_id: "none", connector_metadata })).toEqual([400, "connector_id"]);
  expect(await tried({ connector_id: MEMORY_KINDS.files, connector_metadata: {} })).toEqual([
    400,
    "connector_metadata.host",
  ]);
  expect(await tried({ connector_id: MEMORY_KINDS.files, connector_metadata })).toEqual([200, true]);
});
