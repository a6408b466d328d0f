import assert from "node:assert/strict";
import { assertJson, assertKeys } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { valueAt, type Exchange } from "../../exchange.ts";
import { assertErrors, madePipeline, rowsOf, UNKNOWN_ID } from "../../management.ts";

const EXECUTION = (
  "id pipeline_id task_id queue_message_id workflow execution_mode execution_method execution_type " +
  "execution_log_id status result_acknowledged total_files successful_files failed_files skipped_files " +
  "error_message attempts execution_time tags created_at modified_at"
).split(" ");

export const EXECUTIONS: readonly Clause[] = [
  {
    id: "execute",
    rule: "MUST run a pipeline and return its execution; the same execution is returned again by its id",
    async check({ manage }) {
      const pipeline_id = await madePipeline({ manage }, { allow_overlap: true });
      const reply = await manage("POST", "/pipeline/execute/", { body: { pipeline_id } });
      assertJson(reply, 200);
      assert.equal(valueAt(reply.json, "pipeline", "id"), pipeline_id);
      assert.equal(valueAt(reply.json, "pipeline", "run_count"), 1);
      const keys = ["workflow_id", "execution_id", "execution_status", "log_id", "error", "result"];
      assertKeys(valueAt(reply.json, "execution"), keys);
      const execution_id = valueAt(reply.json, "execution", "execution_id");
      const again = await manage("POST", "/pipeline/execute/", { body: { pipeline_id, execution_id } });
      assert.equal(valueAt(again.json, "execution", "execution_id"), execution_id);
    },
  },
  {
    id: "execute-refused",
    rule: "MUST reject running an invalid pipeline id with 400, an unknown one with 404 and an inactive one with 422",
    async check({ manage }) {
      const execute = (pipeline_id: unknown) =>
        manage("POST", "/pipeline/execute/", { body: { pipeline_id } });
      assertErrors(await execute("nonsense"), 400, { attr: "pipeline_id" });
      assertErrors(await execute(undefined), 400, { attr: "pipeline_id" });
      assertErrors(await execute(UNKNOWN_ID), 404, { detail: "Pipeline not found." });
      const id = await madePipeline({ manage });
      await manage("PATCH", `/pipeline/${id}/`, { body: { active: false } });
      assertErrors(await execute(id), 422, { detail: /is inactive, please activate the pipeline/ });
    },
  },
  {
    id: "execution-list",
    rule: "MUST list executions with the documented fields, newest first, in the envelope, by dates if both are given",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      await manage("POST", "/pipeline/execute/", { body: { pipeline_id: id } });
      const list = (query = "") => manage("GET", `/pipeline/${id}/executions/${query}`);
      const [row] = rowsOf(await list());
      assertKeys(row, EXECUTION);
      assert.deepEqual(rowsOf(await list("?start_date=2001-01-01&end_date=2001-12-31")), []);
      assert.equal(rowsOf(await list("?start_date=2001-01-01T00:00:00Z&end_date=2999-01-01")).length, 1);
      assert.equal(rowsOf(await list("?start_date=2999-01-01")).length, 1);
      assertErrors(await list("?start_date=nonsense&end_date=2001-01-01"), 400, { attr: "start_date" });
      assertErrors(await list("?page=2"), 404);
      assertErrors(await manage("GET", "/pipeline/nonsense/executions/"), 404);
      assertErrors(await manage("GET", `/pipeline/${UNKNOWN_ID}/executions/`), 404);
    },
  },
  {
    id: "execution-unconfigured",
    rule: "MUST end an execution of a workflow that is not configured with ERROR and the reason",
    async check({ manage }) {
      const id = await madePipeline({ manage });
      await manage("POST", "/pipeline/execute/", { body: { pipeline_id: id } });
      const status = async () => {
        const [row] = rowsOf(await manage("GET", `/pipeline/${id}/executions/`));
        return [valueAt(row, "status"), valueAt(row, "error_message")];
      };
      const deadline = Date.now() + 20_000;
      let [state, message] = await status();
      while (state !== "ERROR" && Date.now() < deadline) [state, message] = await status();
      assert.equal(state, "ERROR");
      assert.match(String(message), /source of the workflow is not configured/);
    },
  },
];

const AREA = "/deployment/pipeline/api/default";

/** A pipeline, and its first key. */
async function keyed({ manage }: Pick<Exchange, "manage">): Promise<readonly [id: string, key: string]> {
  const id = await madePipeline({ manage });
  const { json } = await manage("GET", `/api/keys/pipeline/${id}/`);
  return [id, String(valueAt(json, 0, "api_key"))];
}

export const PUBLIC_PIPELINES: readonly Clause[] = [
  {
    id: "public-trigger",
    rule: "MUST run a pipeline for holders of one of its keys, with or without the slash, by each of its addresses",
    async check({ manage }) {
      for (const area of [AREA, "/api/v1/pipeline/api/default", "/deployment/api/default"]) {
        for (const slash of ["/", ""]) {
          const [id, token] = await keyed({ manage });
          const reply = await manage("POST", `/${id}${slash}`, { area, token });
          assertJson(reply, 200);
          const message = valueAt(reply.json, "message");
          assertKeys(message, ["execution_id", "execution_status", "status_api", "error", "result"]);
          assert.equal(valueAt(message, "execution_status"), "PENDING");
          assert.equal(valueAt(message, "result"), null);
          const execution = String(valueAt(message, "execution_id"));
          assert.equal(valueAt(message, "status_api"), `${area}/${id}${slash}?execution_id=${execution}`);
          assert.equal(valueAt(reply.json, "execution_id"), execution);
          const status = `/${id}/?execution_id=${String(valueAt(reply.json, "execution_id"))}`;
          assert.ok([200, 422].includes((await manage("GET", status, { area, token })).status));
        }
      }
    },
  },
  {
    id: "public-refused",
    rule: "MUST reject a missing key with 403, a wrong one with 401, an unknown pipeline with 404, an inactive one with 422",
    async check({ manage }) {
      const [id, token] = await keyed({ manage });
      const [, other] = await keyed({ manage });
      const post = (pipeline: string, key: string | null, area = AREA) =>
        manage("POST", `/${pipeline}/`, { area, token: key });
      assertErrors(await post(id, null), 403, { detail: "Missing api key" });
      for (const key of ["nonsense", UNKNOWN_ID, other]) {
        assertErrors(await post(id, key), 401, { detail: "Unauthorized" });
      }
      for (const pipeline of [UNKNOWN_ID, "nonsense"]) {
        assertErrors(await post(pipeline, token), 404, { detail: "Pipeline not found" });
      }
      assertErrors(await post(id, token, "/deployment/pipeline/api/other"), 404);
      assertErrors(await manage("DELETE", `/${id}/`, { area: AREA, token }), 405);
      await manage("PATCH", `/pipeline/${id}/`, { body: { active: false } });
      assertErrors(await post(id, token), 422);
    },
  },
  {
    id: "public-status",
    rule: "MUST return 400 for an invalid execution id and 404 for an execution of another pipeline",
    async check({ manage }) {
      const [id, token] = await keyed({ manage });
      const [otherId, otherToken] = await keyed({ manage });
      const { json } = await manage("POST", `/${otherId}/`, { area: AREA, token: otherToken });
      const status = (execution: string) =>
        manage("GET", `/${id}/?execution_id=${execution}`, { area: AREA, token });
      assertErrors(await status("nonsense"), 400, { attr: "execution_id" });
      assertErrors(await manage("GET", `/${id}/`, { area: AREA, token }), 400, { attr: "execution_id" });
      assertErrors(await status(UNKNOWN_ID), 404);
      assertErrors(await status(String(valueAt(json, "execution_id"))), 404);
    },
  },
];
