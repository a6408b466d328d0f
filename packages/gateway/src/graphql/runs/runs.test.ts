import { randomUUID } from "node:crypto";
import { aPipeline, anAccessToken, aRunFile, aWorkflow } from "@galley/core/testing";
import type { Pipeline } from "@galley/core/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  digestOf,
  startGraphqlService,
  type Answer,
  type GraphqlService,
} from "../testing/graphql-service.ts";

let service: GraphqlService;
const token = randomUUID();

beforeAll(async () => {
  service = await startGraphqlService();
  const facts = { digest: digestOf(token), tier: "full_access" as const };
  await service.database.transaction(({ accessTokens }) =>
    accessTokens.insert(anAccessToken(service.organizationId, facts)),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

function ask(query: string, variables: object = {}): Promise<Answer> {
  return service.ask(query, variables, { authorization: `Bearer ${token}` });
}

async function newPipeline(facts: Partial<Pipeline> = {}): Promise<string> {
  const workflow = aWorkflow(service.organizationId);
  const pipeline = aPipeline(workflow, facts);
  await service.database.transaction(async (records) => {
    await records.workflows.insert(workflow);
    await records.pipelines.insert(pipeline);
  });
  return pipeline.id;
}

const RUN = "mutation ($id: ID!) { runPipeline(input: { pipelineId: $id }) { run { id status } } }";
const CANCEL = "mutation ($id: ID!) { cancelRun(input: { id: $id }) { run { status errorMessage } } }";

async function begun(pipelineId: string): Promise<string> {
  const { data, errors } = await ask(RUN, { id: pipelineId });
  expect(errors).toEqual([]);
  const answer = z.object({
    runPipeline: z.object({ run: z.object({ id: z.string(), status: z.literal("PENDING") }) }),
  });
  return answer.parse(data).runPipeline.run.id;
}

test("the files of many runs are loaded in one query", async () => {
  const pipeline = await newPipeline({ allowOverlap: true });
  const ids = [await begun(pipeline), await begun(pipeline)];
  await service.database.transaction(async ({ runs, runFiles }) => {
    for (const id of ids) {
      const run = await runs.find(id);
      if (run) await runFiles.insert(["a", "b"].map((path) => aRunFile(run, { path: `${path} of ${id}` })));
    }
  });
  const before = service.runReads();
  const { data, errors } = await ask(
    "query ($id: ID!) { pipeline(id: $id) { runs { nodes { id files(first: 1) { nodes { path } } } } } }",
    { id: pipeline },
  );
  expect(errors).toEqual([]);
  expect(service.runReads() - before).toBe(2);
  const nodes = ids.map((id) => ({ id, files: { nodes: [{ path: `a of ${id}` }] } }));
  expect(data?.["pipeline"]).toEqual({ runs: { nodes: expect.arrayContaining(nodes) } });
});

test("the runs of many pipelines are loaded in one query", async () => {
  const [one, two] = [await newPipeline({ allowOverlap: true }), await newPipeline()];
  const mine = { id: expect.toBeOneOf([await begun(one), await begun(one), await begun(one)]) };
  const other = await begun(two);
  const before = service.runReads();
  const { data, errors } = await ask("{ pipelines { nodes { id runs(first: 2) { nodes { id } } } } }");
  expect(errors).toEqual([]);
  expect(service.runReads() - before).toBe(1);
  expect(data?.["pipelines"]).toMatchObject({
    nodes: expect.arrayContaining([
      { id: one, runs: { nodes: [mine, mine] } },
      { id: two, runs: { nodes: [{ id: other }] } },
    ]),
  });
});

test("a pipeline is run, and its runs are listed newest first with their pipeline", async () => {
  const pipelineId = await newPipeline({ allowOverlap: true });
  const ids = [await begun(pipelineId), await begun(pipelineId)];
  const { data, errors } = await ask(
    `query ($id: ID!) { pipeline(id: $id) {
      lastRunStatus runCount
      runs(first: 5) { totalCount nodes { id trigger totalFiles pipeline { id } files { totalCount nodes { path } } } }
    } }`,
    { id: pipelineId },
  );
  expect(errors).toEqual([]);
  expect(data?.["pipeline"]).toMatchObject({
    lastRunStatus: "RESTARTING",
    runCount: 2,
    runs: { totalCount: 2 },
  });
  const listed = z.object({ runs: z.object({ nodes: z.array(z.object({ id: z.string() })) }) });
  expect(new Set(listed.parse(data?.["pipeline"]).runs.nodes.map(({ id }) => id))).toEqual(new Set(ids));
  expect(data?.["pipeline"]).toMatchObject({
    runs: {
      nodes: [
        { trigger: "DIRECT", totalFiles: null, pipeline: { id: pipelineId }, files: { nodes: [] } },
        {},
      ],
    },
  });
});

test("a run is stopped once, and found by id as a run and as a node", async () => {
  const id = await begun(await newPipeline());
  const { data } = await ask(CANCEL, { id });
  expect(data).toEqual({ cancelRun: { run: { status: "STOPPED", errorMessage: "Stopped by the caller." } } });
  expect((await ask(CANCEL, { id })).errors[0]?.extensions["code"]).toBe("CONFLICT");
  const found = await ask("query ($id: ID!) { run(id: $id) { status } node(id: $id) { __typename } }", {
    id,
  });
  expect(found.data).toEqual({ run: { status: "STOPPED" }, node: { __typename: "Run" } });
});

test("errors have their codes", async () => {
  const code = async (query: string, id: string): Promise<unknown> =>
    (await ask(query, { id })).errors[0]?.extensions["code"];
  expect(await code(RUN, randomUUID())).toBe("NOT_FOUND");
  expect(await code(RUN, "no-id")).toBe("NOT_FOUND");
  expect(await code(RUN, await newPipeline({ active: false }))).toBe("CONFLICT");
  const running = await newPipeline();
  await begun(running);
  expect(await code(RUN, running)).toBe("CONFLICT");
  expect(await code("query ($id: ID!) { run(id: $id) { id } }", randomUUID())).toBe("NOT_FOUND");
});

test("uploads to run a pipeline on must exist, 1 to 32 of them", async () => {
  const id = await newPipeline();
  const refusal = async (uploads: readonly string[]): Promise<unknown> => {
    const query =
      "mutation ($id: ID!, $uploads: [ID!]) { runPipeline(input: { pipelineId: $id, uploads: $uploads }) { run { id } } }";
    return (await ask(query, { id, uploads })).errors[0]?.extensions;
  };
  expect(await refusal([])).toMatchObject({ code: "BAD_INPUT", field: "uploads" });
  const many = Array.from({ length: 33 }, () => randomUUID());
  expect(await refusal(many)).toMatchObject({ code: "BAD_INPUT", field: "uploads" });
  expect(await refusal([randomUUID()])).toMatchObject({ code: "NOT_FOUND", field: "upload" });
  expect(await refusal(["no-id"])).toMatchObject({ code: "NOT_FOUND", field: "uploads" });
});

test("a subscription to a run sends its current state, then each change until it ends", async () => {
  const id = await begun(await newPipeline());
  const client = service.socketClient({ authorization: `Bearer ${token}` });
  const seen: unknown[] = [];
  const query = "subscription ($id: ID!) { runChanged(id: $id) { run { status } } }";
  for await (const { data } of client.iterate({ query, variables: { id } })) {
    seen.push(data);
    if (seen.length === 1) await ask(CANCEL, { id });
  }
  expect(seen).toEqual(["PENDING", "STOPPED"].map((status) => ({ runChanged: { run: { status } } })));
  await client.dispose();
});
