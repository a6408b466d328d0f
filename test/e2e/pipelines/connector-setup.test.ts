import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";

const HTTP = "http|6fdea346-86e4-4383-9a21-132db7c9a576";

const files = temporaryFolder();
let service: RunningService;
let client: GraphqlClient;
beforeAll(async () => {
  for (const folder of ["in/below", "out"]) await mkdir(join(files.path, folder), { recursive: true });
  await writeFile(join(files.path, "in", "one.pdf"), textDocument(2).bytes);
  await writeFile(join(files.path, "in", "two.pdf"), textDocument(1).bytes);
  await writeFile(join(files.path, "in", "notes.txt"), "plain");
  await writeFile(join(files.path, "in/below", "three.pdf"), textDocument(1).bytes);
  service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
  client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

const CREATE = `mutation ($path: String!, $name: String!) {
  createConnector(input: { kindId: "${LOCAL}", name: $name, settings: { path: $path } }) { connector { id } }
}`;

const connectorSchema = z.object({
  createConnector: z.object({ connector: z.object({ id: z.string() }) }),
});

async function madeConnector(path: string): Promise<string> {
  return (await client.read(connectorSchema, CREATE, { path, name: randomUUID() })).createConnector.connector
    .id;
}

test("a folder outside the open folders is refused when the connector is made or changed", async () => {
  const refusal = {
    message: expect.stringMatching(/^settings\.path: The path is not a folder that is open to connectors\./),
    extensions: { code: "BAD_INPUT", field: "settings.path", status: 400 },
  };
  for (const path of ["/etc", join(files.path, "none"), `${files.path}/../..`]) {
    expect((await client.ask(CREATE, { path, name: "outside" })).errors).toMatchObject([refusal]);
  }
  const overRest = await callManagement(service, "POST /connector/", {
    connector_id: LOCAL,
    connector_name: "outside",
    connector_metadata: { path: "/etc" },
  });
  expect(overRest).toMatchObject({ status: 400 });
  const id = await madeConnector(join(files.path, "in"));
  const moved = await client.ask(
    `mutation ($id: ID!) { updateConnector(input: { id: $id, settings: { path: "/etc" } }) { connector { id } } }`,
    { id },
  );
  expect(moved.errors).toMatchObject([refusal]);
});

const BROWSE = `mutation ($input: BrowseConnectorInput!, $first: PositiveInt = 50, $after: String) {
  browseConnector(input: $input, first: $first, after: $after) {
    truncated failure { code message hint }
    entries { totalCount nodes { kind name path bytes modifiedAt } pageInfo { hasNextPage endCursor } }
  }
}`;

const COUNT = `mutation ($input: CountFilesInput!) {
  countFiles(input: $input) { files { count complete examples } failure { code message } }
}`;

const TRY = `mutation ($input: TryFileInput!) {
  tryFile(input: $input) { job { id file { name } options { mode } } failure { code message hint } }
}`;

async function browsed(input: object, part: object = {}): Promise<Record<string, unknown>> {
  const { data, errors } = await client.ask(BROWSE, { input, ...part });
  expect(errors).toEqual([]);
  return Object(data).browseConnector;
}

test("the folders of a store are browsed, searched and paged", async () => {
  const connectorId = await madeConnector(files.path);
  const root = await browsed({ connectorId });
  expect(root).toMatchObject({
    truncated: false,
    failure: null,
    entries: {
      nodes: [
        { kind: "FOLDER", path: "in", bytes: null },
        { kind: "FOLDER", path: "out" },
      ],
    },
  });
  const first = await browsed({ connectorId, folder: "in" }, { first: 2 });
  const { entries } = z
    .object({ entries: z.looseObject({ pageInfo: z.looseObject({ endCursor: z.string() }) }) })
    .parse(first);
  expect(entries).toMatchObject({
    totalCount: 4,
    nodes: [
      { kind: "FOLDER", path: "in/below" },
      { kind: "FILE", path: "in/notes.txt", bytes: 5, modifiedAt: expect.stringMatching(/Z$/) },
    ],
    pageInfo: { hasNextPage: true },
  });
  const next = await browsed({ connectorId, folder: "in" }, { first: 2, after: entries.pageInfo.endCursor });
  expect(next).toMatchObject({
    entries: { nodes: [{ name: "one.pdf" }, { name: "two.pdf" }], pageInfo: { hasNextPage: false } },
  });
  const settings = { path: join(files.path, "in") };
  expect(await browsed({ kindId: LOCAL, settings, search: "ONE" })).toMatchObject({
    entries: { nodes: [{ path: "one.pdf" }] },
  });
});

test("what cannot be browsed is reported as a failure with what to do", async () => {
  expect(await browsed({ kindId: LOCAL, settings: { path: "/etc" } })).toMatchObject({
    entries: null,
    failure: { code: "ACCESS_DENIED", hint: expect.stringMatching(/./) },
  });
  const connectorId = await madeConnector(join(files.path, "out"));
  expect(await browsed({ connectorId, folder: "none" })).toMatchObject({ failure: { code: "NOT_FOUND" } });
  expect(await browsed({ connectorId, folder: "../in" })).toMatchObject({ failure: { code: "FAILED" } });
  const settings = { base_url: "http://127.0.0.1:9/" };
  expect(await browsed({ kindId: HTTP, settings })).toMatchObject({ failure: { code: "REFUSED_ADDRESS" } });
  const neither = await client.ask(BROWSE, { input: { settings: {} } });
  expect(neither.errors).toMatchObject([{ extensions: { code: "BAD_INPUT", field: "connectorId" } }]);
  const wrong = await client.ask(BROWSE, { input: { kindId: LOCAL, settings: { path: 7 } } });
  expect(wrong.errors).toMatchObject([{ extensions: { code: "BAD_INPUT", field: "settings.path" } }]);
  const keyed = createGraphqlClient(service);
  expect((await keyed.ask(BROWSE, { input: { connectorId } })).errors).toMatchObject([
    { extensions: { code: "FORBIDDEN" } },
  ]);
});

test("the files that a pattern matches are counted", async () => {
  const connectorId = await madeConnector(join(files.path, "in"));
  const counted = async (input: object): Promise<unknown> =>
    Object((await client.ask(COUNT, { input: { connectorId, ...input } })).data).countFiles;
  expect(await counted({ patterns: ["*.pdf"] })).toEqual({
    files: { count: 2, complete: true, examples: expect.arrayContaining(["one.pdf", "two.pdf"]) },
    failure: null,
  });
  expect(await counted({ patterns: ["*.PDF"], recursive: true })).toMatchObject({ files: { count: 3 } });
  expect(await counted({ folders: ["none"] })).toMatchObject({ files: null, failure: { code: "NOT_FOUND" } });
});

test("one file is tried without writing or remembering it", { timeout: 60_000 }, async () => {
  const end = { kind: LOCAL, settings: { path: files.path } };
  const id = await madePipeline(service, {
    source: { ...end, configuration: { folders: ["in/below"] } },
    destination: { ...end, configuration: { folder: "tried" } },
  });
  const connectorId = await madeConnector(files.path);
  const { data, errors } = await client.ask(TRY, {
    input: { connectorId, path: "in/below/three.pdf", options: { mode: "NATIVE_TEXT" } },
  });
  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    tryFile: { failure: null, job: { file: { name: "three.pdf" }, options: { mode: "NATIVE_TEXT" } } },
  });
  const job = { id: Object(data).tryFile.job.id };
  const status = async (): Promise<unknown> =>
    Object((await client.ask("query ($id: ID!) { job(id: $id) { status } }", job)).data).job.status;
  await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe("PROCESSED");
  const tried = { input: { connectorId, folder: "" } };
  expect(Object((await client.ask(BROWSE, tried)).data).browseConnector.entries.totalCount).toBe(2);
  expect(await ran(service, id)).toMatchObject({ successfulFiles: 1, skippedFiles: 0 });
  const again = await ran(service, id);
  expect(again).toMatchObject({ successfulFiles: 0, skippedFiles: 1 });
  expect(again.files.nodes.map(({ errorMessage }) => errorMessage)).toEqual([""]);
  const missing = await client.ask(TRY, { input: { connectorId, path: "in/none.pdf" } });
  expect(missing.data).toMatchObject({ tryFile: { job: null, failure: { code: "NOT_FOUND" } } });
  const noDocument = await client.ask(TRY, { input: { connectorId, path: "in" } });
  expect(noDocument.data).toMatchObject({ tryFile: { failure: { code: "ACCESS_DENIED" } } });
});

const STEPS = "steps { name ok message hint }";

test("a connection test is watched step by step, with what to do when one fails", async () => {
  const connectorId = await madeConnector(files.path);
  const watch = `subscription ($input: TestConnectorInput!) { connectorTested(input: $input) { finished connects ${STEPS} } }`;
  const event = z.object({
    connectorTested: z.object({
      finished: z.boolean(),
      connects: z.boolean(),
      steps: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), hint: z.string() })),
    }),
  });
  const watched = async (input: object): Promise<z.output<typeof event>["connectorTested"][]> => {
    const events = [];
    for await (const { connectorTested } of client.subscribe(event, watch, { input }))
      events.push(connectorTested);
    return events;
  };
  const good = await watched({ connectorId });
  expect(good.map(({ steps }) => steps.length)).toEqual([1, 2, 3, 3]);
  expect(good.at(-1)).toMatchObject({
    finished: true,
    connects: true,
    steps: [{ name: "LOGIN", hint: "" }, { name: "LIST" }, { name: "WRITE" }],
  });
  const bad = await watched({ kindId: HTTP, settings: { base_url: "http://127.0.0.1:9/" } });
  expect(bad.at(-1)).toMatchObject({
    finished: true,
    connects: false,
    steps: [{ name: "DNS", ok: false, hint: expect.stringContaining("GALLEY_OUTBOUND_ALLOW") }],
  });
  const tested = await client.ask(
    `mutation ($input: TestConnectorInput!) { testConnector(input: $input) { connects ${STEPS} } }`,
    { input: { connectorId } },
  );
  expect(tested.data).toMatchObject({ testConnector: { connects: true } });
});

test("a connector shows where it is used, and which secrets it has", async () => {
  const made = await client.ask(
    `mutation { createConnector(input: {
      kindId: "${HTTP}", name: "Listing", settings: { base_url: "https://example.com/", username: "ada", password: "hunter22" }
    }) { connector { id kind { name } secretsSet workflows { id } } } }`,
  );
  expect(made.data).toMatchObject({
    createConnector: { connector: { kind: { name: "HTTP(S)" }, secretsSet: ["password"], workflows: [] } },
  });
  const end = { kind: LOCAL, settings: { path: files.path } };
  const pipeline = await madePipeline(service, {
    source: { ...end, configuration: {} },
    destination: { ...end, configuration: {} },
  });
  const used = await client.ask(
    `query ($id: ID!) { pipeline(id: $id) { workflow { source { connector { secretsSet workflows { pipelines { id } } } } } } }`,
    { id: pipeline },
  );
  expect(used.data).toEqual({
    pipeline: {
      workflow: { source: { connector: { secretsSet: [], workflows: [{ pipelines: [{ id: pipeline }] }] } } },
    },
  });
});
