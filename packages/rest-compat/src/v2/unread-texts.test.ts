import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { aPageRead } from "@galley/core/testing";
import { expect, test } from "vitest";
import { KEY } from "../testing/memory-application.ts";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";

/** 20 million characters: three such texts are sent to a key at a time. */
const TEXT = "x".repeat(200_000);
const LONG = Array.from({ length: 100 }, (_, index) => aPageRead(index + 1, { text: TEXT }));

/** The beginning of an answer that nobody reads. */
async function unread(world: RestWorld, whisper_hash: string): Promise<IncomingMessage> {
  const query = new URLSearchParams({ whisper_hash, text_only: "true" }).toString();
  const request = httpGet(`${world.url}/api/v2/whisper-retrieve?${query}`, {
    headers: { "service-key": KEY },
  });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("There is no answer.");
  response.on("error", () => undefined);
  return response;
}

test("unread long texts of a key are limited together; short texts are sent, and long ones again later", async () => {
  await using world = await startRestWorld();
  const handles: string[] = [];
  for (let k = 0; k < 4; k++) handles.push((await world.read(LONG)).handle);
  const [one = "", two = "", three = "", four = ""] = handles;
  const stalled = await Promise.all([one, two, three].map((handle) => unread(world, handle)));
  expect(stalled.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);

  const refused = await unread(world, four);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
  expect(await textOf(refused)).toContain("Too many long texts");
  for (let k = 0; k < 20; k++) {
    const short = await world.read([aPageRead(1)]);
    const answer = await world.get("/whisper-retrieve", { whisper_hash: short.handle });
    expect(answer.status).toBe(200);
    await answer.text();
  }

  const [left, read] = stalled;
  left?.destroy();
  expect(read && (await textOf(read)).replaceAll(/[^x]/gu, "").length).toBe(100 * TEXT.length);
  await expect.poll(async () => (await unread(world, four)).statusCode).toBe(200);
  expect(world.faults).toEqual([]);
}, 60_000);
