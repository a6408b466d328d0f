import { randomUUID } from "node:crypto";
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

describe("POST /pipeline/execute/", () => {
  test("begins an execution, and answers it with the pipeline", async () => {
    const pipeline = await world.pipeline();
    const { status, json } = await world.call("POST", "/pipeline/execute/", {
      body: { pipeline_id: pipeline },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      pipeline: { id: pipeline, run_count: 1, last_run_status: "RESTARTING" },
      execution: { execution_status: "PENDING", error: null, result: null },
    });
  });

  test("answers an execution that was begun before without another", async () => {
    const pipeline_id = await world.pipeline();
    const begun = await world.call("POST", "/pipeline/execute/", { body: { pipeline_id } });
    const execution_id = begun.at("execution", "execution_id");
    const again = await world.call("POST", "/pipeline/execute/", { body: { pipeline_id, execution_id } });
    expect(again.at("execution", "execution_id")).toBe(execution_id);
    expect(again.at("pipeline", "run_count")).toBe(1);
  });

  test("refuses an inactive pipeline, one that runs already, and what is no pipeline", async () => {
    const pipeline_id = await world.pipeline();
    const execute = async (id: unknown): Promise<readonly unknown[]> => {
      const { status, at } = await world.call("POST", "/pipeline/execute/", { body: { pipeline_id: id } });
      return [status, at("errors", 0, "attr")];
    };
    expect(await execute("no-id")).toEqual([400, "pipeline_id"]);
    expect(await execute(undefined)).toEqual([400, "pipeline_id"]);
    expect(await execute(randomUUID())).toEqual([404, null]);
    await execute(pipeline_id);
    expect(await execute(pipeline_id)).toEqual([409, null]);
    await world.call("PATCH", `/pipeline/${pipeline_id}/`, { body: { active: false } });
    expect(await execute(pipeline_id)).toEqual([422, null]);
  });
});

describe("GET /pipeline/{id}/executions/", () => {
  test("lists executions with every documented field", async () => {
    const pipeline = await world.pipeline({ allow_overlap: true });
    for (let k = 0; k < 3; k += 1) {
      await world.call("POST", "/pipeline/execute/", { body: { pipeline_id: pipeline } });
    }
    const { json } = await world.call("GET", `/pipeline/${pipeline}/executions/?page_size=2`);
    expect(json).toMatchObject({ count: 3, next: expect.stringContaining("page=2"), previous: null });
    const { at } = await world.call("GET", `/pipeline/${pipeline}/executions/?page_size=2&page=2`);
    expect(at("results", 0)).toEqual({
      id: expect.any(String),
      pipeline_id: pipeline,
      task_id: null,
      queue_message_id: null,
      workflow: expect.any(String),
      execution_mode: "QUEUE",
      execution_method: "DIRECT",
      execution_type: "COMPLETE",
      execution_log_id: at("results", 0, "id"),
      status: "PENDING",
      result_acknowledged: false,
      total_files: 0,
      successful_files: 0,
      failed_files: 0,
      skipped_files: 0,
      error_message: "",
      attempts: 0,
      execution_time: 0,
      tags: [],
      created_at: expect.stringMatching(/Z$/),
      modified_at: expect.stringMatching(/Z$/),
    });
  });

  test("heeds dates where both are given, and refuses what is none", async () => {
    const pipeline = await world.pipeline();
    await world.call("POST", "/pipeline/execute/", { body: { pipeline_id: pipeline } });
    const count = async (query: string): Promise<unknown> =>
      (await world.call("GET", `/pipeline/${pipeline}/executions/?${query}`)).at("count");
    expect(await count("start_date=2020-01-01&end_date=2020-12-31T23:59:59%2B01:00")).toBe(0);
    expect(await count("start_date=2020-01-01T00:00:00&end_date=2999-01-01")).toBe(1);
    expect(await count("start_date=2999-01-01")).toBe(1);
    const { status, at } = await world.call("GET", `/pipeline/${pipeline}/executions/?start_date=yesterday`);
    expect([status, at("errors", 0, "attr")]).toEqual([400, "start_date"]);
  });

  test("is for those who manage the pipeline", async () => {
    const pipeline = await world.pipeline();
    const { token } = await world.somebody();
    const path = `/pipeline/${pipeline}/executions/`;
    expect((await world.call("GET", path, { token })).status).toBe(404);
    await world.call("PATCH", `/pipeline/${pipeline}/`, { body: { shared_to_org: true } });
    expect((await world.call("GET", path, { token })).status).toBe(403);
    const body = { pipeline_id: pipeline };
    expect((await world.call("POST", "/pipeline/execute/", { token, body })).status).toBe(403);
  });
});
