import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";

const files = temporaryFolder();
let service: RunningService;
let client: GraphqlClient;
beforeAll(async () => {
  for (const folder of ["in", "out"]) await mkdir(join(files.path, folder), { recursive: true });
  await writeFile(join(files.path, "in", "one.pdf"), textDocument(2).bytes);
  await writeFile(join(files.path, "in", "two.pdf"), textDocument(1).bytes);
  service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
  client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

test("a pipeline shows what it lacks, before it runs", async () => {
  const made = await client.ask(
    'mutation { createWorkflow(input: { name: "bare" }) { workflow { id ready source { id } destination { id } } } }',
  );
  const { id, source, destination, ready } = Object(made.data).createWorkflow.workflow;
  expect(ready).toBe(false);
  const created = await client.ask(
    `mutation ($id: ID!) { createPipeline(input: { name: "bare", workflowId: $id, cron: "0 * * * *" }) {
      pipeline { id problems { code message } source { connection kind { name } } }
    } }`,
    { id },
  );
  expect(created.data).toMatchObject({
    createPipeline: {
      pipeline: {
        source: { connection: null, kind: null },
        problems: [
          { code: "SOURCE_NOT_CONFIGURED", message: "The source of the workflow is not configured." },
          { code: "DESTINATION_NOT_CONFIGURED" },
        ],
      },
    },
  });
  for (const end of [source, destination]) {
    await client.ask(
      "mutation ($id: ID!) { updateWorkflowEndpoint(input: { id: $id, connection: API }) { endpoint { id } } }",
      end,
    );
  }
  const problems = await client.ask("{ pipelines { nodes { name problems { code } workflow { ready } } } }");
  expect(problems.data).toMatchObject({
    pipelines: {
      nodes: [{ name: "bare", problems: [{ code: "NOTHING_TO_SCHEDULE" }], workflow: { ready: true } }],
    },
  });
  await client.ask(
    "mutation ($id: ID!) { updateWorkflow(input: { id: $id, active: false }) { workflow { id } } }",
    {
      id,
    },
  );
  const inactive = await client.ask("{ pipelines { nodes { problems { code } workflow { ready } } } }");
  expect(inactive.data).toMatchObject({
    pipelines: {
      nodes: [
        {
          problems: [{ code: "WORKFLOW_INACTIVE" }, { code: "NOTHING_TO_SCHEDULE" }],
          workflow: { ready: false },
        },
      ],
    },
  });
});

test("a pipeline shows its ends, its latest runs and its next slots", { timeout: 60_000 }, async () => {
  const end = { kind: LOCAL, settings: { path: files.path } };
  const id = await madePipeline(service, {
    source: { ...end, configuration: { folders: ["in"], patterns: ["*.pdf"] } },
    destination: { ...end, configuration: { folder: "out" } },
  });
  for (let run = 0; run < 2; run += 1) await ran(service, id);
  await client.ask(
    `mutation ($id: ID!) {
      updatePipeline(input: { id: $id, cron: "0 2 * * *", timeZone: "Europe/Berlin" }) { pipeline { id } }
    }`,
    { id },
  );
  const shown = await client.ask(
    `query ($id: ID!) { pipeline(id: $id) {
      problems { code }
      source { connection connectorName kind { name icon } }
      destination { kind { name } }
      recentRuns(first: 14) { runId status totalFiles successfulFiles skippedFiles createdAt startedAt finishedAt }
      nextRunAt nextSlots(first: 3)
    } }`,
    { id },
  );
  expect(shown.errors).toEqual([]);
  const kind = { name: "Local storage", icon: expect.stringContaining("Local%20Storage") };
  expect(shown.data).toMatchObject({
    pipeline: {
      problems: [],
      source: { connection: "FILE_SYSTEM", connectorName: expect.any(String), kind },
      destination: { kind: { name: "Local storage" } },
      recentRuns: [
        { status: "COMPLETED", totalFiles: 2, successfulFiles: 0, skippedFiles: 2 },
        { status: "COMPLETED", totalFiles: 2, successfulFiles: 2, skippedFiles: 0 },
      ],
    },
  });
  const { nextRunAt, nextSlots } = Object(shown.data).pipeline;
  expect(nextSlots).toHaveLength(3);
  expect(nextSlots[0]).toBe(nextRunAt);
});

test("a schedule is previewed without a record, with the errors of createPipeline", async () => {
  const preview =
    "query ($cron: String!, $zone: String!) { schedulePreview(cron: $cron, timeZone: $zone) { slots } }";
  const { data, errors } = await client.ask(preview, { cron: "30 6 29 2 *", zone: "Asia/Kolkata" });
  expect(errors).toEqual([]);
  const slots = z.object({ schedulePreview: z.object({ slots: z.array(z.string()) }) }).parse(data)
    .schedulePreview.slots;
  expect(slots).toHaveLength(5);
  expect(slots.every((slot) => slot.endsWith("-02-29T01:00:00.000Z"))).toBe(true);
  const message = async (cron: string, zone: string): Promise<unknown> =>
    (await client.ask(preview, { cron, zone })).errors[0];
  expect(await message("every day", "UTC")).toMatchObject({
    message: "Invalid cron string format.",
    extensions: { code: "BAD_INPUT", field: "cron" },
  });
  expect(await message("* * * * *", "UTC")).toMatchObject({
    message: "The cron string runs as often as every minute; the minimum interval is 30 minutes.",
  });
  expect(await message("0 0 30 2 *", "UTC")).toMatchObject({
    message: "The cron string matches no existing day.",
  });
  expect(await message("0 0 * * *", "Mars")).toMatchObject({ extensions: { field: "timeZone" } });
});

const NO_ROWS = { table: null, row: null, chunkTable: null, chunkRow: null };

test("a destination is previewed for a file, with the errors of its configuration", async () => {
  const preview = `query ($connection: ConnectionType!, $configuration: JSONObject) {
    destinationPreview(connection: $connection, configuration: $configuration, path: "in/a: b.pdf") { paths table row chunkTable chunkRow }
  }`;
  const shown = async (connection: string, configuration: object | null): Promise<unknown> => {
    const { data, errors } = await client.ask(preview, { connection, configuration });
    return errors[0] ?? Object(data).destinationPreview;
  };
  expect(await shown("FILE_SYSTEM", { folder: "texts" })).toEqual({
    paths: ["json", "txt"].map((type) =>
      expect.stringMatching(new RegExp(`^texts/in/a_ b\\.pdf-\\w+\\.${type}$`)),
    ),
    ...NO_ROWS,
  });
  const csv = { renditions: ["csv", "chunks"], folder: "" };
  expect(Object(await shown("FILE_SYSTEM", csv)).paths.map((path: string) => path.split(".pdf")[1])).toEqual(
    ["json", "chunks.ndjson", "table-1.csv"].map((ending) =>
      expect.stringMatching(new RegExp(`\\.${ending}$`)),
    ),
  );
  expect(await shown("DATABASE", { renditions: ["markdown", "tables"], chunkTable: "pieces" })).toMatchObject(
    {
      row: {
        markdown: expect.stringContaining("| Paper | 12.00 |"),
        tables: expect.stringMatching(/^\[\{/u),
      },
      chunkTable: "pieces",
      chunkRow: { file_path: "in/a: b.pdf", chunk: 1, pages: "[1]" },
    },
  );
  expect(await shown("DATABASE", null)).toMatchObject({
    table: "galley_results",
    row: { file_path: "in/a: b.pdf", status: "SUCCESS", text: expect.any(String) },
  });
  expect(await shown("DATABASE", { columnMode: "single" })).toMatchObject({
    row: { data: expect.any(String) },
  });
  expect(await shown("API", null)).toEqual({ paths: [], ...NO_ROWS });
  expect(await shown("FILE_SYSTEM", { folder: "../up" })).toMatchObject({
    extensions: { code: "BAD_INPUT", field: "configuration.folder" },
  });
  expect(await shown("FILE_SYSTEM", { renditions: [] })).toMatchObject({
    message: "configuration.renditions: expected at least one rendition",
  });
  expect(await shown("DATABASE", { renditions: ["csv"] })).toMatchObject({
    message: expect.stringMatching(/^configuration\.renditions\.0: expected one of .*markdown/u),
  });
  expect(await shown("DATABASE", { table: "a", chunkTable: "A" })).toMatchObject({
    extensions: { code: "BAD_INPUT", field: "configuration.chunkTable" },
  });
});
