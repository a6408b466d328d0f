import assert from "node:assert/strict";
import { assertJson, assertKeys } from "../assertions.ts";
import type { Clause } from "../clause.ts";
import { valueAt, type Exchange } from "../exchange.ts";
import { assertErrors, FOLDER_KIND } from "../management.ts";

const KIND = ["id", "name", "description", "icon", "can_read", "can_write", "connector_mode"];

export const CONNECTOR_KINDS: readonly Clause[] = [
  {
    id: "kind-list",
    rule: "MUST list the kinds of connectors as an array, by what they can do",
    async check({ manage }) {
      const all = await kinds({ manage }, "");
      for (const kind of all) assertKeys(kind, KIND);
      const inputs = await kinds({ manage }, "?type=INPUT");
      assert.deepEqual(
        inputs,
        all.filter((kind) => valueAt(kind, "can_read") === true),
      );
      const tables = await kinds({ manage }, "?type=OUTPUT&connector_mode=DATABASE");
      assert.ok(tables.every((kind) => valueAt(kind, "connector_mode") === "DATABASE"));
      assertErrors(await manage("GET", "/supported_connectors/?type=SIDEWAYS"), 400, { attr: "type" });
    },
  },
  {
    id: "kind-schema",
    rule: "MUST tell the JSON Schema of a kind by id, and refuse a missing or unknown id with 400",
    async check({ manage }) {
      const schema = (query: string) => manage("GET", `/connector_schema/${query}`);
      const reply = await schema(`?id=${encodeURIComponent(FOLDER_KIND)}`);
      assertJson(reply, 200);
      assertKeys(reply.json, ["oauth", "python_social_auth_backend", "json_schema"]);
      assert.equal(valueAt(reply.json, "json_schema", "type"), "object");
      assert.equal(valueAt(reply.json, "json_schema", "properties", "path", "type"), "string");
      assertErrors(await schema(""), 400, { attr: "id" });
      assertErrors(await schema("?id=nonsense"), 400, { attr: "id" });
    },
  },
  {
    id: "connector-test",
    rule: "MUST refuse to test an unknown kind or wrong settings with 400, and tell access that was denied with 403",
    async check({ manage }) {
      const test = (connector_id: string, connector_metadata: object) =>
        manage("POST", "/test_connectors/", { body: { connector_id, connector_metadata } });
      assertErrors(await test("nonsense", {}), 400, { attr: "connector_id" });
      assertErrors(await test(FOLDER_KIND, {}), 400, { attr: "connector_metadata.path" });
      assertErrors(await test(FOLDER_KIND, { path: "/etc" }), 403);
    },
  },
];

async function kinds({ manage }: Pick<Exchange, "manage">, query: string): Promise<readonly unknown[]> {
  const { json, status, text } = await manage("GET", `/supported_connectors/${query}`);
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(json));
  return json;
}
