import type { ExtractionEvent, TextExtractor } from "@galley/core/domain";
import { extractOptionsSchema } from "@galley/core";
import { expect, test } from "vitest";
import { Metrics } from "./metrics.ts";

test("pages are counted as they pass, by what became of them", async () => {
  const metrics = new Metrics();
  const events: ExtractionEvent[] = [
    { kind: "opened", pageCount: 1, pages: [1] },
    { kind: "page", outcome: { ok: false, number: 1, reason: "timeout", message: "", seconds: 2 } },
  ];
  const extractor: TextExtractor = {
    async *pages() {
      yield* events;
    },
  };
  const run = { skip: [], signal: AbortSignal.timeout(1000) };
  const seen: ExtractionEvent[] = [];
  const options = extractOptionsSchema.parse({});
  for await (const event of metrics.counting(extractor).pages("a.pdf", options, run)) seen.push(event);
  expect(seen).toEqual(events);
  expect(await metrics.text()).toContain('galley_page_duration_seconds_count{outcome="timeout"} 1');
});

test("a scrape tells what it can while the database is down", async () => {
  const metrics = new Metrics();
  const down = async (): Promise<never> => {
    throw new Error("down");
  };
  metrics.observe({ jobsByStatus: down, queueDepth: down });
  metrics.exchange({ method: "GET", route: "/x", status: 200, seconds: 1 });
  const text = await metrics.text();
  expect(text).toContain('route="/x",status="200"} 1');
  expect(text).toContain("galley_queue_depth Nan");
});

test("jobs are told by status as they are at the scrape", async () => {
  const metrics = new Metrics();
  metrics.observe({ jobsByStatus: async () => new Map([["processed", 3]]), queueDepth: async () => 2 });
  const text = await metrics.text();
  expect(text).toContain('galley_jobs{status="processed"} 3');
  expect(text).toContain("galley_queue_depth 2");
});
