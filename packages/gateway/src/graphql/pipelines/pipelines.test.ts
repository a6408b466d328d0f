import { randomUUID } from "node:crypto";
import { anAccessToken, MEMORY_KINDS } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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

/** The payload of a mutation with a single input. */
async function did(mutation: string, input: object, selection: string): Promise<Record<string, unknown>> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const { data, errors } = await ask(
    `mutation ($input: ${type}) { ${mutation}(input: $input) { ${selection} } }`,
    {
      input,
    },
  );
  expect(errors).toEqual([]);
  return z.record(z.string(), z.record(z.string(), z.unknown())).parse(data?.[mutation]);
}

async function refusalOf(mutation: string, input: object): Promise<unknown> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const { errors } = await ask(`mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`, {
    input,
  });
  const { code, field } = errors[0]?.extensions ?? {};
  return [code, field];
}

async function idOf(mutation: string, record: string, input: object): Promise<string> {
  const made = await did(mutation, input, `${record} { id }`);
  return z.object({ id: z.string() }).parse(made[record]).id;
}

const newWorkflow = (): Promise<string> => idOf("createWorkflow", "workflow", { name: randomUUID() });

async function newPipeline(input: object = {}): Promise<string> {
  const facts = { name: randomUUID().slice(0, 30), workflowId: await newWorkflow(), ...input };
  return idOf("createPipeline", "pipeline", facts);
}

test("an update of a record that was changed since it was read is rejected, and settings are changed as a whole", async () => {
  const id = await newPipeline();
  const read =
    "pipeline { id name updatedAt workflow { id updatedAt maxFiles options { attachments lang } } }";
  const shape = z.object({
    pipeline: z.object({
      name: z.string(),
      updatedAt: z.string(),
      workflow: z.object({
        id: z.string(),
        updatedAt: z.string(),
        maxFiles: z.number().nullable(),
        options: z.object({ attachments: z.string(), lang: z.string() }),
      }),
    }),
  });
  const before = shape.parse(await did("updatePipeline", { id, name: "First" }, read)).pipeline;
  await did(
    "updateWorkflow",
    { id: before.workflow.id, options: { attachments: "READ" } },
    "workflow { id }",
  );
  const settings = (unmodifiedSince: string, lang: string): object => ({
    pipeline: { id, name: "Second", unmodifiedSince },
    workflow: { id: before.workflow.id, maxFiles: 3, changedOptions: { lang } },
  });
  const stale = new Date(Date.parse(before.updatedAt) - 1).toISOString();
  expect(await refusalOf("updatePipelineSettings", settings(stale, "deu"))).toEqual([
    "CONFLICT",
    "unmodifiedSince",
  ]);
  expect(await refusalOf("updatePipelineSettings", settings(before.updatedAt, "x".repeat(201)))).toEqual([
    "BAD_INPUT",
    "lang",
  ]);
  const unchanged = await ask(`query ($id: ID!) { pipeline(id: $id) { name } }`, { id });
  expect(unchanged.data?.["pipeline"]).toEqual({ name: "First" });
  const after = shape.parse(
    await did("updatePipelineSettings", settings(before.updatedAt, "deu"), read),
  ).pipeline;
  expect(after).toMatchObject({
    name: "Second",
    workflow: { maxFiles: 3, options: { attachments: "READ", lang: "deu" } },
  });
});

test("inputs are checked with the messages of the calls that store them", async () => {
  const query =
    "query ($configuration: JSONObject!, $options: ExtractionOptionsInput!) { optionProblem(options: $options) { field message } endpointProblem(direction: DESTINATION, connection: FILE_SYSTEM, configuration: $configuration) { field message } }";
  const wrong = await ask(query, { configuration: { folder: "../up" }, options: { pages: "first" } });
  expect(wrong.data).toMatchObject({
    optionProblem: { field: "pages", message: expect.stringContaining("1-3,7,9-") },
    endpointProblem: { message: expect.stringContaining('without ".."') },
  });
  const right = await ask(query, { configuration: { folder: "out" }, options: { pages: "1-3" } });
  expect(right.data).toEqual({ optionProblem: null, endpointProblem: null });
});

test("a connector is created, and only connectorSettings returns its settings", async () => {
  const settings = { host: "files.example", password: "hunter2" };
  const connectorId = await idOf("createConnector", "connector", {
    kindId: MEMORY_KINDS.files,
    name: "Scans",
    settings,
  });
  const { data } = await ask("query ($id: ID!) { connectorSettings(id: $id) }", { id: connectorId });
  expect(data?.["connectorSettings"]).toEqual(settings);
  const whole = "{ id name kindId mode sharedToOrganization reauthenticateSince mayManage }";
  const listed = await ask(`{ connectors { totalCount nodes ${whole} } }`);
  expect(listed.data?.["connectors"]).toMatchObject({
    totalCount: 1,
    nodes: [{ id: connectorId, name: "Scans", mode: "FILE_SYSTEM", mayManage: true }],
  });
  expect(JSON.stringify(listed)).not.toContain("hunter2");
  const renamed = await did("updateConnector", { id: connectorId, name: "Letters" }, `connector ${whole}`);
  expect(renamed["connector"]).toMatchObject({ name: "Letters" });
  expect(await refusalOf("createConnector", { kindId: "nothing|1", settings })).toEqual([
    "BAD_INPUT",
    "kindId",
  ]);
});

test("a workflow is created and configured, and records in use cannot be deleted", async () => {
  const workflowId = await idOf("createWorkflow", "workflow", {
    name: "Read",
    options: { mode: "TABLE", lang: null },
  });
  const query = `query ($id: ID!) { workflow(id: $id) {
    name description active maxFiles options { mode lang }
    source { id direction connection configuration connector { name } } destination { id }
  } }`;
  const before = await ask(query, { id: workflowId });
  expect(before.data?.["workflow"]).toMatchObject({
    options: { mode: "TABLE", lang: "eng" },
    source: { direction: "SOURCE", connection: null, connector: null },
  });
  const endSchema = z.object({ workflow: z.object({ source: z.object({ id: z.string() }) }) });
  const { id } = endSchema.parse(before.data).workflow.source;
  const input = { kindId: MEMORY_KINDS.files, name: "In", settings: { host: "a" } };
  const connectorId = await idOf("createConnector", "connector", input);
  const configuration = { folders: ["in"], recursive: true };
  await did("updateWorkflowEndpoint", { id, connectorId, configuration }, "endpoint { id }");
  expect((await ask(query, { id: workflowId })).data?.["workflow"]).toMatchObject({
    source: { connection: "FILE_SYSTEM", configuration, connector: { name: "In" } },
  });
  expect(await refusalOf("deleteConnector", { id: connectorId })).toEqual(["CONFLICT", null]);
  const refused = { id, configuration: { folders: ["../.."] } };
  expect(await refusalOf("updateWorkflowEndpoint", refused)).toEqual([
    "BAD_INPUT",
    "configuration.folders.0",
  ]);
  await newPipeline({ workflowId });
  expect(await refusalOf("deleteWorkflow", { id: workflowId })).toEqual(["CONFLICT", null]);
  const changed = await did("updateWorkflow", { id: workflowId, maxFiles: 5 }, "workflow { name maxFiles }");
  expect(changed["workflow"]).toEqual({ name: "Read", maxFiles: 5 });
});

test("a pipeline is created with a key, updated and deleted", async () => {
  const pipelineId = await newPipeline({ cron: "0 * * * *", kind: "ETL" });
  const query = `query ($id: ID!) { pipeline(id: $id) {
    kind active cron timeZone missedSlots allowOverlap runCount lastRunAt lastRunStatus nextRunAt mayManage
    workflow { id } keys { id description active secret }
  } }`;
  const { data } = await ask(query, { id: pipelineId });
  expect(data?.["pipeline"]).toMatchObject({
    kind: "ETL",
    active: true,
    cron: "0 * * * *",
    timeZone: "UTC",
    missedSlots: "SKIP",
    lastRunStatus: "YET_TO_START",
    nextRunAt: expect.stringMatching(/:00:00\.000Z$/),
    keys: [{ active: true, secret: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  });
  const paused = await did(
    "updatePipeline",
    { id: pipelineId, active: false },
    "pipeline { active cron nextRunAt }",
  );
  expect(paused["pipeline"]).toEqual({ active: false, cron: "0 * * * *", nextRunAt: null });
  const unscheduled = await did(
    "updatePipeline",
    { id: pipelineId, cron: null, kind: null },
    "pipeline { cron kind }",
  );
  expect(unscheduled["pipeline"]).toEqual({ cron: null, kind: "ETL" });
  const key = await idOf("createPipelineKey", "key", { pipelineId, description: "scanner" });
  const off = await did("updatePipelineKey", { id: key, active: false }, "key { active description }");
  expect(off["key"]).toEqual({ active: false, description: "scanner" });
  await ask("mutation ($id: ID!) { deletePipelineKey(input: { id: $id }) { deletedId } }", { id: key });
  await ask("mutation ($id: ID!) { deletePipeline(input: { id: $id }) { deletedId } }", { id: pipelineId });
  expect((await ask(query, { id: pipelineId })).errors[0]?.extensions["code"]).toBe("NOT_FOUND");
});

test.each([
  [{ cron: "* * * * *" }, ["BAD_INPUT", "cron"]],
  [{ timeZone: "Mars/Olympus" }, ["BAD_INPUT", "timeZone"]],
  [{ name: "n".repeat(33) }, ["BAD_INPUT", "name"]],
  [{ workflowId: randomUUID() }, ["BAD_INPUT", "workflowId"]],
])("a pipeline with %j is rejected with the field", async (facts, refusal) => {
  const input = { name: "Refused", workflowId: await newWorkflow(), ...facts };
  expect(await refusalOf("createPipeline", input)).toEqual(refusal);
});

test("pipelines are paginated, filtered and sorted", async () => {
  const workflowId = await newWorkflow();
  for (const name of ["part c", "part a", "part b"]) await newPipeline({ name, workflowId });
  const query = `query ($after: String) {
    pipelines(first: 2, after: $after, filter: { search: "PART" }, orderBy: { by: NAME, direction: ASCENDING }) {
      totalCount nodes { name } pageInfo { hasNextPage endCursor }
    }
  }`;
  const first = await ask(query);
  expect(first.data?.["pipelines"]).toMatchObject({
    totalCount: 3,
    nodes: [{ name: "part a" }, { name: "part b" }],
    pageInfo: { hasNextPage: true },
  });
  const cursorSchema = z.object({ pipelines: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });
  const after = cursorSchema.parse(first.data).pipelines.pageInfo.endCursor;
  expect((await ask(query, { after })).data?.["pipelines"]).toMatchObject({
    nodes: [{ name: "part c" }],
    pageInfo: { hasNextPage: false },
  });
});

test("for any number of pipelines, each kind of record is loaded once, and nothing is counted unless selected", async () => {
  for (let count = 0; count < 5; count += 1) await newPipeline();
  const { records } = service.database;
  const reads = [
    vi.spyOn(records.workflows, "listByIds"),
    vi.spyOn(records.workflowEndpoints, "listOfWorkflows"),
    vi.spyOn(records.pipelineKeys, "listOfPipelines"),
  ];
  const counted = vi.spyOn(records.pipelines, "count");
  const { errors } = await ask(
    "{ pipelines { nodes { workflow { source { connector { name } } } keys { secret } mayManage } } }",
  );
  expect(errors).toEqual([]);
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  expect(counted).not.toHaveBeenCalled();
});

test("an extraction key cannot access management records", async () => {
  for (const query of [
    "{ pipelines { nodes { id } } }",
    "{ workflows { nodes { id } } }",
    "{ connectors { nodes { id } } }",
  ]) {
    expect((await service.ask(query)).errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  }
});

test("viewers see a shared record, owners manage it, and it lists both", async () => {
  const added = await ask(
    'mutation { addMember(input: { email: "guest@example.org", role: MEMBER }) { member { user { id } } } }',
  );
  const memberSchema = z.object({
    addMember: z.object({ member: z.object({ user: z.object({ id: z.string() }) }) }),
  });
  const userId = memberSchema.parse(added.data).addMember.member.user.id;
  const id = await newPipeline();
  const sharing = `mutation ($input: ShareInput!) { sharePipeline(input: $input) {
    pipeline { sharedToOrganization createdBy { id } viewers { email } coOwners { email } mayManage }
  } }`;
  const shared = await ask(sharing, { input: { id, userIds: [userId], toOrganization: true } });
  expect(shared.data?.["sharePipeline"]).toEqual({
    pipeline: {
      sharedToOrganization: true,
      createdBy: null,
      viewers: [{ email: "guest@example.org" }],
      coOwners: [],
      mayManage: true,
    },
  });
  const unknown = await ask(sharing, { input: { id: randomUUID() } });
  expect(unknown.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
  const owner = { kind: "PIPELINE", recordId: id, userId };
  const owners = async (mutation: string): Promise<unknown> => {
    const query = `mutation ($input: OwnerInput!) { ${mutation}(input: $input) { coOwners { email } } }`;
    return (await ask(query, { input: owner })).data?.[mutation];
  };
  expect(await owners("addOwner")).toEqual({ coOwners: [{ email: "guest@example.org" }] });
  expect(await owners("removeOwner")).toEqual({ coOwners: [] });
});

test("connector kinds are listed, and settings are tested step by step", async () => {
  const kinds = await ask(
    "{ connectorKinds(direction: SOURCE, mode: FILE_SYSTEM) { id canRead oauthBackend settingsSchema } }",
  );
  expect(kinds.data?.["connectorKinds"]).toMatchObject([
    { id: MEMORY_KINDS.files, canRead: true, oauthBackend: null, settingsSchema: { type: "object" } },
    { id: MEMORY_KINDS.listing },
  ]);
  const input = { kindId: MEMORY_KINDS.files, settings: { host: "files.example" } };
  const trial =
    "mutation ($input: TestConnectorInput!) { testConnector(input: $input) { connects steps { name } } }";
  expect((await ask(trial, { input })).data?.["testConnector"]).toEqual({ connects: true, steps: [] });
  const nobody = await service.ask("{ connectorKinds { id } }");
  expect(nobody.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
});
