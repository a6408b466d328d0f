import { randomUUID } from "node:crypto";
import { MEMORY_KINDS } from "@galley/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startManagementWorld, type ManagementWorld } from "../../testing/management-world.ts";

let world: ManagementWorld;

beforeAll(async () => {
  world = await startManagementWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  if (world.faults.length > 0) throw world.faults[0];
});

const SETTINGS = { host: "files.example", password: "hunter2" };

test("POST /connector/ answers the connector with every documented field", async () => {
  const body = {
    connector_name: "Scans",
    connector_id: MEMORY_KINDS.files,
    connector_metadata: SETTINGS,
    shared_to_org: true,
  };
  const { status, json } = await world.call("POST", "/connector/", { body });
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.any(String),
    connector_name: "Scans",
    connector_id: MEMORY_KINDS.files,
    connector_metadata: SETTINGS,
    connector_version: "",
    connector_mode: "FILE_SYSTEM",
    icon: "/icons/Files.png",
    created_by: 1,
    created_by_email: "editor@press.example",
    modified_by: 1,
    created_at: expect.stringMatching(/Z$/),
    modified_at: expect.stringMatching(/Z$/),
    shared_users: [],
    shared_groups: [],
    shared_to_org: true,
    is_owner: true,
    co_owners_count: 0,
    owner_emails: ["editor@press.example"],
  });
});

test.each([
  [{ connector_id: "nothing|1" }, "invalid", "connector_id"],
  [{ connector_id: undefined }, "required", "connector_id"],
  [{ connector_metadata: undefined }, "required", "connector_metadata"],
  [{ connector_metadata: "text" }, "invalid", "connector_metadata"],
  [{ connector_metadata: {} }, "invalid", "connector_metadata.host"],
  [{ connector_name: "n".repeat(129) }, "max_length", "connector_name"],
  [{ connector: 1 }, "unknown", "connector"],
])("POST /connector/ refuses %j", async (facts, code, attr) => {
  const body = {
    connector_name: "Refused",
    connector_id: MEMORY_KINDS.files,
    connector_metadata: SETTINGS,
    ...facts,
  };
  expect(await world.call("POST", "/connector/", { body })).toMatchObject({
    status: 400,
    json: { type: "validation_error", errors: [{ code, attr }] },
  });
});

test("a name that is taken is a conflict", async () => {
  await world.connector({ connector_name: "Taken" });
  const body = { connector_name: "Taken", connector_id: MEMORY_KINDS.files, connector_metadata: SETTINGS };
  expect(await world.call("POST", "/connector/", { body })).toMatchObject({
    status: 409,
    json: { type: "client_error", errors: [{ attr: "connector_name" }] },
  });
});

test("settings are shown in clear by the connector itself and never by a list", async () => {
  const id = await world.connector();
  expect((await world.call("GET", `/connector/${id}/`)).at("connector_metadata")).toEqual(SETTINGS);
  const { json } = await world.call("GET", "/connector/");
  expect(json).toMatchObject({ count: expect.any(Number), next: null, previous: null });
  expect(JSON.stringify(json)).not.toMatch(/hunter2|connector_metadata|files\.example/);
});

test("a list has filters", async () => {
  const { user, token } = await world.somebody();
  const scans = `scans ${randomUUID()}`;
  const files = await world.connector({ connector_name: scans }, token);
  const tables = await world.connector({ connector_id: MEMORY_KINDS.tables }, token);
  const workflow = await world.workflow(token);
  const ends = await world.call("GET", `/workflow/endpoint/?workflow=${workflow}`, { token });
  const path = `/workflow/endpoint/${String(ends.at("results", 1, "id"))}/`;
  await world.call("PATCH", path, { token, body: { connector_instance_id: tables } });
  const ids = async (query: string): Promise<unknown> => {
    const { at } = await world.call("GET", `/connector/?created_by=${user.number}&${query}`, { token });
    return Object(at("results")).map((one: object) => Reflect.get(one, "id"));
  };
  expect(await ids("")).toEqual([tables, files]);
  expect(await ids("connector_mode=FILE_SYSTEM")).toEqual([files]);
  expect(await ids("connector_mode=FILESYSTEM")).toEqual([files]);
  expect(await ids("connector_mode=DATABASE")).toEqual([tables]);
  expect(await ids("connector_type=INPUT")).toEqual([files]);
  expect(await ids(`workflow=${workflow}`)).toEqual([tables]);
  expect(await ids(`connector_name=${scans}`)).toEqual([files]);
  expect(await ids("search=SCANS")).toEqual([files]);
  expect((await world.call("GET", "/connector/?created_by=4711")).at("count")).toBe(0);
});

test("PATCH changes the given fields, PUT all; a kind stays", async () => {
  const id = await world.connector({ connector_name: "Before" });
  const patched = await world.call("PATCH", `/connector/${id}/`, { body: { connector_name: "After" } });
  expect(patched.json).toMatchObject({ connector_name: "After", connector_metadata: SETTINGS });
  const body = { connector_id: MEMORY_KINDS.files, connector_metadata: { host: "other.example" } };
  const replaced = await world.call("PUT", `/connector/${id}/`, { body });
  expect(replaced.at("connector_metadata")).toEqual({ host: "other.example", password: "" });
  const other = { ...body, connector_id: MEMORY_KINDS.tables };
  expect((await world.call("PUT", `/connector/${id}/`, { body: other })).status).toBe(400);
});

test("users to whom a PATCH newly gives a connector are told, others not again", async () => {
  const id = await world.connector();
  const [first, second] = [await world.somebody(), await world.somebody()];
  const share = (shared_users: number[]) =>
    world.call("PATCH", `/connector/${id}/`, { body: { shared_users } });
  await share([first.user.number]);
  await share([first.user.number, second.user.number]);
  for (const { token } of [first, second]) {
    const member = await world.application.access.authenticate({ accessToken: token });
    expect(await world.application.notices.count(member)).toBe(1);
    expect((await world.call("GET", `/connector/${id}/`, { token })).at("connector_metadata")).toEqual({
      ...SETTINGS,
      password: "********",
    });
    expect((await world.call("PATCH", `/connector/${id}/`, { token, body: {} })).status).toBe(403);
    expect((await world.call("DELETE", `/connector/${id}/`, { token })).status).toBe(403);
  }
});

test("DELETE answers 409 with the workflows that use it, and 204 where none does", async () => {
  const id = await world.connector({ connector_name: "In use" });
  const workflow = await world.workflow();
  const ends = await world.call("GET", `/workflow/endpoint/?workflow=${workflow}`);
  const path = `/workflow/endpoint/${String(ends.at("results", 0, "id"))}/`;
  await world.call("PATCH", path, { body: { connector_instance_id: id } });
  const name = String((await world.call("GET", `/workflow/${workflow}/`)).at("workflow_name"));
  expect(await world.call("DELETE", `/connector/${id}/`)).toMatchObject({
    status: 409,
    json: {
      type: "client_error",
      errors: [
        {
          detail: `Cannot delete 'In use'. It is currently being used in one or more workflows: ${name}.`,
        },
      ],
    },
  });
  await world.call("PATCH", path, { body: { connector_instance_id: null } });
  expect((await world.call("DELETE", `/connector/${id}/`)).status).toBe(204);
  expect((await world.call("GET", `/connector/${id}/`)).status).toBe(404);
});

describe("workflows", () => {
  test("POST /workflow/ answers the workflow with every documented field", async () => {
    const body = { workflow_name: "Read scans", extraction_options: { mode: "table", lang: "deu" } };
    const { status, json } = await world.call("POST", "/workflow/", { body });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      workflow_name: "Read scans",
      description: "",
      is_active: true,
      deployment_type: "DEFAULT",
      source_settings: {},
      destination_settings: {},
      max_file_execution_count: null,
      extraction_options: { mode: "table", lang: "deu", line_splitter_tolerance: 0.4 },
      created_by: 1,
      is_owner: true,
    });
  });

  test.each([
    [{ workflow_name: "" }, "blank", "workflow_name"],
    [{ workflow_name: "n".repeat(129) }, "max_length", "workflow_name"],
    [{ description: "d".repeat(491) }, "max_length", "description"],
    [{ max_file_execution_count: 0 }, "min_value", "max_file_execution_count"],
    [{ extraction_options: { mode: "guess" } }, "invalid", "extraction_options.mode"],
    [
      { extraction_options: { line_splitter_tolerance: -1 } },
      "invalid",
      "extraction_options.line_splitter_tolerance",
    ],
    [{ extraction_options: { lines: 1 } }, "unknown", "extraction_options.lines"],
  ])("POST /workflow/ refuses %j", async (facts, code, attr) => {
    const body = { workflow_name: "Refused", ...facts };
    expect(await world.call("POST", "/workflow/", { body })).toMatchObject({
      status: 400,
      json: { type: "validation_error", errors: [{ code, attr }] },
    });
  });

  test("a workflow is listed, changed and deleted; its name is its own", async () => {
    const [id, other] = [await world.workflow(), await world.workflow()];
    const name = `Workflow ${id}`;
    const patched = await world.call("PATCH", `/workflow/${id}/`, { body: { workflow_name: name } });
    expect(patched.at("workflow_name")).toBe(name);
    const listed = await world.call("GET", `/workflow/?search=${id}`);
    expect(listed.json).toMatchObject({ count: 1, results: [{ id }] });
    const taken = await world.call("PATCH", `/workflow/${other}/`, { body: { workflow_name: name } });
    expect(taken).toMatchObject({
      status: 400,
      json: { errors: [{ code: "unique", attr: "workflow_name" }] },
    });
    const replaced = await world.call("PUT", `/workflow/${id}/`, { body: { workflow_name: name } });
    expect(replaced.status).toBe(200);
    expect((await world.call("DELETE", `/workflow/${id}/`)).status).toBe(204);
    expect((await world.call("GET", `/workflow/${id}/`)).status).toBe(404);
  });

  test("a workflow that a pipeline runs is not deleted", async () => {
    const workflow = await world.workflow();
    await world.pipeline({ workflow });
    expect((await world.call("DELETE", `/workflow/${workflow}/`)).status).toBe(409);
  });
});

describe("workflow endpoints", () => {
  async function endsOf(workflow: string, token?: string) {
    const { at } = await world.call("GET", `/workflow/endpoint/?workflow=${workflow}`, { token });
    return [String(at("results", 0, "id")), String(at("results", 1, "id"))] as const;
  }

  test("a workflow has a source and a destination", async () => {
    const workflow = await world.workflow();
    const { json } = await world.call("GET", `/workflow/endpoint/?workflow=${workflow}`);
    expect(json).toMatchObject({
      count: 2,
      results: [
        {
          workflow,
          endpoint_type: "SOURCE",
          connection_type: null,
          connector_instance: null,
          configuration: {},
        },
        { workflow, endpoint_type: "DESTINATION" },
      ],
    });
    const only = await world.call("GET", `/workflow/endpoint/?workflow=${workflow}&endpoint_type=SOURCE`);
    expect(only.at("count")).toBe(1);
  });

  test("a configuration of the hosted service is taken under its own names", async () => {
    const [source, destination] = await endsOf(await world.workflow());
    const connector_instance_id = await world.connector();
    const patched = async (id: string | undefined, configuration: unknown): Promise<unknown> => {
      const body = { connection_type: "FILESYSTEM", connector_instance_id, configuration };
      return (await world.call("PATCH", `/workflow/endpoint/${id}/`, { body })).json;
    };
    const taken = { folders: ["in"], fileExtensions: ["PDF documents", "txt"], processSubDirectories: true };
    expect(await patched(source, taken)).toMatchObject({
      configuration: { folders: ["in"], patterns: ["*.pdf", "*.txt"], recursive: true },
    });
    expect(await patched(destination, { outputFolder: "out" })).toMatchObject({
      configuration: { folder: "out" },
    });
  });

  test("PATCH configures an endpoint, and the workflow tells of it", async () => {
    const workflow = await world.workflow();
    const [source, destination] = await endsOf(workflow);
    const files = await world.connector();
    const configuration = { folders: ["in"], patterns: ["*.pdf"], recursive: true, maxFiles: 5 };
    const patched = await world.call("PATCH", `/workflow/endpoint/${source}/`, {
      body: { connection_type: "FILE_SYSTEM", connector_instance_id: files, configuration },
    });
    expect(patched).toMatchObject({
      status: 200,
      json: { connection_type: "FILESYSTEM", connector_instance: { id: files }, configuration },
    });
    const tables = await world.connector({ connector_id: MEMORY_KINDS.tables });
    await world.call("PATCH", `/workflow/endpoint/${destination}/`, {
      body: { connection_type: "DATABASE", connector_instance_id: tables, configuration: { table: "texts" } },
    });
    expect((await world.call("GET", `/workflow/${workflow}/`)).json).toMatchObject({
      deployment_type: "ETL",
      source_settings: configuration,
      destination_settings: { table: "texts" },
    });
    const emptied = await world.call("PUT", `/workflow/endpoint/${source}/`, { body: {} });
    expect(emptied.json).toMatchObject({ connection_type: null, connector_instance_id: null });
  });

  test.each([
    [{ connection_type: "MANUALREVIEW" }, "connection_type"],
    [{ connector_instance_id: "nonsense" }, "connector_instance_id"],
    [{ connector_instance_id: "00000000-0000-4000-8000-000000000000" }, "connector_instance_id"],
    [{ connection_type: "FILESYSTEM", configuration: { folders: ["../.."] } }, "configuration.folders.0"],
    [{ connection_type: "FILESYSTEM", configuration: { folder: "in" } }, "configuration"],
    [{ connection_type: "DATABASE" }, "configuration.table"],
    [{ connection_type: "DATABASE", configuration: { table: "papers", keyColumn: "id" } }, "configuration"],
    [{ configuration: [] }, "configuration"],
  ])("PATCH refuses %j of a source", async (body, attr) => {
    const [source] = await endsOf(await world.workflow());
    expect(await world.call("PATCH", `/workflow/endpoint/${source}/`, { body })).toMatchObject({
      status: 400,
      json: { type: "validation_error", errors: [{ attr }] },
    });
  });

  test("an endpoint is reached as its workflow is", async () => {
    const { token } = await world.somebody();
    const hidden = await world.workflow();
    const [source] = await endsOf(hidden);
    const status = async (method: string) =>
      (
        await world.call(method, `/workflow/endpoint/${source}/`, {
          token,
          body: method === "PATCH" ? {} : undefined,
        })
      ).status;
    expect([await status("GET"), await status("PATCH")]).toEqual([404, 404]);
    await world.call("PATCH", `/workflow/${hidden}/`, { body: { shared_to_org: true } });
    expect([await status("GET"), await status("PATCH")]).toEqual([200, 403]);
  });
});
