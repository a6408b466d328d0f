import assert from "node:assert/strict";
import { assertJson } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { valueAt } from "../../exchange.ts";
import { aName, assertErrors, madePipeline, madeWorkflow, rowsOf, UNKNOWN_ID } from "../../management.ts";

const FIELDS = [
  "id pipeline_name workflow pipeline_type active scheduled cron_string run_count last_run_time last_run_status",
  "app_id app_icon app_url access_control_bundle_id created_by modified_by created_at modified_at shared_to_org",
  "shared_users api_endpoint created_by_email last_5_run_statuses next_run_time is_owner co_owners_count workflow_id",
  "workflow_name source_name source_icon destination_name destination_icon source_instance_name",
  "destination_instance_name",
].flatMap((line) => line.split(" "));

export const PIPELINES: readonly Clause[] = [
  {
    id: "pipeline-create",
    rule: "MUST create an active pipeline with a key, return 201 with every documented field, and show it",
    async check({ manage }) {
      const body = { pipeline_name: aName(), workflow: await madeWorkflow({ manage }), active: false };
      const created = await manage("POST", "/pipeline/", { body });
      assertJson(created, 201);
      for (const field of FIELDS) assert.ok(field in Object(created.json), `no ${field}`);
      assert.equal(valueAt(created.json, "active"), true);
      assert.equal(valueAt(created.json, "scheduled"), false);
      assert.equal(valueAt(created.json, "pipeline_type"), "DEFAULT");
      assert.equal(valueAt(created.json, "last_run_status"), "YET_TO_START");
      assert.equal(valueAt(created.json, "source_name"), "Connector not configured.");
      assert.match(
        String(valueAt(created.json, "api_endpoint")),
        /^https?:\/\/.+\/deployment\/pipeline\/api\//,
      );
      const id = String(valueAt(created.json, "id"));
      assert.deepEqual((await manage("GET", `/pipeline/${id}/`)).json, created.json);
      const keys = await manage("GET", `/api/keys/pipeline/${id}/`);
      assert.equal(valueAt(Object(keys.json)[0], "description"), `API Key for ${body.pipeline_name}`);
    },
  },
  {
    id: "pipeline-schedule",
    rule: "MUST mark a pipeline with a cron string as scheduled until the string is empty, and pause it by active",
    async check({ manage }) {
      const id = await madePipeline({ manage }, { cron_string: "30 4 * * *" });
      const read = async () => Object((await manage("GET", `/pipeline/${id}/`)).json);
      assert.equal((await read()).scheduled, true);
      assert.match((await read()).next_run_time, /T04:30:00/);
      await manage("PATCH", `/pipeline/${id}/`, { body: { active: false } });
      assert.equal((await read()).next_run_time, null);
      await manage("PATCH", `/pipeline/${id}/`, { body: { active: true, cron_string: "" } });
      assert.deepEqual([(await read()).scheduled, (await read()).cron_string], [false, null]);
    },
  },
  {
    id: "pipeline-list",
    rule: "MUST list pipelines in pages of the documented envelope, those that never ran newest first",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      const names = [aName(), aName(), aName()];
      for (const pipeline_name of names) await madePipeline({ manage }, { pipeline_name, workflow });
      const path = `/pipeline/?workflow=${workflow}`;
      const whole = await manage("GET", path);
      assert.deepEqual(Object.keys(Object(whole.json)), ["count", "next", "previous", "results"]);
      assert.equal(valueAt(whole.json, "count"), 3);
      const listed = rowsOf(whole).map((row) => valueAt(row, "pipeline_name"));
      assert.deepEqual(listed, names.toReversed());
      const second = await manage("GET", `${path}&page_size=2&page=2`);
      assert.equal(rowsOf(second).length, 1);
      assert.match(String(valueAt(second.json, "previous")), /page_size=2/);
      assert.equal(valueAt(second.json, "next"), null);
    },
  },
  {
    id: "pipeline-list-order",
    rule: "MUST list pipelines by their last run, newest first, then those that never ran by creation, newest first",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1) ids.push(await madePipeline({ manage }, { workflow }));
      const [ranSecond, ranFirst, older, newer] = ids;
      for (const pipeline_id of [ranFirst, ranSecond]) {
        assert.equal((await manage("POST", "/pipeline/execute/", { body: { pipeline_id } })).status, 200);
      }
      const listed = rowsOf(await manage("GET", `/pipeline/?workflow=${workflow}`));
      assert.deepEqual(
        listed.map((row) => valueAt(row, "id")),
        [ranSecond, ranFirst, newer, older],
      );
    },
  },
  {
    id: "pipeline-list-defaults",
    rule: "MUST list 50 entries of the first page unless page and page_size say otherwise",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      for (let count = 0; count < 51; count += 1) await madePipeline({ manage }, { workflow });
      const list = (query = "") => manage("GET", `/pipeline/?workflow=${workflow}${query}`);
      const whole = await list();
      assert.equal(rowsOf(whole).length, 50);
      assert.deepEqual(rowsOf(await list("&page=1")), rowsOf(whole));
      assert.equal(rowsOf(await list("&page=2")).length, 1);
      assert.equal(rowsOf(await list("&page_size=51")).length, 51);
    },
  },
  {
    id: "pipeline-list-filters",
    rule: "MUST filter pipelines by type, workflow, search and pipeline_name, and order them by ordering",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      const [a, b] = [`a ${aName()}`.slice(0, 30), `b ${aName()}`.slice(0, 30)];
      await madePipeline({ manage }, { pipeline_name: a, workflow, pipeline_type: "ETL" });
      await madePipeline({ manage }, { pipeline_name: b, workflow, pipeline_type: "TASK" });
      const names = async (query: string) =>
        rowsOf(await manage("GET", `/pipeline/?workflow=${workflow}&${query}`)).map((row) =>
          valueAt(row, "pipeline_name"),
        );
      assert.deepEqual(await names("type=ETL"), [a]);
      assert.deepEqual(await names(`search=${encodeURIComponent(b.toUpperCase())}`), [b]);
      assert.deepEqual(await names(`pipeline_name=${encodeURIComponent(a)}`), [a]);
      assert.deepEqual(await names("ordering=pipeline_name"), [a, b]);
      assert.deepEqual(await names("ordering=-created_at"), [b, a]);
    },
  },
  {
    id: "pipeline-put",
    rule: "MUST replace a pipeline by PUT, which needs every required field",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      const id = await madePipeline({ manage }, { workflow, app_id: "app", pipeline_type: "ETL" });
      const pipeline_name = aName();
      const replaced = await manage("PUT", `/pipeline/${id}/`, { body: { pipeline_name, workflow } });
      assertJson(replaced, 200);
      assert.deepEqual(
        [valueAt(replaced.json, "pipeline_name"), valueAt(replaced.json, "app_id")],
        [pipeline_name, null],
      );
      assertErrors(await manage("PUT", `/pipeline/${id}/`, { body: { workflow } }), 400, {
        attr: "pipeline_name",
      });
    },
  },
  {
    id: "pipeline-patch",
    rule: "MUST change only the given fields by PATCH, and accept its own response",
    async check({ manage }) {
      const id = await madePipeline({ manage }, { app_id: "app", cron_string: "0 5 * * *" });
      const patched = await manage("PATCH", `/pipeline/${id}/`, { body: { app_url: "https://app.example" } });
      assertJson(patched, 200);
      assert.deepEqual(
        [valueAt(patched.json, "app_id"), valueAt(patched.json, "cron_string")],
        ["app", "0 5 * * *"],
      );
      assertJson(await manage("PATCH", `/pipeline/${id}/`, { body: patched.json }), 200);
    },
  },
  {
    id: "pipeline-share",
    rule: "MUST replace the users a pipeline is shared with by PATCH, and list them under users/",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      const members = Object((await manage("GET", "/users/")).json).members;
      const number = Number(members[0].id);
      await manage("PATCH", `/pipeline/${id}/`, { body: { shared_users: [number], shared_to_org: true } });
      const users = await manage("GET", `/pipeline/${id}/users/`);
      assertJson(users, 200);
      assert.equal(valueAt(users.json, "shared_to_org"), true);
      const none = await manage("PATCH", `/pipeline/${id}/`, { body: { shared_users: [] } });
      assert.deepEqual(valueAt(none.json, "shared_users"), []);
      assert.equal(valueAt(none.json, "shared_to_org"), true);
    },
  },
  {
    id: "pipeline-delete",
    rule: "MUST delete a pipeline with 204 and no body, after which it is not found",
    async check({ manage }) {
      const id = await madePipeline({ manage }, { cron_string: "0 5 * * *" });
      const { status, text } = await manage("DELETE", `/pipeline/${id}/`);
      assert.deepEqual([status, text], [204, ""]);
      for (const method of ["GET", "DELETE"]) {
        assertErrors(await manage(method, `/pipeline/${id}/`), 404, { detail: "Pipeline not found." });
      }
    },
  },
  {
    id: "pipeline-collection",
    rule: "MUST give the client collection of a pipeline under each of its names, and 400 without an active key",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      const key = Object((await manage("GET", `/api/keys/pipeline/${id}/`)).json)[0];
      for (const name of [
        "pipeline/api/client_collection",
        "pipeline/api/postman_collection",
        "api/client_collection",
      ]) {
        const file = await manage("GET", `/${name}/${id}/`);
        assertJson(file, 200);
        assert.match(String(file.headers["content-disposition"]), /^attachment; filename=".*\.json"/);
        assert.match(Object(file.json).info.schema, /v2\.1\.0\/collection\.json$/);
        const { request } = Object(file.json).item[0];
        assert.deepEqual(request.header, [{ key: "Authorization", value: `Bearer ${key.api_key}` }]);
        assert.equal(request.method, "POST");
      }
      await manage("PUT", `/api/keys/${key.id}/`, { body: { is_active: false } });
      assertErrors(await manage("GET", `/pipeline/api/client_collection/${id}/`), 400);
      assertErrors(await manage("GET", `/pipeline/api/client_collection/${UNKNOWN_ID}/`), 404);
    },
  },
  {
    id: "pipeline-options",
    rule: "MUST describe the fields of POST by OPTIONS, writable and read-only ones",
    async check({ manage }) {
      for (const [path, writable, readOnly] of [
        ["/pipeline/", "pipeline_name", "run_count"],
        ["/workflow/", "workflow_name", "id"],
        ["/connector/", "connector_metadata", "connector_mode"],
      ] as const) {
        const reply = await manage("OPTIONS", path);
        assertJson(reply, 200);
        const fields = Object(reply.json).actions.POST;
        assert.deepEqual([fields[writable].read_only, fields[writable].required], [false, true]);
        assert.equal(fields[readOnly].read_only, true);
        assert.equal(typeof fields[writable].label, "string");
      }
    },
  },
];
