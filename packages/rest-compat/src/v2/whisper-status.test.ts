import { aPageFailed, aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STRANGERS_KEY } from "../testing/memory-application.ts";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const UNKNOWN = { message: "Whisper job not found for the provided whisper hash" };

async function statusOf(handle: string): Promise<unknown> {
  const answer = await world.get("/whisper-status", { whisper_hash: handle });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("a new job is accepted and has no pages", async () => {
  const { handle } = await world.submitted();
  expect(await statusOf(handle)).toEqual({ status: "accepted", message: "", detail: [] });
});

test("each page that is done is listed with its number, outcome and whole seconds", async () => {
  const { handle } = await world.read([
    aPageRead(1, { seconds: 3.6 }),
    aPageRead(2, { message: "The text is garbled." }),
    aPageFailed(3, { message: "The page took too long.", seconds: 120.2 }),
  ]);
  expect(await statusOf(handle)).toMatchObject({
    status: "processed",
    detail: [
      { page_no: 1, message: "extraction_success", execution_time_in_seconds: 4 },
      { page_no: 2, message: "extraction_success: The text is garbled.", execution_time_in_seconds: 0 },
      { page_no: 3, message: "The page took too long.", execution_time_in_seconds: 120 },
    ],
  });
});

test("a long document has an entry for every page, in order", async () => {
  const { handle } = await world.read(Array.from({ length: 401 }, (_, index) => aPageRead(index + 1)));
  const status = await statusOf(handle);
  expect(status).toHaveProperty("detail.length", 401);
  expect(status).toHaveProperty("detail.400.page_no", 401);
});

test("a job that failed and one that was cancelled are errors with a message", async () => {
  const failed = await world.submitted();
  await world.application.jobs.giveUp(failed.id);
  const cancelled = await world.submitted();
  await world.application.jobs.cancel(world.caller, { id: cancelled.id });
  for (const { handle } of [failed, cancelled]) {
    expect(await statusOf(handle)).toMatchObject({
      status: "error",
      message: expect.stringMatching(/.{10}/),
    });
  }
});

test("a retrieved job is retrieved and keeps its pages", async () => {
  const { handle } = await world.read([aPageRead(1)]);
  await world.get("/whisper-retrieve", { whisper_hash: handle });
  expect(await statusOf(handle)).toMatchObject({ status: "retrieved", detail: [{ page_no: 1 }] });
});

test("an unknown hash, and that of another organization's job, are refused with 400", async () => {
  const { handle } = await world.submitted();
  const stranger = { headers: { "service-key": STRANGERS_KEY } };
  for (const answer of [
    await world.get("/whisper-status", { whisper_hash: "00000000|0" }),
    await world.get("/whisper-status", { whisper_hash: handle }, stranger),
  ]) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(UNKNOWN);
  }
});

test("the hash is required", async () => {
  for (const query of ["", "whisper_hash="]) {
    const answer = await world.get("/whisper-status", query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: "whisper_hash: required" });
  }
});
