import assert from "node:assert/strict";
import { assertJson, assertKeys } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { valueAt } from "../../exchange.ts";
import { assertErrors, madePipeline, UNKNOWN_ID, rowsOf } from "../../management.ts";

const ROW = ["id", "created_at", "modified_at", "api_key", "is_active", "description", "api", "pipeline"];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const PIPELINE_KEYS: readonly Clause[] = [
  {
    id: "key-list",
    rule: "MUST list the keys of a pipeline as an array of documented rows, the generated UUIDs in clear",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      const { status, json } = await manage("GET", `/api/keys/pipeline/${id}/`);
      assert.equal(status, 200);
      assert.ok(Array.isArray(json) && json.length === 1);
      assertKeys(json[0], ROW);
      assert.match(String(valueAt(json[0], "api_key")), UUID);
      assert.deepEqual([valueAt(json[0], "api"), valueAt(json[0], "pipeline")], [null, id]);
    },
  },
  {
    id: "key-list-pages",
    rule: "MUST list the keys of a pipeline in pages of the documented envelope if page or page_size is given",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      await manage("POST", `/api/keys/pipeline/${id}/`, { body: { pipeline: id } });
      const list = (query: string) => manage("GET", `/api/keys/pipeline/${id}/?${query}`);
      const [first, second] = [await list("page_size=1"), await list("page=2&page_size=1")];
      assert.equal(valueAt(first.json, "count"), 2);
      assert.notDeepEqual(rowsOf(first), rowsOf(second));
      assert.deepEqual([rowsOf(first).length, rowsOf(second).length], [1, 1]);
      assertErrors(await list("page=2"), 404);
    },
  },
  {
    id: "key-create",
    rule: "MUST create as many keys as requested, each generated, and never accept a client's",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      const post = () =>
        manage("POST", `/api/keys/pipeline/${id}/`, {
          body: { pipeline: id, description: "scanner", api_key: UNKNOWN_ID },
        });
      const [first, second] = [await post(), await post()];
      assertJson(first, 201);
      assertKeys(first.json, [...ROW, "created_by", "modified_by"]);
      assert.notEqual(valueAt(first.json, "api_key"), UNKNOWN_ID);
      assert.notEqual(valueAt(first.json, "api_key"), valueAt(second.json, "api_key"));
      const keys = await manage("GET", `/api/keys/pipeline/${id}/`);
      assert.equal(Object(keys.json).length, 3);
    },
  },
  {
    id: "key-one-target",
    rule: "MUST reject a key for both or neither of api and pipeline with 400 and the documented message",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      const post = (body: object) => manage("POST", `/api/keys/pipeline/${id}/`, { body });
      assertErrors(await post({ api: UNKNOWN_ID, pipeline: id }), 400, {
        detail: "Only one of `api` or `pipeline` should be set, not both.",
      });
      for (const body of [{}, { description: "none" }, { pipeline: null, api: null }]) {
        assertErrors(await post(body), 400, { detail: "At least one of `api` or `pipeline` must be set." });
      }
      assertErrors(await post({ api: UNKNOWN_ID }), 400, { attr: "api" });
      assertErrors(await post({ pipeline: UNKNOWN_ID }), 400, { attr: "pipeline" });
      assertErrors(await post({ pipeline: "nonsense" }), 400, { attr: "pipeline" });
      assertErrors(await post({ pipeline: id, description: "d".repeat(256) }), 400, { attr: "description" });
      assertErrors(await post({ pipeline: id, is_active: "no" }), 400, { attr: "is_active" });
    },
  },
  {
    id: "key-unknown-target",
    rule: "MUST return 404 for unknown pipelines, API deployments and keys",
    async check({ manage }) {
      const body = { pipeline: UNKNOWN_ID };
      assertErrors(await manage("GET", `/api/keys/pipeline/${UNKNOWN_ID}/`), 404);
      assertErrors(await manage("POST", `/api/keys/pipeline/${UNKNOWN_ID}/`, { body }), 404);
      assertErrors(await manage("POST", "/api/keys/pipeline/", { body }), 404);
      assertErrors(await manage("GET", `/api/keys/api/${UNKNOWN_ID}/`), 404);
      assertErrors(await manage("GET", `/api/keys/${UNKNOWN_ID}/`), 404);
      assertErrors(await manage("DELETE", "/api/keys/nonsense/"), 404);
    },
  },
  {
    id: "key-change",
    rule: "MUST change the description and activity of a key, and delete it with 204",
    async check({ manage }) {
      const pipeline = await madePipeline({ manage });
      const made = await manage("POST", "/api/keys/pipeline/", { body: { pipeline } });
      const path = `/api/keys/${String(valueAt(made.json, "id"))}/`;
      const changed = await manage("PUT", path, { body: { is_active: false, description: "off" } });
      assertJson(changed, 200);
      assert.deepEqual(
        [valueAt(changed.json, "is_active"), valueAt(changed.json, "description")],
        [false, "off"],
      );
      assert.equal(valueAt(changed.json, "api_key"), valueAt(made.json, "api_key"));
      assert.equal((await manage("DELETE", path)).status, 204);
      assertErrors(await manage("GET", path), 404);
    },
  },
  {
    id: "key-inactive-pipeline",
    rule: "MUST return 422 for a list of the keys of an inactive pipeline",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      await manage("PATCH", `/pipeline/${id}/`, { body: { active: false } });
      assertErrors(await manage("GET", `/api/keys/pipeline/${id}/`), 422, { detail: /is inactive/ });
    },
  },
];
