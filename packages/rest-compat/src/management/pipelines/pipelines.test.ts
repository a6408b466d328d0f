import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PUBLIC_URL, startManagementWorld, type ManagementWorld } from "../../testing/management-world.ts";

let world: ManagementWorld;

beforeAll(async () => {
  world = await startManagementWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  if (world.faults.length > 0) throw world.faults[0];
});

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("POST /pipeline/", () => {
  test("answers the pipeline with every documented field", async () => {
    const workflow = await world.workflow();
    const body = { pipeline_name: "Nightly", workflow, pipeline_type: "ETL", active: false, app_id: "app" };
    const { status, json, at } = await world.call("POST", "/pipeline/", { body });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.any(String),
      pipeline_name: "Nightly",
      workflow,
      pipeline_type: "ETL",
      active: true,
      scheduled: false,
      cron_string: null,
      time_zone: "UTC",
      missed_slots: "SKIP",
      allow_overlap: false,
      run_count: 0,
      last_run_time: null,
      last_run_status: "YET_TO_START",
      app_id: "app",
      app_icon: null,
      app_url: null,
      access_control_bundle_id: null,
      api_endpoint: `${PUBLIC_URL}/deployment/pipeline/api/press/${String(at("id"))}/`,
      last_5_run_statuses: [],
      next_run_time: null,
      workflow_id: workflow,
      workflow_name: expect.any(String),
      source_name: "Connector not configured.",
      source_icon: "Connector not configured.",
      source_instance_name: "Connector not configured.",
      destination_name: "Connector not configured.",
      destination_icon: "Connector not configured.",
      destination_instance_name: "Connector not configured.",
      created_by: 1,
      created_by_email: "editor@press.example",
      modified_by: 1,
      created_at: expect.stringMatching(/Z$/),
      modified_at: expect.stringMatching(/Z$/),
      shared_users: [],
      shared_groups: [],
      shared_to_org: false,
      is_owner: true,
      co_owners_count: 0,
      owner_emails: ["editor@press.example"],
    });
  });

  test("with a cron string it is scheduled, and tells when it runs next", async () => {
    const body = { pipeline_name: "Hourly", workflow: await world.workflow(), cron_string: "0 * * * *" };
    const { json } = await world.call("POST", "/pipeline/", { body });
    expect(json).toMatchObject({ scheduled: true, cron_string: "0 * * * *" });
    expect(json).toHaveProperty("next_run_time", expect.stringMatching(/:00:00.000Z$/));
  });

  test.each([
    [{ pipeline_name: undefined }, "required", "pipeline_name"],
    [{ pipeline_name: "n".repeat(33) }, "max_length", "pipeline_name"],
    [{ pipeline_name: "  " }, "invalid", "pipeline_name"],
    [{ pipeline_name: 7 }, "invalid", "pipeline_name"],
    [{ workflow: undefined }, "required", "workflow"],
    [{ workflow: "nonsense" }, "invalid", "workflow"],
    [{ workflow: UNKNOWN }, "invalid", "workflow"],
    [{ pipeline_type: "OTHER" }, "invalid_choice", "pipeline_type"],
    [{ cron_string: "every day" }, "invalid", "cron_string"],
    [{ cron_string: "* * * * *" }, "invalid", "cron_string"],
    [{ time_zone: "Mars/Olympus" }, "invalid", "time_zone"],
    [{ pipelinename: "x" }, "unknown", "pipelinename"],
    [{ shared_users: [4711] }, "does_not_exist", "shared_users"],
    [{ shared_users: "all" }, "invalid", "shared_users"],
  ])("refuses %j", async (facts, code, attr) => {
    const body = { pipeline_name: "Refused", workflow: await world.workflow(), ...facts };
    const { status, json } = await world.call("POST", "/pipeline/", { body });
    expect({ status, json }).toEqual({
      status: 400,
      json: { type: "validation_error", errors: [{ code, attr, detail: expect.any(String) }] },
    });
  });

  test("refuses a name that is taken as a wrong value", async () => {
    await world.pipeline({ pipeline_name: "Taken" });
    const body = { pipeline_name: "Taken", workflow: await world.workflow() };
    expect(await world.call("POST", "/pipeline/", { body })).toMatchObject({
      status: 400,
      json: { type: "validation_error", errors: [{ code: "unique", attr: "pipeline_name" }] },
    });
  });

  test("says of a bad cron string what clients know", async () => {
    const body = { pipeline_name: "Bad", workflow: await world.workflow(), cron_string: "x" };
    const { at } = await world.call("POST", "/pipeline/", { body });
    expect(at("errors", 0, "detail")).toBe("Invalid cron string format.");
  });
});

test("what a client was answered can be given back, with fields that are only answered", async () => {
  const id = await world.pipeline();
  const { json } = await world.call("GET", `/pipeline/${id}/`);
  const { status, at } = await world.call("PUT", `/pipeline/${id}/`, {
    body: { ...Object(json), app_url: "https://app.example" },
  });
  expect([status, at("app_url")]).toEqual([200, "https://app.example"]);
});

test("PATCH changes the given fields only, PUT all of them", async () => {
  const workflow = await world.workflow();
  const id = await world.pipeline({ workflow, cron_string: "30 4 * * *", app_id: "app" });
  const name = randomUUID().slice(0, 30);
  const patched = await world.call("PATCH", `/pipeline/${id}/`, { body: { active: false } });
  expect(patched.json).toMatchObject({ active: false, cron_string: "30 4 * * *", next_run_time: null });
  const emptied = await world.call("PATCH", `/pipeline/${id}/`, { body: { cron_string: "" } });
  expect(emptied.json).toMatchObject({ cron_string: null, scheduled: false, app_id: "app" });
  const replaced = await world.call("PUT", `/pipeline/${id}/`, { body: { pipeline_name: name, workflow } });
  expect(replaced.json).toMatchObject({ pipeline_name: name, active: true, app_id: null });
  const missing = await world.call("PUT", `/pipeline/${id}/`, { body: { pipeline_name: name } });
  expect(missing).toMatchObject({ status: 400, json: { errors: [{ code: "required", attr: "workflow" }] } });
});

test("PATCH of shared_users replaces whom it is shared with, who are told", async () => {
  const id = await world.pipeline();
  const [first, second] = [await world.somebody(), await world.somebody()];
  const share = (shared_users: number[]) =>
    world.call("PATCH", `/pipeline/${id}/`, { body: { shared_users } });
  expect((await share([first.user.number])).at("shared_users")).toEqual([first.user.number]);
  expect((await share([second.user.number])).at("shared_users")).toEqual([second.user.number]);
  const seen = async (token: string) => (await world.call("GET", `/pipeline/${id}/`, { token })).status;
  expect([await seen(first.token), await seen(second.token)]).toEqual([404, 200]);
  const member = await world.application.access.authenticate({ accessToken: second.token });
  expect(await world.application.notices.count(member)).toBe(1);
  await world.call("PATCH", `/pipeline/${id}/`, { body: { shared_to_org: true } });
  expect(await seen(first.token)).toBe(200);
});

test("whom it is shared with reads it and may change nothing", async () => {
  const id = await world.pipeline({ shared_to_org: true });
  const { token } = await world.somebody();
  expect((await world.call("GET", `/pipeline/${id}/`, { token })).at("is_owner")).toBe(false);
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const body = { pipeline_name: "x", workflow: await world.workflow(token) };
    const { status, json } = await world.call(method, `/pipeline/${id}/`, { token, body });
    expect([method, status, json]).toEqual([
      method,
      403,
      {
        type: "client_error",
        errors: [
          {
            code: "permission_denied",
            detail: "You do not have permission to perform this action.",
            attr: null,
          },
        ],
      },
    ]);
  }
});

test.each([
  ["GET", {}],
  ["PATCH", { body: {} }],
  ["DELETE", {}],
])("%s of what is not there, or not seen, is not found", async (method, asked) => {
  const { token } = await world.somebody();
  for (const id of [UNKNOWN, "nonsense", await world.pipeline()]) {
    const { status, json } = await world.call(method, `/pipeline/${id}/`, { token, ...asked });
    const errors = [{ code: "not_found", detail: "Pipeline not found.", attr: null }];
    expect({ status, json }).toEqual({ status: 404, json: { type: "client_error", errors } });
  }
});

test("DELETE answers 204 without a body, and the pipeline is gone", async () => {
  const id = await world.pipeline();
  const { status, json } = await world.call("DELETE", `/pipeline/${id}/`);
  expect([status, json]).toEqual([204, undefined]);
  expect((await world.call("GET", `/pipeline/${id}/`)).status).toBe(404);
});

describe("GET /pipeline/", () => {
  test("lists what the caller sees in an envelope, by filters and order", async () => {
    const { token } = await world.somebody();
    const workflow = await world.workflow(token);
    await world.pipeline({ pipeline_name: "list b", pipeline_type: "TASK" }, token);
    await world.pipeline({ pipeline_name: "list a", workflow }, token);
    const names = async (query: string): Promise<unknown> => {
      const { json } = await world.call("GET", `/pipeline/?search=LIST&${query}`, { token });
      const { results } = Object(json);
      return results.map((one: object) => Reflect.get(one, "pipeline_name"));
    };
    expect((await world.call("GET", "/pipeline/?search=list", { token })).json).toMatchObject({
      count: 2,
      next: null,
      previous: null,
    });
    expect(await names("")).toEqual(["list a", "list b"]);
    expect(await names("ordering=created_at")).toEqual(["list b", "list a"]);
    expect(await names("ordering=-pipeline_name")).toEqual(["list b", "list a"]);
    expect(await names("type=TASK")).toEqual(["list b"]);
    expect(await names(`workflow=${workflow}`)).toEqual(["list a"]);
    expect(await names("pipeline_name=list%20b")).toEqual(["list b"]);
    expect(await names("page_size=1&page=2")).toEqual(["list b"]);
    expect(await names("type=")).toEqual(["list a", "list b"]);
  });

  test.each([
    ["type=OTHER", 400],
    ["ordering=owner", 400],
    ["workflow=nonsense", 400],
    ["page=0", 404],
    ["page=99", 404],
    ["page_size=10000", 200],
  ])("?%s answers %i", async (query, status) => {
    expect((await world.call("GET", `/pipeline/?${query}`)).status).toBe(status);
  });
});

test("names and icons of what a pipeline connects", async () => {
  const workflow = await world.workflow();
  const connector = await world.connector({ connector_name: "Scans" });
  const { at } = await world.call("GET", `/workflow/endpoint/?workflow=${workflow}`);
  const [source, destination] = [at("results", 0, "id"), at("results", 1, "id")].map(String);
  await world.call("PATCH", `/workflow/endpoint/${source}/`, {
    body: { connection_type: "FILESYSTEM", connector_instance_id: connector },
  });
  await world.call("PATCH", `/workflow/endpoint/${destination}/`, { body: { connection_type: "API" } });
  const id = await world.pipeline({ workflow });
  expect((await world.call("GET", `/pipeline/${id}/`)).json).toMatchObject({
    source_name: "Files",
    source_icon: "/icons/Files.png",
    source_instance_name: "Scans",
    destination_name: "API",
    destination_instance_name: "API",
  });
});

describe("keys", () => {
  test("the first key is made with the pipeline; rows have the documented fields", async () => {
    const id = await world.pipeline({ pipeline_name: "Keys" });
    const { status, json } = await world.call("GET", `/api/keys/pipeline/${id}/`);
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        id: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
        modified_at: expect.stringMatching(/Z$/),
        api_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        is_active: true,
        description: "API Key for Keys",
        api: null,
        pipeline: id,
      },
    ]);
  });

  test("a key is made, changed and deleted", async () => {
    const id = await world.pipeline();
    const body = { pipeline: id, description: "scanner" };
    const made = await world.call("POST", `/api/keys/pipeline/${id}/`, { body });
    expect(made).toMatchObject({
      status: 201,
      json: { description: "scanner", is_active: true, pipeline: id, created_by: 1, modified_by: 1 },
    });
    const path = `/api/keys/${String(made.at("id"))}/`;
    const changed = await world.call("PUT", path, { body: { is_active: false } });
    expect(changed.json).toMatchObject({ is_active: false, description: "scanner" });
    expect((await world.call("GET", path)).at("api_key")).toBe(made.at("api_key"));
    expect((await world.call("DELETE", path)).status).toBe(204);
    expect((await world.call("GET", path)).status).toBe(404);
    expect((await world.call("POST", "/api/keys/pipeline/", { body })).status).toBe(201);
  });

  test.each([
    [{}, "At least one of `api` or `pipeline` must be set.", null],
    [{ api: UNKNOWN, pipeline: UNKNOWN }, "Only one of `api` or `pipeline` should be set, not both.", null],
    [{ api: UNKNOWN }, `Invalid pk "${UNKNOWN}" - object does not exist.`, "api"],
    [{ pipeline: UNKNOWN }, "Must be the pipeline in the path.", "pipeline"],
    [{ pipeline: "nonsense" }, "Must be a valid UUID.", "pipeline"],
    [
      { pipeline: UNKNOWN, description: "d".repeat(256) },
      "Ensure this field has no more than 255 characters.",
      "description",
    ],
  ])("the body %j is refused", async (body, detail, attr) => {
    const id = await world.pipeline();
    const { status, json } = await world.call("POST", `/api/keys/pipeline/${id}/`, { body });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { type: "validation_error", errors: [{ detail, attr }] },
    });
  });

  test("whoever sees the pipeline sees its keys; only its owner makes them", async () => {
    const { token } = await world.somebody();
    const [hidden, shown] = [await world.pipeline(), await world.pipeline({ shared_to_org: true })];
    const call = async (method: string, id: string) =>
      (await world.call(method, `/api/keys/pipeline/${id}/`, { token, body: { pipeline: id } })).status;
    expect([await call("POST", hidden), await call("POST", shown)]).toEqual([404, 403]);
    expect((await world.call("GET", `/api/keys/pipeline/${hidden}/`, { token })).status).toBe(404);
    expect((await world.call("GET", `/api/keys/pipeline/${shown}/`, { token })).status).toBe(200);
  });

  test("the keys of an inactive pipeline are not listed, those of an API deployment are not there", async () => {
    const id = await world.pipeline();
    await world.call("PATCH", `/pipeline/${id}/`, { body: { active: false } });
    expect((await world.call("GET", `/api/keys/pipeline/${id}/`)).status).toBe(422);
    for (const path of [
      `/api/keys/api/${UNKNOWN}/`,
      "/api/keys/pipeline/nonsense/",
      `/api/keys/${UNKNOWN}/`,
    ]) {
      expect((await world.call("GET", path)).status).toBe(404);
    }
  });
});

describe("the client collection", () => {
  test.each([
    "/pipeline/api/client_collection",
    "/pipeline/api/postman_collection",
    "/api/client_collection",
  ])("is a file under %s", async (path) => {
    const id = await world.pipeline({ pipeline_name: `Übersicht ${path.length}` });
    const { status, json, headers } = await world.call("GET", `${path}/${id}/`);
    const keys = await world.call("GET", `/api/keys/pipeline/${id}/`);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="_bersicht ${path.length}.json"; filename*=UTF-8''%C3%9Cbersicht%20${path.length}.json`,
    );
    expect(json).toEqual({
      info: {
        name: `Übersicht ${path.length}`,
        schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        description: "",
      },
      item: [
        {
          name: "Process pipeline",
          request: {
            method: "POST",
            url: `${PUBLIC_URL}/deployment/pipeline/api/press/${id}/`,
            header: [{ key: "Authorization", value: `Bearer ${String(keys.at(0, "api_key"))}` }],
            body: { mode: "formdata", formdata: [] },
          },
        },
      ],
      variable: [],
    });
  });

  test("needs an active key", async () => {
    const id = await world.pipeline();
    const keys = await world.call("GET", `/api/keys/pipeline/${id}/`);
    await world.call("PUT", `/api/keys/${String(keys.at(0, "id"))}/`, { body: { is_active: false } });
    expect(await world.call("GET", `/pipeline/api/client_collection/${id}/`)).toMatchObject({
      status: 400,
      json: { type: "validation_error" },
    });
  });
});

test.each([
  ["/pipeline/", "pipeline_name", ["workflow", "cron_string", "shared_users"], ["id", "api_endpoint"]],
  ["/workflow/", "workflow_name", ["description"], ["id", "deployment_type"]],
  ["/connector/", "connector_id", ["connector_metadata"], ["connector_mode", "created_by"]],
])("OPTIONS %s tells the fields of POST", async (path, required, writable, readOnly) => {
  const { status, at } = await world.call("OPTIONS", path);
  expect(status).toBe(200);
  expect(at("actions", "POST", required)).toMatchObject({ required: true, read_only: false });
  for (const field of writable) expect(at("actions", "POST", field)).toMatchObject({ read_only: false });
  for (const field of readOnly) expect(at("actions", "POST", field)).toMatchObject({ read_only: true });
});
