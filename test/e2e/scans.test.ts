import { createExtractor } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../fixtures/business.ts";
import { createRestClient, type RestClient } from "../support/rest-client.ts";
import { type RunningService, startService } from "../support/service.ts";

let service: RunningService;
let client: RestClient;
let scan: Uint8Array;

beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
  await using extractor = createExtractor({ threads: 1 });
  scan = (await extractor.renderPage(letter().bytes, 1, { dpi: 200, grey: true })).png;
});
afterAll(() => service[Symbol.asyncDispose]());

test("a scanned letter is read as text, with the words that may have been misread", async () => {
  const hash = await client.submit(scan, { add_line_nos: "true", include_line_confidence: "true" });
  expect((await client.waitUntilSettled(hash)).status).toBe("processed");
  const { result_text, confidence_metadata } = await client.retrieve(hash);
  expect(result_text).toContain("from the first of April on; the yearly fee is 1,480.00 for each of them");
  expect(result_text).toContain("Harbour master");
  expect(confidence_metadata).toHaveLength(result_text.split("\n").length);
  const answer = await client.request("/highlights", { query: { whisper_hash: hash, lines: "1-20" } });
  const entries = z.record(z.string(), z.object({ confidence: z.number() })).parse(await answer.json());
  expect(Object.values(entries).some(({ confidence }) => confidence > 0.5 && confidence < 1)).toBe(true);
});

test("a language that is not installed is reported by the page, not rejected", async () => {
  const hash = await client.submit(scan, { lang: "tlh" });
  const { status, detail } = await client.waitUntilSettled(hash);
  expect(status).toBe("processed");
  expect(detail[0]?.message).toMatch(/No language data for tlh/);
});
