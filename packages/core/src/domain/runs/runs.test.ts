import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ConnectorError } from "../connectors/connector-ports.ts";
import { RunWorld } from "../testing/run-world.ts";
import type { RunFile } from "./run.ts";

const PDF = "%PDF-1.7 made for a test";

let world: RunWorld;
beforeEach(() => {
  world = new RunWorld();
});

function putFiles(count: number): void {
  for (let k = 1; k <= count; k += 1) world.files.set(`in/${k}.pdf`, `${PDF} ${k}`);
}

async function filesOf(runId: string): Promise<readonly RunFile[]> {
  return world.database.records.runFiles.list(runId, { after: "", limit: 1000 });
}

describe("a run", () => {
  test("makes a text and its metadata of each file of the source", async () => {
    putFiles(40);
    const run = await world.ran(await world.pipeline());
    expect(run).toMatchObject({ status: "completed", totalFiles: 40, successfulFiles: 40, errorMessage: "" });
    expect(world.written()).toHaveLength(80);
    expect(world.files.get("out/in/7.pdf.txt")).toContain("Invoice  42");
    expect(JSON.parse(world.files.get("out/in/7.pdf.json") ?? "")).toMatchObject({
      file_path: "in/7.pdf",
      execution_id: run.id,
      status: "SUCCESS",
      page_count: 1,
    });
  });

  test.each(["é".repeat(120), "字".repeat(80), `${"a".repeat(179)}😀`, "\ud83d"])(
    "writes names that file systems allow for a file named %s",
    async (name) => {
      world.files.set(`in/${name}.pdf`, PDF);
      await world.ran(await world.pipeline());
      const names = world.written().map((path) => path.slice("out/in/".length));
      expect(names).toHaveLength(2);
      for (const written of names) {
        expect(Buffer.byteLength(written)).toBeLessThanOrEqual(255);
        expect(written.isWellFormed()).toBe(true);
      }
    },
  );

  test("shows on its pipeline what it does", async () => {
    putFiles(1);
    const pipeline = await world.pipeline();
    const { pipelines } = world.database.records;
    await world.application.runs.start(world.manager, pipeline.id);
    const begun = { runCount: 1, lastRunAt: world.now, lastRunStatus: "restarting" };
    expect(await pipelines.find(pipeline.id)).toMatchObject(begun);
    await world.step();
    expect(await pipelines.find(pipeline.id)).toMatchObject({ lastRunStatus: "in_progress" });
    await world.work();
    expect(await pipelines.find(pipeline.id)).toMatchObject({ runCount: 1, lastRunStatus: "success" });
  });

  test("without files is completed", async () => {
    const run = await world.ran(await world.pipeline());
    expect(run).toMatchObject({ status: "completed", totalFiles: 0, successfulFiles: 0 });
  });

  test("skips what an earlier run has processed, by content and path", async () => {
    putFiles(3);
    const pipeline = await world.pipeline();
    await world.ran(pipeline);
    world.files.set("in/1.pdf", `${PDF} changed`);
    world.files.set("in/moved.pdf", `${PDF} 2`);
    const run = await world.ran(pipeline);
    expect(run).toMatchObject({ status: "completed", successfulFiles: 2, skippedFiles: 2, totalFiles: 4 });
    expect(world.queue.jobIds).toHaveLength(5);
  });

  test("takes as many files as its workflow lets it, those aside that it skips", async () => {
    putFiles(5);
    const pipeline = await world.pipeline({}, { workflow: { maxFiles: 2 } });
    const counts: unknown[] = [];
    for (let k = 0; k < 4; k += 1) {
      const { successfulFiles, skippedFiles } = await world.ran(pipeline);
      counts.push([successfulFiles, skippedFiles]);
    }
    expect(counts).toEqual([
      [2, 0],
      [2, 2],
      [1, 4],
      [0, 5],
    ]);
  });

  test("takes as many files as its source lets it", async () => {
    putFiles(3);
    const pipeline = await world.pipeline({}, { workflow: { maxFiles: 3 } });
    const { workflows } = world.application;
    const [source] = await workflows.endpointsOf([{ id: pipeline.workflowId }]);
    const configuration = { ...source?.configuration, maxFiles: 1 };
    await workflows.updateEndpoint(world.manager, source?.id ?? "", { configuration });
    expect(await world.ran(pipeline)).toMatchObject({ status: "completed", successfulFiles: 1 });
  });

  test("keeps few files under way at a time", async () => {
    putFiles(100);
    const run = await world.application.runs.start(world.manager, (await world.pipeline()).id);
    await world.step();
    expect(await world.database.records.runFiles.count(run.id, ["extracting", "writing"])).toBe(16);
  });

  test("writes rows into a table", async () => {
    putFiles(2);
    await world.ran(await world.pipeline({}, { destination: "database" }));
    const row = world.rows.find((one) => one["file_path"] === "in/1.pdf");
    expect(row).toMatchObject({ status: "SUCCESS", error: "", started_at: world.now });
    expect(row?.["text"]).toContain("Invoice");
    expect(world.rows).toHaveLength(2);
  });
});

describe("what goes wrong", () => {
  test("with a file is told with it, and the others go on", async () => {
    putFiles(2);
    world.files.set("in/bad.pdf", "\0 no document");
    const run = await world.ran(await world.pipeline());
    expect(run).toMatchObject({ status: "partial", successfulFiles: 2, failedFiles: 1 });
    expect(run.errorMessage).toMatch(/^1 of 3 files could not be processed. in\/bad.pdf: .*; supported: PDF/);
    const bad = (await filesOf(run.id)).find(({ path }) => path === "in/bad.pdf");
    expect(bad).toMatchObject({ status: "failed", jobId: null });
  });

  test("with every file is an error of the run", async () => {
    world.files.set("in/bad.pdf", "\0 no document");
    const pipeline = await world.pipeline();
    expect(await world.ran(pipeline)).toMatchObject({ status: "error", failedFiles: 1 });
    expect(await world.database.records.pipelines.find(pipeline.id)).toMatchObject({
      lastRunStatus: "failure",
    });
  });

  test("with the connection for a while is tried again", async () => {
    putFiles(1);
    world.failures.push(
      new ConnectorError("UNREACHABLE", "It is down."),
      new ConnectorError("UNREACHABLE", "Still."),
    );
    const run = await world.ran(await world.pipeline());
    expect(run).toMatchObject({ status: "completed", successfulFiles: 1, attempts: 3, errorMessage: "" });
  });

  test("with the source for good ends the run with the reason", async () => {
    world.failures.push(new ConnectorError("ACCESS_DENIED", "The password is wrong."));
    expect(await world.ran(await world.pipeline())).toMatchObject({
      status: "error",
      errorMessage: "The password is wrong.",
    });
  });

  test("for longer than anybody tries ends with the last reason", async () => {
    putFiles(1);
    for (let k = 0; k < 3; k += 1) world.failures.push(new ConnectorError("UNREACHABLE", "It is down."));
    expect(await world.ran(await world.pipeline())).toMatchObject({
      status: "error",
      errorMessage: "It is down.",
    });
  });

  test("with a path that is too long to be stored fails its file only", async () => {
    putFiles(1);
    const path = `in/${"é".repeat(1500)}.pdf`;
    world.files.set(path, PDF);
    const run = await world.ran(await world.pipeline());
    expect(run).toMatchObject({ status: "partial", totalFiles: 2, successfulFiles: 1, failedFiles: 1 });
    const long = (await filesOf(run.id)).find(({ status }) => status === "failed");
    expect(long?.path).toMatch(/^in\/é{98}…[0-9a-f]{12}$/);
    expect(long?.errorMessage).toBe("The path has 3007 bytes; at most 2000 are supported.");
  });

  test.each(["a source that lists nothing and does not end", "a file that does not end"])(
    "with %s is limited in time",
    async (what) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      putFiles(1);
      const pipeline = await world.pipeline();
      world.silent = what.startsWith("a source") ? "list" : "read";
      const ended = world.ran(pipeline);
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      await vi.advanceTimersByTimeAsync(30 * 60_000);
      const run = await ended;
      expect(run.status).toBe("error");
      expect(run.errorMessage).toContain("The connection is too slow: it took more than 30 minutes.");
    },
  );

  test("inside the service shows users no details", async () => {
    for (let k = 0; k < 3; k += 1) world.failures.push(new Error('relation "run_file" in /srv/galley'));
    expect(await world.ran(await world.pipeline())).toMatchObject({
      status: "error",
      errorMessage: "An internal error occurred; the operator finds it in the log.",
    });
  });

  test("with the destination only costs no second extraction", async () => {
    putFiles(1);
    const run = await world.application.runs.start(world.manager, (await world.pipeline()).id);
    for (let k = 0; k < 3; k += 1) await world.step();
    world.failures.push(new ConnectorError("UNREACHABLE", "It is down."));
    await world.work();
    expect(await world.application.runs.find(world.manager, run.id)).toMatchObject({ successfulFiles: 1 });
    expect(world.queue.jobIds).toHaveLength(1);
  });
});

describe("every step bears to be taken again", () => {
  test("so that each file has one job and is counted once", async () => {
    putFiles(5);
    const { runs, jobs } = world.application;
    const run = await runs.start(world.manager, (await world.pipeline()).id);
    const never = new AbortController().signal;
    for (let round = 0; round < 4; round += 1) {
      await runs.takeFiles(run.id, never);
      for (const id of new Set(world.queue.runFileIds)) await runs.workOnFile(id, never);
      for (const id of world.queue.jobIds) await jobs.run(id, never);
    }
    expect(await runs.find(world.manager, run.id)).toMatchObject({ status: "completed", successfulFiles: 5 });
    expect(world.queue.jobIds).toHaveLength(5);
    expect(world.reads).toHaveLength(5);
  });
});

describe("a run that is cancelled", () => {
  test("ends at once with what is under way of it, and nothing is written any more", async () => {
    putFiles(20);
    const run = await world.application.runs.start(world.manager, (await world.pipeline()).id);
    for (let k = 0; k < 10; k += 1) await world.step();
    const stopped = await world.application.runs.cancel(world.manager, run.id);
    expect(stopped).toMatchObject({ status: "stopped", finishedAt: world.now });
    await world.work();
    expect(new Set((await filesOf(run.id)).map(({ status }) => status))).toEqual(new Set(["stopped"]));
    expect(world.written()).toEqual([]);
    const jobs = await world.application.jobs.list(world.manager, { statuses: [], limit: 100 });
    expect(new Set(jobs.jobs.map(({ status }) => status))).toEqual(new Set(["cancelled"]));
    await expect(world.application.runs.cancel(world.manager, run.id)).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("no run begins", () => {
  test("of a pipeline that is inactive", async () => {
    const { id } = await world.pipeline({ active: false });
    await expect(world.application.runs.start(world.manager, id)).rejects.toMatchObject({
      code: "CONFLICT",
      field: "active",
    });
  });

  test("while another is under way, unless they may overlap", async () => {
    const { runs } = world.application;
    const { id } = await world.pipeline();
    await runs.start(world.manager, id);
    await expect(runs.start(world.manager, id)).rejects.toThrow("is already running");
    const overlapping = await world.pipeline({ allowOverlap: true });
    await runs.start(world.manager, overlapping.id);
    await runs.start(world.manager, overlapping.id);
    expect(await runs.count(world.manager, { pipelineId: overlapping.id })).toBe(2);
  });

  test("for a member who only sees the pipeline, or does not", async () => {
    const shared = await world.pipeline({ sharedToOrganization: true });
    const hidden = await world.pipeline();
    const member = {
      ...world.manager,
      role: "member",
      userId: "0e7f8a3e-0000-4000-8000-000000000000",
    } as const;
    const { runs } = world.application;
    await expect(runs.start(member, shared.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(runs.start(member, hidden.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(runs.start({ ...world.manager, tier: "read" }, hidden.id)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

test("whoever follows a run sees it as it is, and then to its end", async () => {
  putFiles(2);
  const { runs } = world.application;
  const { id } = await runs.start(world.manager, (await world.pipeline()).id);
  const seen: string[] = [];
  const followed = (async () => {
    for await (const { status, successfulFiles } of runs.watch(world.manager, id)) {
      seen.push(`${status} ${successfulFiles}`);
    }
  })();
  await world.work();
  await followed;
  expect(seen.at(0)).toMatch(/^(pending|executing)/);
  expect(seen.at(-1)).toBe("completed 2");
});
