import { beforeEach, expect, test } from "vitest";
import { ConnectorError } from "../connectors/connector-ports.ts";
import { RunWorld } from "../testing/run-world.ts";
import type { Run, RunFile } from "./run.ts";

const PDF = "%PDF-1.7 made for a test";

let world: RunWorld;
beforeEach(() => {
  world = new RunWorld();
});

async function fileOf(run: Run, path: string): Promise<RunFile> {
  const files = await world.database.records.runFiles.list(run.id, { after: "", limit: 100 });
  const file = files.find((one) => one.path === path);
  if (!file) throw new Error(`The run has no file ${path}.`);
  return file;
}

async function retried(run: Run, fileIds?: readonly string[]): Promise<Run> {
  await world.application.runs.retry(world.manager, run.id, fileIds);
  await world.work();
  return world.application.runs.find(world.manager, run.id);
}

test("a file that failed is read again after it was repaired, the others are not", async () => {
  world.files.set("in/1.pdf", `${PDF} 1`);
  world.files.set("in/2.pdf", "\0 no document");
  const pipeline = await world.pipeline();
  const run = await world.ran(pipeline);
  expect(run).toMatchObject({ status: "partial", successfulFiles: 1, failedFiles: 1, retries: 0 });
  const { pipelines } = world.database.records;
  expect(await pipelines.find(pipeline.id)).toMatchObject({ lastRunStatus: "partial" });

  world.files.set("in/2.pdf", `${PDF} 2`);
  world.reads.length = 0;
  expect(await retried(run)).toMatchObject({
    status: "completed",
    successfulFiles: 2,
    failedFiles: 0,
    totalFiles: 2,
    retries: 1,
    errorMessage: "",
  });
  expect(world.reads).toEqual(["in/2.pdf"]);
  expect(await fileOf(run, "in/1.pdf")).toMatchObject({ attempts: 1, writtenTo: "out/in/1.pdf.txt" });
  expect(await fileOf(run, "in/2.pdf")).toMatchObject({ attempts: 2, status: "done", errorMessage: "" });
  expect(await pipelines.find(pipeline.id)).toMatchObject({ lastRunStatus: "success" });
});

test("a text that could not be written is written again, not read again", async () => {
  world.files.set("in/1.pdf", `${PDF} 1`);
  const pipeline = await world.pipeline();
  const { id } = await world.application.runs.start(world.manager, pipeline.id);
  for (let step = 0; step < 3; step += 1) await world.step();
  world.failures.push(new ConnectorError("ACCESS_DENIED", "The folder is read-only."));
  await world.work();
  const run = await world.application.runs.find(world.manager, id);
  expect(run).toMatchObject({ status: "error", failedFiles: 1 });
  expect(await fileOf(run, "in/1.pdf")).toMatchObject({ status: "failed", writtenTo: null });

  expect(await retried(run)).toMatchObject({ status: "completed", successfulFiles: 1 });
  expect(world.reads).toEqual(["in/1.pdf"]);
  expect(world.queue.jobIds).toHaveLength(1);
  expect(world.written()).toEqual(["out/in/1.pdf.json", "out/in/1.pdf.txt"]);
});

test("a destination gets renditions that it wants only since the document was read", async () => {
  world.files.set("in/1.pdf", `${PDF} 1`);
  const pipeline = await world.pipeline();
  const { id } = await world.application.runs.start(world.manager, pipeline.id);
  for (let step = 0; step < 3; step += 1) await world.step();
  await world.database.transaction(async ({ workflowEndpoints }) => {
    const ends = await workflowEndpoints.listOfWorkflows([pipeline.workflowId]);
    const destination = ends.find(({ direction }) => direction === "destination");
    const configuration = { folder: "out", renditions: ["text", "markdown"] };
    await workflowEndpoints.update(destination?.id ?? "", { configuration });
  });
  await world.work();
  const run = await world.application.runs.find(world.manager, id);
  expect(run).toMatchObject({ status: "completed", successfulFiles: 1 });
  expect(world.reads).toEqual(["in/1.pdf"]);
  expect(world.written()).toEqual(["out/in/1.pdf.json", "out/in/1.pdf.md", "out/in/1.pdf.txt"]);
});

test("files of any status are read again if they are named", async () => {
  for (const path of ["in/1.pdf", "in/2.pdf"]) world.files.set(path, `${PDF} ${path}`);
  const pipeline = await world.pipeline();
  const first = await world.ran(pipeline);
  const second = await world.ran(pipeline);
  expect(second).toMatchObject({ status: "completed", skippedFiles: 2 });
  world.reads.length = 0;
  const skipped = await fileOf(second, "in/2.pdf");
  expect(await retried(second, [skipped.id])).toMatchObject({ successfulFiles: 1, skippedFiles: 1 });
  const done = await fileOf(first, "in/1.pdf");
  expect(await retried(first, [done.id])).toMatchObject({ successfulFiles: 2, skippedFiles: 0 });
  expect(world.reads).toEqual(["in/2.pdf", "in/1.pdf"]);
  expect(await fileOf(first, "in/1.pdf")).toMatchObject({ status: "done", attempts: 2 });
});

test("files of a stopped run are processed, whatever the limit of the workflow is by then", async () => {
  for (let k = 1; k <= 20; k += 1) world.files.set(`in/${k}.pdf`, `${PDF} ${k}`);
  const pipeline = await world.pipeline();
  const { id } = await world.application.runs.start(world.manager, pipeline.id);
  await world.step();
  const stopped = await world.application.runs.cancel(world.manager, id);
  await world.work();
  await world.application.workflows.update(world.manager, pipeline.workflowId, { maxFiles: 1 });
  expect(await retried(stopped)).toMatchObject({ status: "completed", successfulFiles: 20, totalFiles: 20 });
});

test("retries are limited and refused while the pipeline runs or is inactive", async () => {
  world.files.set("in/bad.pdf", "\0 no document");
  const pipeline = await world.pipeline();
  const run = await world.ran(pipeline);
  const { runs, pipelines } = world.application;
  const file = await fileOf(run, "in/bad.pdf");
  await expect(runs.retry(world.manager, run.id, [])).rejects.toThrow("fileIds: expected 1 to 100 files");
  await expect(runs.retry(world.manager, run.id, [run.id])).rejects.toThrow("fileIds: the run has no file");
  for (let attempt = 2; attempt <= 10; attempt += 1) await retried(run);
  expect(await fileOf(run, "in/bad.pdf")).toMatchObject({ attempts: 10, status: "failed" });
  const tooOften = { code: "CONFLICT", message: "A file can be started at most 10 times per run." };
  await expect(runs.retry(world.manager, run.id)).rejects.toMatchObject(tooOften);
  await expect(runs.retry(world.manager, run.id, [file.id])).rejects.toMatchObject(tooOften);
  const other = await runs.start(world.manager, pipeline.id);
  await expect(runs.retry(world.manager, run.id)).rejects.toThrow("is already running");
  await expect(runs.retry(world.manager, other.id)).rejects.toThrow("The run is still pending.");
  await world.work();
  await pipelines.update(world.manager, pipeline.id, { active: false });
  await expect(runs.retry(world.manager, other.id)).rejects.toThrow("is inactive");
});
