import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import newman from "newman";
import { test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const FILES = 50;

/** Allows schedules every minute, and connectors to use folders below this one. */
function settings(root: string): Readonly<Record<string, string>> {
  return { GALLEY_MIN_SCHEDULE_SECONDS: "60", GALLEY_LOCAL_ROOTS: root };
}

async function made(service: RunningService, path: string, body: object): Promise<string> {
  const answer = await callManagement(service, `POST /${path}/`, body);
  return z.object({ id: z.string() }).parse(answer.json).id;
}

/**
 * A workflow from "in" to "out", both below the root; without a destination folder, its results are retrieved
 * over the API.
 */
async function madeWorkflow(service: RunningService, root: string, name: string): Promise<string> {
  const connector = await made(service, "connector", {
    connector_id: LOCAL,
    connector_name: name,
    connector_metadata: { connectorName: name, path: root },
  });
  const workflow = await made(service, "workflow", { workflow_name: name });
  const { json } = await callManagement(service, `GET /workflow/endpoint/?workflow=${workflow}`);
  const ends = z
    .array(z.object({ id: z.string(), endpoint_type: z.string() }))
    .parse(Array.isArray(json) ? json : Reflect.get(Object(json), "results"));
  for (const { id, endpoint_type } of ends) {
    const configuration = endpoint_type === "SOURCE" ? { folders: ["in"] } : { folder: "out" };
    await callManagement(service, `PATCH /workflow/endpoint/${id}/`, {
      connection_type: "FILESYSTEM",
      connector_instance_id: connector,
      configuration,
    });
  }
  return workflow;
}

async function putFiles(root: string, count: number): Promise<void> {
  for (const folder of ["in", "out"]) await mkdir(join(root, folder), { recursive: true });
  for (let k = 1; k <= count; k += 1) {
    await writeFile(join(root, "in", `${k}.pdf`), textDocument(1 + (k % 5)).bytes);
  }
}

async function textsIn(root: string): Promise<readonly string[]> {
  return (await readdir(join(root, "out"), { recursive: true })).filter((name) => name.endsWith(".txt"));
}

const executionSchema = z.object({
  id: z.string(),
  status: z.string(),
  execution_method: z.string(),
  total_files: z.number(),
  successful_files: z.number(),
  failed_files: z.number(),
  skipped_files: z.number(),
  attempts: z.number(),
});

async function executionsOf(
  service: RunningService,
  pipeline: string,
): Promise<readonly z.infer<typeof executionSchema>[]> {
  const { json } = await callManagement(service, `GET /pipeline/${pipeline}/executions/`);
  return z
    .object({ results: z.array(executionSchema) })
    .parse(json)
    .results.toReversed();
}

test.concurrent(
  "a pipeline runs by its schedule, survives kill -9 and processes each file exactly once",
  { timeout: 240_000 },
  async ({ expect }) => {
    await using data = temporaryFolder();
    await using files = temporaryFolder();
    await putFiles(files.path, FILES);
    const options = { dataDir: data.path, env: settings(files.path) };
    let pipeline = "";
    {
      await using first = await startService(options);
      pipeline = await made(first, "pipeline", {
        pipeline_name: "By the minute",
        pipeline_type: "ETL",
        workflow: await madeWorkflow(first, files.path, "folder"),
        cron_string: "* * * * *",
      });
      while ((await textsIn(files.path)).length < 3) await sleep(20);
      await first.kill9();
    }
    expect((await textsIn(files.path)).length).toBeLessThan(FILES);

    await using second = await startService(options);
    await expect
      .poll(async () => (await executionsOf(second, pipeline))[0]?.status, {
        timeout: 120_000,
        interval: 200,
      })
      .toBe("COMPLETED");
    const [execution, ...later] = await executionsOf(second, pipeline);
    expect(execution).toMatchObject({
      execution_method: "SCHEDULED",
      total_files: FILES,
      successful_files: FILES,
      failed_files: 0,
      skipped_files: 0,
    });
    expect(later.every(({ successful_files }) => successful_files === 0)).toBe(true);
    expect(await textsIn(files.path)).toHaveLength(FILES);
    for (let k = 1; k <= FILES; k += 1) {
      expect(await readFile(join(files.path, "out", "in", `${k}.pdf.txt`), "utf8")).toContain("Page 1 of");
    }
    const jobs = z.object({ jobs: z.object({ totalCount: z.number() }) });
    const client = createGraphqlClient(second);
    expect(await client.read(jobs, "{ jobs(first: 1) { totalCount } }")).toEqual({
      jobs: { totalCount: FILES },
    });
  },
);

test.concurrent(
  "a downloaded collection runs, and posted files are returned as text",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using files = temporaryFolder();
    await putFiles(files.path, 2);
    await using service = await startService({ env: settings(files.path) });
    const workflow = await madeWorkflow(service, files.path, "folder");
    const pipeline = await made(service, "pipeline", { pipeline_name: "By hand", workflow });

    const collection = await callManagement(service, `GET /pipeline/api/client_collection/${pipeline}/`);
    expect(collection.status).toBe(200);
    const { failures, statuses } = await ranByNewman(collection.json);
    expect({ failures, statuses }).toEqual({ failures: [], statuses: [200] });
    await expect
      .poll(async () => (await executionsOf(service, pipeline))[0], { timeout: 60_000, interval: 100 })
      .toMatchObject({ status: "COMPLETED", successful_files: 2 });

    const url = z.string().parse(collection.at("item", 0, "request", "url"));
    const authorization = z.string().parse(collection.at("item", 0, "request", "header", 0, "value"));
    const form = new FormData();
    form.append("files", new Blob([Buffer.from(textDocument(2).bytes)]), "first.pdf");
    form.append("files", new Blob([Buffer.from(textDocument(3).bytes)]), "second.pdf");
    const posted = await fetch(url, { method: "POST", headers: { authorization }, body: form });
    expect(posted.status).toBe(200);
    const { execution_id } = z.object({ execution_id: z.uuid() }).parse(await posted.json());
    const result = (): Promise<Response> =>
      fetch(`${url}?execution_id=${execution_id}`, { headers: { authorization } });
    await expect.poll(async () => (await result()).status, { timeout: 60_000, interval: 100 }).toBe(200);
    expect(await (await result()).json()).toMatchObject({
      status: "COMPLETED",
      message: [
        { file: "first.pdf", status: "Success" },
        { file: "second.pdf", status: "Success" },
      ],
    });
    expect(await textsIn(files.path)).toContain(join(execution_id, "first.pdf.txt"));
  },
);

test.concurrent(
  "source files processed by a call without files are skipped by the next scheduled run",
  { timeout: 240_000 },
  async ({ expect }) => {
    await using files = temporaryFolder();
    await putFiles(files.path, 2);
    await using service = await startService({ env: settings(files.path) });
    const workflow = await madeWorkflow(service, files.path, "folder");
    const pipeline = await made(service, "pipeline", { pipeline_name: "Called, then scheduled", workflow });
    const collection = await callManagement(service, `GET /pipeline/api/client_collection/${pipeline}/`);
    const url = z.string().parse(collection.at("item", 0, "request", "url"));
    const authorization = z.string().parse(collection.at("item", 0, "request", "header", 0, "value"));
    expect((await fetch(url, { method: "POST", headers: { authorization } })).status).toBe(200);
    const patience = { timeout: 120_000, interval: 200 };
    await expect
      .poll(async () => (await executionsOf(service, pipeline))[0], patience)
      .toMatchObject({ status: "COMPLETED", successful_files: 2 });
    expect((await textsIn(files.path)).toSorted()).toEqual([
      join("in", "1.pdf.txt"),
      join("in", "2.pdf.txt"),
    ]);

    await callManagement(service, `PATCH /pipeline/${pipeline}/`, { cron_string: "* * * * *" });
    await expect
      .poll(async () => (await executionsOf(service, pipeline))[1], patience)
      .toMatchObject({
        execution_method: "SCHEDULED",
        status: "COMPLETED",
        successful_files: 0,
        skipped_files: 2,
      });
    expect(await textsIn(files.path)).toHaveLength(2);
  },
);

/** The errors, and the status of each response. */
function ranByNewman(
  collection: unknown,
): Promise<{ readonly failures: readonly unknown[]; readonly statuses: readonly unknown[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly failures: readonly unknown[];
    readonly statuses: readonly unknown[];
  }>();
  newman.run({ collection: Object(collection) }, (error, summary) => {
    if (error) reject(error);
    else {
      const statuses = summary.run.executions.map(({ response }) => response.code);
      resolve({ failures: summary.run.failures, statuses });
    }
  });
  return promise;
}
