import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { endedRun, failures, madePipeline, startedRun } from "../../support/pipelines.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";

const RUN = `query ($id: ID!, $statuses: [RunFileStatus!]) {
  run(id: $id) {
    status retries totalFiles successfulFiles failedFiles errorMessage
    pipeline { lastRunStatus }
    files(statuses: $statuses) {
      totalCount
      nodes { id path status attempts writtenTo errorMessage startedAt finishedAt job { status pageCount } }
    }
  }
}`;

const runSchema = z.object({
  run: z.looseObject({
    status: z.string(),
    files: z.object({ totalCount: z.number(), nodes: z.array(z.looseObject({ id: z.string() })) }),
  }),
});

const RETRY_FAILED = "mutation ($id: ID!) { retryFailedFiles(input: { runId: $id }) { run { status } } }";

const RETRY = `mutation ($id: ID!, $files: [ID!]!) {
  retryFiles(input: { runId: $id, fileIds: $files }) { run { status } }
}`;

/** A pipeline from the folder `in` to the folder `out`. */
function pipelineIn(service: RunningService, path: string): Promise<string> {
  const end = { kind: LOCAL, settings: { path } };
  return madePipeline(service, {
    source: { ...end, configuration: { folders: ["in"] } },
    destination: { ...end, configuration: { folder: "out" } },
  });
}

test("the failed files of a run are listed, repaired and retried", { timeout: 120_000 }, async () => {
  await using files = temporaryFolder();
  for (const folder of ["in", "out"]) await mkdir(join(files.path, folder));
  await writeFile(join(files.path, "in", "good.pdf"), textDocument(2).bytes);
  await writeFile(join(files.path, "in", "bad.pdf"), "\0 no document");
  await writeFile(join(files.path, "in", "broken.pdf"), "%PDF-1.7 but nothing else");
  await using service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
  const client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
  const pipeline = await pipelineIn(service, files.path);
  const id = await startedRun(service, pipeline);
  const ended = await endedRun(service, id);
  expect(ended).toMatchObject({ status: "PARTIAL", successfulFiles: 1, failedFiles: 2 });
  expect(Object.keys(failures(ended))).toEqual(["in/bad.pdf", "in/broken.pdf"]);
  const executions = await callManagement(service, `GET /pipeline/${pipeline}/executions/`);
  expect(executions.at("results", 0)).toMatchObject({ status: "COMPLETED", failed_files: 2 });
  const shown = await callManagement(service, `GET /pipeline/${pipeline}/`);
  expect(shown.json).toMatchObject({ last_run_status: "SUCCESS" });

  const failed = runSchema.parse((await client.ask(RUN, { id, statuses: ["FAILED"] })).data).run;
  expect(failed).toMatchObject({
    pipeline: { lastRunStatus: "PARTIAL" },
    files: {
      totalCount: 2,
      nodes: [
        {
          path: "in/bad.pdf",
          attempts: 1,
          writtenTo: null,
          job: null,
          errorMessage: expect.stringContaining("PDF"),
        },
        { path: "in/broken.pdf", writtenTo: "out/in/broken.pdf.json", job: { status: "FAILED" } },
      ],
    },
  });
  const metadata = await readFile(join(files.path, "out/in/broken.pdf.json"), "utf8");
  expect(JSON.parse(metadata)).toMatchObject({ status: "FAILURE", error: expect.stringMatching(/./) });

  for (const name of ["bad.pdf", "broken.pdf"]) {
    await writeFile(join(files.path, "in", name), textDocument(1).bytes);
  }
  expect((await client.ask(RETRY_FAILED, { id })).data).toEqual({
    retryFailedFiles: { run: { status: "EXECUTING" } },
  });
  expect(await endedRun(service, id)).toMatchObject({
    status: "COMPLETED",
    successfulFiles: 3,
    failedFiles: 0,
  });
  const again = runSchema.parse((await client.ask(RUN, { id })).data).run;
  expect(again).toMatchObject({
    retries: 1,
    errorMessage: "",
    files: {
      nodes: [
        { attempts: 2, status: "DONE", writtenTo: "out/in/bad.pdf.txt", job: { pageCount: 1 } },
        { attempts: 2, status: "DONE", writtenTo: "out/in/broken.pdf.txt" },
        { attempts: 1, status: "DONE", writtenTo: "out/in/good.pdf.txt", job: { pageCount: 2 } },
      ],
    },
  });
  const refused = await client.ask(RETRY_FAILED, { id });
  expect(refused.errors).toMatchObject([
    { message: "The run has no failed files.", extensions: { code: "CONFLICT" } },
  ]);

  await rm(join(files.path, "out"), { recursive: true });
  const one = again.files.nodes.map((file) => file.id).slice(2);
  expect((await client.ask(RETRY, { id, files: one })).errors).toEqual([]);
  expect(await endedRun(service, id)).toMatchObject({ status: "COMPLETED", successfulFiles: 3 });
  expect(await readFile(join(files.path, "out/in/good.pdf.txt"), "utf8")).toContain("Page 1 of 2");
});

test(
  "texts that could not be written are written once the destination is repaired",
  { timeout: 120_000 },
  async () => {
    await using files = temporaryFolder();
    for (const folder of ["in", "out"]) await mkdir(join(files.path, folder));
    await writeFile(join(files.path, "in", "good.pdf"), textDocument(2).bytes);
    // A file where a folder is expected fails for every user, root included.
    await writeFile(join(files.path, "out", "in"), "in the way");
    await using service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
    const client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
    const pipeline = await pipelineIn(service, files.path);
    const id = await startedRun(service, pipeline);
    expect(await endedRun(service, id)).toMatchObject({ status: "ERROR", failedFiles: 1 });
    await rm(join(files.path, "out", "in"));
    await rm(join(files.path, "in", "good.pdf"));
    expect((await client.ask(RETRY_FAILED, { id })).errors).toEqual([]);
    expect(await endedRun(service, id)).toMatchObject({ status: "COMPLETED", successfulFiles: 1 });
    expect(await readFile(join(files.path, "out/in/good.pdf.txt"), "utf8")).toContain("Page 1 of 2");
  },
);
