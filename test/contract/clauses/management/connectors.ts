import assert from "node:assert/strict";
import { assertJson } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { valueAt } from "../../exchange.ts";
import {
  aName,
  assertErrors,
  FOLDER_KIND,
  madeConnector,
  madeWorkflow,
  rowsOf,
  UNKNOWN_ID,
} from "../../management.ts";

const FIELDS = [
  "id connector_name connector_id connector_version connector_mode icon created_by created_by_email modified_by",
  "created_at modified_at shared_to_org shared_users is_owner co_owners_count owner_emails",
].flatMap((line) => line.split(" "));

export const CONNECTORS: readonly Clause[] = [
  {
    id: "connector-create",
    rule: "MUST create a connector with 201 and every documented field, and show its settings to users with access",
    async check({ manage }) {
      const body = {
        connector_id: FOLDER_KIND,
        connector_name: aName(),
        connector_metadata: { path: "/usr/share" },
      };
      const created = await manage("POST", "/connector/", { body });
      assertJson(created, 201);
      for (const field of FIELDS) assert.ok(field in Object(created.json), `no ${field}`);
      assert.equal(valueAt(created.json, "connector_mode"), "FILE_SYSTEM");
      const shown = await manage("GET", `/connector/${String(valueAt(created.json, "id"))}/`);
      assert.deepEqual(shown.json, created.json);
      assert.equal(valueAt(valueAt(shown.json, "connector_metadata"), "path"), "/usr/share");
    },
  },
  {
    id: "connector-list",
    rule: "MUST list connectors in pages of the documented envelope, by its filters, without their settings",
    async check({ manage }) {
      const connector_name = aName();
      const id = await madeConnector(
        { manage },
        { connector_name, connector_metadata: { path: "/usr/share" } },
      );
      for (const query of [
        `connector_name=${connector_name}`,
        `search=${connector_name.toUpperCase()}`,
        `search=${connector_name}&connector_mode=FILE_SYSTEM`,
        `search=${connector_name}&connector_mode=FILESYSTEM&connector_type=INPUT`,
      ]) {
        const list = await manage("GET", `/connector/?${query}`);
        assert.deepEqual(
          rowsOf(list).map((row) => valueAt(row, "id")),
          [id],
        );
        assert.ok(!list.text.includes("/usr/share"), "a list shows settings");
      }
      const none = await manage("GET", `/connector/?search=${connector_name}&connector_mode=DATABASE`);
      assert.equal(valueAt(none.json, "count"), 0);
    },
  },
  {
    id: "connector-taken-name",
    rule: "MUST return 409 for a name that is taken",
    async check({ manage }) {
      const connector_name = aName();
      await madeConnector({ manage }, { connector_name });
      const body = { connector_id: FOLDER_KIND, connector_name, connector_metadata: { path: "/usr" } };
      assertErrors(await manage("POST", "/connector/", { body }), 409, { attr: "connector_name" });
    },
  },
  {
    id: "connector-change",
    rule: "MUST replace a connector by PUT, and change the given fields by PATCH",
    async check({ manage }) {
      const id = await madeConnector({ manage });
      const connector_name = aName();
      const patched = await manage("PATCH", `/connector/${id}/`, { body: { connector_name } });
      assert.equal(valueAt(valueAt(patched.json, "connector_metadata"), "path"), "/usr/share");
      const body = { connector_id: FOLDER_KIND, connector_name, connector_metadata: { path: "/usr/lib" } };
      const replaced = await manage("PUT", `/connector/${id}/`, { body });
      assertJson(replaced, 200);
      assert.equal(valueAt(valueAt(replaced.json, "connector_metadata"), "path"), "/usr/lib");
      assertErrors(await manage("PUT", `/connector/${id}/`, { body: { connector_name } }), 400);
      const users = await manage("GET", `/connector/users/${id}/`);
      assertJson(users, 200);
    },
  },
  {
    id: "connector-wrong-fields",
    rule: "MUST reject unknown kinds, wrong settings and unknown fields with 400 that names the field",
    async check({ manage }) {
      const whole = {
        connector_id: FOLDER_KIND,
        connector_name: aName(),
        connector_metadata: { path: "/usr" },
      };
      const cases: readonly [object, string][] = [
        [{ connector_id: "pigeon|1" }, "connector_id"],
        [{ connector_metadata: { path: 7 } }, "connector_metadata.path"],
        [{ connector_metadata: "text" }, "connector_metadata"],
        [{ connector_name: "n".repeat(129) }, "connector_name"],
        [{ connectorname: "x" }, "connectorname"],
      ];
      for (const [facts, attr] of cases) {
        assertErrors(await manage("POST", "/connector/", { body: { ...whole, ...facts } }), 400, { attr });
      }
    },
  },
  {
    id: "connector-delete",
    rule: "MUST delete a connector with 204, and return 409 that names the workflows that use it",
    async check({ manage }) {
      const connector_name = aName();
      const id = await madeConnector({ manage }, { connector_name });
      const workflow = await madeWorkflow({ manage });
      const ends = rowsOf(await manage("GET", `/workflow/endpoint/?workflow=${workflow}`));
      const path = `/workflow/endpoint/${String(valueAt(ends[0], "id"))}/`;
      await manage("PATCH", path, { body: { connector_instance_id: id } });
      const name = String(valueAt((await manage("GET", `/workflow/${workflow}/`)).json, "workflow_name"));
      assertErrors(await manage("DELETE", `/connector/${id}/`), 409, {
        detail: `Cannot delete '${connector_name}'. It is currently being used in one or more workflows: ${name}.`,
      });
      await manage("DELETE", `/workflow/${workflow}/`);
      assert.equal((await manage("DELETE", `/connector/${id}/`)).status, 204);
      assertErrors(await manage("GET", `/connector/${id}/`), 404);
      assertErrors(await manage("DELETE", `/connector/${UNKNOWN_ID}/`), 404);
    },
  },
];
