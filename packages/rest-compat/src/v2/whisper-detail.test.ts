import { aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { A_PDF, startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const RFC_1123 = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

test("the details of a job have exactly the documented keys", async () => {
  const { handle } = await world.read([aPageRead(1), aPageRead(2)], { mode: "table", tag: "ledger" });
  const answer = await world.get("/whisper-detail", { whisper_hash: handle });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    whisper_hash: handle,
    mode: "table",
    tag: "ledger",
    requested_pages: 2,
    processed_pages: 2,
    total_pages: 2,
    upload_file_size_in_kb: Number((A_PDF.length / 1024).toFixed(3)),
    processing_started_at: expect.stringMatching(RFC_1123),
    completed_at: expect.stringMatching(RFC_1123),
    processing_time_in_seconds: expect.any(Number),
  });
});

test("what has not happened yet is null", async () => {
  const { handle } = await world.submitted();
  expect(await (await world.get("/whisper-detail", { whisper_hash: handle })).json()).toMatchObject({
    requested_pages: 0,
    processed_pages: 0,
    total_pages: 0,
    processing_started_at: null,
    completed_at: null,
    processing_time_in_seconds: 0,
  });
});

test("an unknown hash is refused with 400", async () => {
  const answer = await world.get("/whisper-detail", { whisper_hash: "00000000|0" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message: "Record not found" });
});
