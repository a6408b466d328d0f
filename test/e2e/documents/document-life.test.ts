import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { textDocument } from "../../fixtures/long.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { wordsIn, wordsOn } from "../../support/texts/words.ts";

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

test("a document goes from submission to its text, its highlights and its details", async () => {
  const document = textDocument(3);
  const hash = await client.submit(document.bytes, {
    mode: "native_text",
    add_line_nos: "true",
    tag: "life",
  });
  expect(hash).toMatch(/^[0-9a-f]{8}\|/);
  expect(hash.split("|")[1]).toBe(createHash("md5").update(document.bytes).digest("hex"));

  const settled = await client.waitUntilSettled(hash);
  expect(settled.status).toBe("processed");
  expect(settled.detail.map((page) => page.page_no)).toEqual([1, 2, 3]);

  const retrieved = await client.retrieve(hash);
  const lines = retrieved.result_text.split("\n");
  const second = lines.findIndex((line) => line.includes("Page 2 of 3"));
  expect(lines[second]).toMatch(/^0x[0-9A-F]+: /);
  expect((await client.status(hash)).status).toBe("retrieved");

  const { [String(second)]: highlight } = await client.highlights(hash, String(second));
  // The baseline is 72 points below the upper edge; the letters "P" and "g" reach below it by less than 4
  // points.
  expect(highlight).toMatchObject({ page: 1, page_height: 842 * 4 });
  expect(highlight?.base_y).toBeGreaterThanOrEqual(72 * 4);
  expect(highlight?.base_y).toBeLessThanOrEqual(76 * 4);
  expect(retrieved.line_metadata[second]).toEqual(highlight?.raw);

  expect(await client.detail(hash)).toMatchObject({
    whisper_hash: hash,
    mode: "native_text",
    tag: "life",
    requested_pages: 3,
    processed_pages: 3,
    total_pages: 3,
  });
});

test("the text is returned once", async () => {
  const hash = await client.submit(letter().bytes);
  await client.waitUntilSettled(hash);
  await client.retrieve(hash);
  const again = await client.request("/whisper-retrieve", { query: { whisper_hash: hash } });
  expect(again.status).toBe(400);
  expect(await again.json()).toEqual({ message: "Whisper already delivered" });
});

test("text_only returns only the text", async () => {
  const document = letter();
  const hash = await client.submit(document.bytes, { mode: "native_text" });
  await client.waitUntilSettled(hash);
  const answer = await client.request("/whisper-retrieve", {
    query: { whisper_hash: hash, text_only: "true" },
  });
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text.startsWith("\n\n")).toBe(true);
  expect(text.endsWith("\n<<<\f")).toBe(true);
  expect(wordsIn(text.replace("<<<", ""))).toEqual(wordsOn(document.pages));
});

test("only the selected pages are read, and ranges past the end are clipped", async () => {
  const hash = await client.submit(textDocument(5).bytes, {
    mode: "native_text",
    pages_to_extract: "2,4-99",
    page_separator: "== {{page_no}} ==",
  });
  await client.waitUntilSettled(hash);
  const { result_text: text } = await client.retrieve(hash);
  expect(text.match(/Page \d of 5/g)).toEqual(["Page 2 of 5", "Page 4 of 5", "Page 5 of 5"]);
  expect(text.match(/== \d ==/g)).toEqual(["== 2 ==", "== 4 ==", "== 5 =="]);
  expect(await client.detail(hash)).toMatchObject({ requested_pages: 3, processed_pages: 3, total_pages: 5 });
});

test("two submissions of the same document are two jobs", async () => {
  const { bytes } = letter();
  const [first, second] = await Promise.all([client.submit(bytes), client.submit(bytes)]);
  expect(first).not.toBe(second);
});
