import { beforeEach, describe, expect, test } from "vitest";
import { digestOf } from "../../access/keys/secret-digest.ts";
import type { IncomingDocument } from "../../documents/uploads.ts";
import type { PostedDocuments } from "../runs.ts";
import type { Pipeline } from "../../pipelines/pipeline.ts";
import { aPipelineKey } from "../../testing/pipeline-records.ts";
import { RunWorld } from "../../testing/run-world.ts";

const PDF = "%PDF-1.7 made for a test";
const KEY = "7f4c1b52-0000-4000-8000-0123456789ab";

let world: RunWorld;
beforeEach(() => {
  world = new RunWorld();
});

async function* filesOf(...contents: readonly string[]): AsyncGenerator<IncomingDocument> {
  for (const text of contents) yield { name: "scan.pdf", content: bytes(text) };
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function pipelineWithKey(facts: Partial<Pipeline> = {}, active = true): Promise<Pipeline> {
  const pipeline = await world.pipeline(facts, { destination: "api" });
  const key = aPipelineKey(pipeline, { digest: digestOf(KEY), active });
  await world.database.transaction(({ pipelineKeys }) => pipelineKeys.insert(key));
  return pipeline;
}

describe("whoever has a key of a pipeline", () => {
  test("is let in, by the organization's name or its id", async () => {
    const { id: pipelineId } = await pipelineWithKey();
    const { runs } = world.application;
    for (const organization of ["press", world.organizationId]) {
      expect(await runs.enter({ organization, pipelineId, key: KEY })).toMatchObject({ id: pipelineId });
    }
  });

  test("is kept out with another key, of another organization, of no pipeline, of an inactive one", async () => {
    const { id: pipelineId } = await pipelineWithKey();
    const inactive = await world.pipeline({ active: false });
    const { runs } = world.application;
    const entrance = { organization: "press", pipelineId, key: KEY };
    const refusal = (changes: Partial<typeof entrance>): Promise<unknown> =>
      runs.enter({ ...entrance, ...changes }).catch((error: unknown) => error);
    expect(await refusal({ key: "other" })).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await refusal({ organization: "other" })).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal({ pipelineId: "no-id" })).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal({ pipelineId: inactive.id })).toMatchObject({ code: "UNAUTHENTICATED" });
    await world.database.transaction(({ pipelines }) => pipelines.update(pipelineId, { active: false }));
    expect(await refusal({})).toMatchObject({ code: "CONFLICT", field: "active" });
  });

  test("is kept out once the key is inactive", async () => {
    const { id: pipelineId } = await pipelineWithKey({}, false);
    const entered = world.application.runs.enter({ organization: "press", pipelineId, key: KEY });
    await expect(entered).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

describe("files that are posted", () => {
  test("are one run, whose texts are handed out once", async () => {
    const pipeline = await pipelineWithKey();
    const { runs } = world.application;
    const { id } = await runs.post(pipeline, files(PDF, `${PDF} too`));
    expect(await runs.result(pipeline, id)).toMatchObject({ run: { status: "executing" }, files: [] });
    await world.work();
    const result = await runs.result(pipeline, id);
    expect(result.run).toMatchObject({ status: "completed", trigger: "api", successfulFiles: 2 });
    expect(result.files.map(({ file }) => file.path)).toEqual(["2 scan.pdf", "scan.pdf"]);
    expect(result.files.every(({ text }) => text?.includes("Invoice"))).toBe(true);
    await expect(runs.result(pipeline, id)).rejects.toMatchObject({ code: "ALREADY_DELIVERED" });
  });

  test("are processed again when they are posted again", async () => {
    const pipeline = await pipelineWithKey();
    for (let count = 1; count <= 2; count += 1) {
      const { id } = await world.application.runs.post(pipeline, files(PDF));
      await world.work();
      expect(await world.application.runs.find(world.manager, id)).toMatchObject({ successfulFiles: 1 });
    }
  });

  test("are refused where one of them is no document, where there is none, and where there are too many", async () => {
    const pipeline = await pipelineWithKey();
    const { runs } = world.application;
    const posted = (...contents: readonly string[]): Promise<unknown> =>
      runs.post(pipeline, files(...contents)).catch((error: unknown) => error);
    expect(await posted(PDF, "\0 no document")).toMatchObject({
      code: "UNSUPPORTED_DOCUMENT",
      field: "files",
    });
    expect(await posted()).toMatchObject({ code: "BAD_INPUT", field: "files" });
    expect(await posted(...Array.from({ length: 33 }, () => PDF))).toMatchObject({ field: "files" });
    expect(await runs.count(world.manager, { pipelineId: pipeline.id })).toBe(0);
  });

  test("of another pipeline are not found", async () => {
    const pipeline = await pipelineWithKey();
    const { id } = await world.application.runs.post(pipeline, files(PDF));
    const result = world.application.runs.result(await world.pipeline(), id);
    await expect(result).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

function files(...contents: readonly string[]): PostedDocuments {
  return { files: filesOf(...contents), documentPassword: () => undefined };
}
