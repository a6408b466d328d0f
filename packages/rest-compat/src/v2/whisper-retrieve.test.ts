import { aPageFailed, aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

function retrieve(handle: string, query: Readonly<Record<string, string>> = {}): Promise<Response> {
  return world.get("/whisper-retrieve", { whisper_hash: handle, ...query });
}

/** Two lines with a blank one between them; the first word of the second line is doubtful. */
const DOUBTFUL_PAGE = {
  textSource: "ocr",
  text: "Invoice  42\n\nTctal 9.00",
  lines: Float32Array.of(72, 140, 84.5, 10, 1, 0, 0, 0, 0, 0, 72, 140, 120.25, 10, 0.6),
  words: Float64Array.from(
    [
      [0, 7, 72, 74, 110, 84.5, 1],
      [9, 11, 126, 74, 140, 84.5, 0.9],
      [13, 18, 72, 110, 98, 120.25, 0.8012],
      [19, 23, 110, 110, 140, 120.25, 0.95],
    ].flat(),
  ),
} as const;

test("the text comes with exactly the six documented keys", async () => {
  const { handle } = await world.read([aPageRead(1, { seconds: 0.2 }), aPageRead(2, { seconds: 0.5 })]);
  const answer = await retrieve(handle);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toEqual({
    result_text: expect.stringContaining("Invoice  42"),
    confidence_metadata: expect.any(Array),
    line_metadata: [],
    metadata: {},
    webhook_metadata: "",
    whisper_metadata: { avg_page_processing_time: 0.35 },
  });
});

test("line metadata and doubtful words have the index of their line in the text", async () => {
  const pages = [aPageRead(1, DOUBTFUL_PAGE), aPageFailed(2), aPageRead(3, DOUBTFUL_PAGE)];
  const { handle } = await world.read(pages, { add_line_nos: "true" });
  const retrieved = Object(await (await retrieve(handle)).json());
  const lines = String(retrieved.result_text).split("\n");
  const confident = lines.map((line) =>
    line.includes("Tctal") ? [{ text: "Tctal", confidence: "0.801" }] : [],
  );
  expect(confident.flat()).toHaveLength(2);
  expect(retrieved.confidence_metadata).toEqual(confident);
  const rowOf = (line: string, page: number): number[] => {
    if (line.includes("Invoice")) return [page, 338, 40, 3168];
    return line.includes("Tctal") ? [page, 481, 40, 3168] : [0, 0, 0, 0];
  };
  const page3 = lines.findLastIndex((line) => line.includes("Invoice"));
  expect(retrieved.line_metadata).toEqual(lines.map((line, index) => rowOf(line, index < page3 ? 0 : 2)));
});

test("text_only gives the text alone, as UTF-8", async () => {
  const { handle } = await world.read([aPageRead(1, { ...DOUBTFUL_PAGE, text: "Größe  42\n\nTctal 9.00" })]);
  const answer = await retrieve(handle, { text_only: "True" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toMatch(/^\n\nGröße {2}42/);
});

test("the second time is refused with 400, as text or JSON", async () => {
  const { handle } = await world.read([aPageRead(1)]);
  await retrieve(handle, { text_only: "true" });
  for (const query of [{}, { text_only: "true" }]) {
    const answer = await retrieve(handle, query);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ message: "Whisper already delivered" });
  }
});

test("HEAD does not take the text", async () => {
  const { handle } = await world.read([aPageRead(1)]);
  const head = await world.get("/whisper-retrieve", { whisper_hash: handle }, { method: "HEAD" });
  expect(head.status).toBe(405);
  expect(head.headers.get("allow")).toBe("GET, OPTIONS");
  expect((await retrieve(handle)).status).toBe(200);
});

test("a job without a text is refused with 400 and its status", async () => {
  const accepted = await world.submitted();
  const failed = await world.submitted();
  await world.application.jobs.giveUp(failed.id);
  expect((await retrieve(accepted.handle)).status).toBe(400);
  expect(await (await retrieve(accepted.handle)).json()).toEqual({ message: "Whisper not ready : accepted" });
  expect(await (await retrieve(failed.handle)).json()).toEqual({ message: "Whisper not ready : error" });
});

test("an unknown hash is refused with 404", async () => {
  const answer = await retrieve("00000000|0");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: "Whisper job unknown" });
});
