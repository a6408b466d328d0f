import assert from "node:assert/strict";
import { assertJson } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { valueAt } from "../../exchange.ts";
import {
  aName,
  assertErrors,
  madeConnector,
  madePipeline,
  madeWorkflow,
  rowsOf,
  UNKNOWN_ID,
} from "../../management.ts";

export const WORKFLOWS: readonly Clause[] = [
  {
    id: "workflow-life",
    rule: "MUST create, show, list, change and delete a workflow",
    async check({ manage }) {
      const workflow_name = aName();
      const created = await manage("POST", "/workflow/", { body: { workflow_name } });
      assertJson(created, 201);
      const id = String(valueAt(created.json, "id"));
      assert.deepEqual((await manage("GET", `/workflow/${id}/`)).json, created.json);
      assert.equal(rowsOf(await manage("GET", `/workflow/?search=${workflow_name}`)).length, 1);
      const body = { description: "reads scans", max_file_execution_count: 10 };
      const patched = await manage("PATCH", `/workflow/${id}/`, { body });
      assert.equal(valueAt(patched.json, "workflow_name"), workflow_name);
      assert.equal(valueAt(patched.json, "max_file_execution_count"), 10);
      assert.equal((await manage("DELETE", `/workflow/${id}/`)).status, 204);
      assertErrors(await manage("GET", `/workflow/${id}/`), 404, { detail: "Workflow not found." });
    },
  },
  {
    id: "workflow-endpoints",
    rule: "MUST give a new workflow a source and a destination, and configure them by PATCH",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      const ends = rowsOf(await manage("GET", `/workflow/endpoint/?workflow=${workflow}`));
      assert.deepEqual(
        ends.map((end) => valueAt(end, "endpoint_type")),
        ["SOURCE", "DESTINATION"],
      );
      const path = `/workflow/endpoint/${String(valueAt(ends[0], "id"))}/`;
      const connector_instance_id = await madeConnector({ manage });
      const configuration = { folders: ["in"], patterns: ["*.pdf"], recursive: true };
      const body = { connection_type: "FILESYSTEM", connector_instance_id, configuration };
      const patched = await manage("PATCH", path, { body });
      assertJson(patched, 200);
      assert.deepEqual(valueAt(patched.json, "configuration"), configuration);
      assert.equal(valueAt(valueAt(patched.json, "connector_instance"), "id"), connector_instance_id);
      assertErrors(await manage("PATCH", path, { body: { connector_instance_id: UNKNOWN_ID } }), 400);
      assertErrors(await manage("PATCH", path, { body: { connection_type: "CARRIER_PIGEON" } }), 400);
      assertErrors(await manage("PATCH", path, { body: { configuration: { folders: ["../../.."] } } }), 400);
      assertErrors(await manage("PATCH", `/workflow/endpoint/${UNKNOWN_ID}/`, { body: {} }), 404);
    },
  },
  {
    id: "workflow-refusals",
    rule: "MUST reject taken or invalid names with 400, and the deletion of a workflow in use with 409",
    async check({ manage }) {
      const workflow_name = aName();
      const body = { workflow_name };
      const { json } = await manage("POST", "/workflow/", { body });
      assertErrors(await manage("POST", "/workflow/", { body }), 400, { attr: "workflow_name" });
      assertErrors(await manage("POST", "/workflow/", { body: {} }), 400, { attr: "workflow_name" });
      assertErrors(await manage("POST", "/workflow/", { body: { ...body, steps: [] } }), 400, {
        attr: "steps",
      });
      const workflow = String(valueAt(json, "id"));
      await madePipeline({ manage }, { workflow });
      assertErrors(await manage("DELETE", `/workflow/${workflow}/`), 409);
    },
  },
];
