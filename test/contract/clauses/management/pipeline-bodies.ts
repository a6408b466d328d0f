import assert from "node:assert/strict";
import type { Clause } from "../../clause.ts";
import { aName, assertErrors, madePipeline, madeWorkflow, rowsOf, UNKNOWN_ID } from "../../management.ts";

export const PIPELINE_BODIES: readonly Clause[] = [
  {
    id: "pipeline-wrong-fields",
    rule: "MUST reject wrong, missing, unknown and mistyped fields with 400 that names the field",
    async check({ manage }) {
      const whole = { pipeline_name: aName(), workflow: await madeWorkflow({ manage }) };
      const cases: readonly [object, string][] = [
        [{ pipeline_name: "n".repeat(33) }, "pipeline_name"],
        [{ pipeline_name: "" }, "pipeline_name"],
        [{ pipeline_name: null }, "pipeline_name"],
        [{ pipeline_name: ["a"] }, "pipeline_name"],
        [{ workflow: UNKNOWN_ID }, "workflow"],
        [{ workflow: "nonsense" }, "workflow"],
        [{ workflow: 7 }, "workflow"],
        [{ pipeline_type: "WHATEVER" }, "pipeline_type"],
        [{ active: "yes" }, "active"],
        [{ shared_users: [999_999_999] }, "shared_users"],
        [{ pipelinename: "x" }, "pipelinename"],
      ];
      for (const [facts, attr] of cases) {
        assertErrors(await manage("POST", "/pipeline/", { body: { ...whole, ...facts } }), 400, { attr });
      }
      assertErrors(await manage("POST", "/pipeline/", { body: {} }), 400, { attr: "pipeline_name" });
      for (const body of ["{", "[]", "7", '"text"']) {
        assertErrors(await manage("POST", "/pipeline/", { body }), 400);
      }
    },
  },
  {
    id: "pipeline-wrong-cron",
    rule: "MUST reject a malformed cron string, and one that is due too often",
    async check({ manage }) {
      const workflow = await madeWorkflow({ manage });
      const post = (cron_string: string) =>
        manage("POST", "/pipeline/", { body: { pipeline_name: aName(), workflow, cron_string } });
      for (const cron of ["every day", "* * * *", "* * * * * *", "61 * * * *", "@daily", "x".repeat(200)]) {
        const expected = { attr: "cron_string", detail: "Invalid cron string format." };
        assertErrors(await post(cron), 400, expected);
      }
      for (const cron of ["* * * * *", "*/5 * * * *", "0,10 * * * *", "0-10 * * * *", "0,45 * * * *"]) {
        assertErrors(await post(cron), 400, { attr: "cron_string" });
      }
    },
  },
  {
    id: "pipeline-taken-name",
    rule: "MUST reject a name that is taken with 400 that names the field",
    async check({ manage }) {
      const pipeline_name = aName();
      await madePipeline({ manage }, { pipeline_name });
      const body = { pipeline_name, workflow: await madeWorkflow({ manage }) };
      assertErrors(await manage("POST", "/pipeline/", { body }), 400, { attr: "pipeline_name" });
      const other = await madePipeline({ manage });
      assertErrors(await manage("PATCH", `/pipeline/${other}/`, { body: { pipeline_name } }), 400, {
        attr: "pipeline_name",
      });
    },
  },
  {
    id: "pipeline-unknown-ids",
    rule: "MUST return 404 for unknown or malformed ids, whatever the method",
    async check({ manage }) {
      for (const id of [UNKNOWN_ID, "nonsense", "7", "%00", "..%2f..", "x".repeat(500)]) {
        for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
          const body =
            method === "GET" || method === "DELETE"
              ? {}
              : { body: { pipeline_name: "x", workflow: UNKNOWN_ID } };
          const { status, text } = await manage(method, `/pipeline/${id}/`, body);
          assert.equal(status, 404, `${method} ${id}: ${text}`);
        }
        assert.equal((await manage("GET", `/api/keys/pipeline/${id}/`)).status, 404);
        assert.equal((await manage("GET", `/workflow/${id}/`)).status, 404);
        assert.equal((await manage("GET", `/connector/${id}/`)).status, 404);
      }
    },
  },
  {
    id: "pipeline-wrong-pages",
    rule: "MUST return 404 for page 0 and pages beyond the end, and treat a page_size of 10,000 as 1,000",
    async check({ manage }) {
      for (const page of ["0", "-1", "99999", "two"]) {
        assertErrors(await manage("GET", `/pipeline/?page=${page}`), 404, { detail: "Invalid page." });
      }
      assert.ok(rowsOf(await manage("GET", "/pipeline/?page_size=10000")).length <= 1000);
      assert.ok(rowsOf(await manage("GET", "/pipeline/?page_size=0")).length <= 50);
    },
  },
  {
    id: "management-gate",
    rule: "MUST reject callers without a token, with an unknown one, and of another organization, with the documented messages",
    async check({ manage }) {
      const said = async (facts: Parameters<typeof manage>[2]) => {
        const { status, json } = await manage("GET", "/pipeline/", facts);
        return [status, Object(json).message];
      };
      assert.deepEqual(await said({ token: null }), [401, "Unauthorized"]);
      assert.deepEqual(await said({ token: "nonsense" }), [401, "Invalid API key format"]);
      assert.deepEqual(await said({ token: UNKNOWN_ID }), [401, "Invalid or inactive API key"]);
      const elsewhere = { area: "/api/v1/service/another-organization" };
      assert.deepEqual(await said(elsewhere), [403, "Organization access denied"]);
    },
  },
  {
    id: "management-prefixes",
    rule: "MUST serve both prefixes, with and without a trailing slash",
    async check({ manage }) {
      for (const path of ["/pipeline/", "/pipeline", "/connector", "/workflow/endpoint"]) {
        assert.equal((await manage("GET", path)).status, 200, path);
        assert.equal((await manage("GET", path, { area: "/api/v1/unstract/default" })).status, 200, path);
      }
    },
  },
];
