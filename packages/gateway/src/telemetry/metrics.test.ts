import { extractOptionsSchema } from "@galley/core";
import type { ExtractionEvent, TextExtractor, WebhookAnswer } from "@galley/core/domain";
import { expect, test } from "vitest";
import { Metrics, type GaugeSources } from "./metrics.ts";

const NOTHING: GaugeSources = {
  jobsByStatus: async () => new Map(),
  runsByStatus: async () => new Map(),
  backlogs: async () => [],
};

test("pages are counted by mode and outcome", async () => {
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
  const run = { owner: "", skip: [], signal: AbortSignal.timeout(1000) };
  const seen: ExtractionEvent[] = [];
  const options = extractOptionsSchema.parse({ mode: "table" });
  for await (const event of metrics.counting(extractor).pages("a.pdf", options, run)) seen.push(event);
  expect(seen).toEqual(events);
  const text = await metrics.text();
  expect(text).toContain('galley_page_duration_seconds_count{mode="table",outcome="timeout"} 1');
  expect(text).toContain('galley_page_duration_seconds_sum{mode="table",outcome="timeout"} 2');
});

test("while the database is down, a scrape returns the other metrics", async () => {
  const metrics = new Metrics();
  const down = async (): Promise<never> => {
    throw new Error("down");
  };
  metrics.observe({ jobsByStatus: down, runsByStatus: down, backlogs: down });
  metrics.exchange({ method: "GET", route: "/x", status: 200, seconds: 1 });
  const text = await metrics.text();
  expect(text).toContain('route="/x",status="200"} 1');
  expect(text).not.toMatch(/^galley_(jobs|pipeline_runs|queue)/m);
});

test("the number of series is bounded, whatever the labels are", async () => {
  const metrics = new Metrics();
  for (let k = 0; k < 5000; k++) metrics.exchange({ method: "GET", route: `/${k}`, status: 404, seconds: 1 });
  metrics.exchange({ method: "GET", route: "/0", status: 404, seconds: 1 });
  const text = await metrics.text();
  expect(text.match(/^galley_http_request_duration_seconds_count/gm)).toHaveLength(2001);
  expect(text).toContain('count{method="GET",route="/0",status="404"} 2');
  expect(text).toContain('count{method="(other)",route="(other)",status="4xx"} 3000');
});

test("jobs and runs are reported by status at the time of the scrape", async () => {
  const metrics = new Metrics();
  let processed = 3;
  metrics.observe({
    ...NOTHING,
    jobsByStatus: async () => new Map([["processed", processed]]),
    runsByStatus: async () => new Map([["executing", 1]]),
  });
  await metrics.text();
  processed = 4;
  const text = await metrics.text();
  expect(text).toContain('galley_jobs{status="processed"} 4');
  expect(text).toContain('galley_pipeline_runs{status="executing"} 1');
});

test("queues are reported with their depth and age, by one query per scrape", async () => {
  const metrics = new Metrics();
  let questions = 0;
  const backlogs = async () => {
    questions += 1;
    return [{ queue: "extract", waiting: 2, oldestSeconds: 7.5 }];
  };
  metrics.observe({ ...NOTHING, backlogs });
  const text = await metrics.text();
  expect(text).toContain('galley_queue_depth{queue="extract"} 2');
  expect(text).toContain('galley_queue_oldest_entry_age_seconds{queue="extract"} 7.5');
  expect(questions).toBe(1);
  await metrics.text();
  expect(questions).toBe(2);
});

test.each<[WebhookAnswer, string]>([
  [{ kind: "answered", status: 204, retryAfter: undefined, body: "" }, "delivered"],
  [{ kind: "answered", status: 302, retryAfter: undefined, body: "" }, "3xx"],
  [{ kind: "answered", status: 429, retryAfter: "1", body: "" }, "4xx"],
  [{ kind: "answered", status: 500, retryAfter: undefined, body: "" }, "5xx"],
  [{ kind: "refused", message: "not public" }, "refused"],
  [{ kind: "failed", message: "reset" }, "no_answer"],
])("a webhook request with the response %j counts as %s", async (answer, outcome) => {
  const metrics = new Metrics();
  const sender = metrics.countingAttempts({ refusalOf: () => undefined, post: async () => answer });
  const request = { url: "https://example.com", headers: {}, body: "{}" };
  expect(await sender.post(request, AbortSignal.timeout(1000))).toBe(answer);
  expect(await metrics.text()).toContain(`galley_webhook_attempts_total{outcome="${outcome}"} 1`);
});

test("the end of an extraction host is counted", async () => {
  const metrics = new Metrics();
  metrics.hostRestarted();
  expect(await metrics.text()).toContain("galley_extraction_host_restarts_total 1");
});

test("the memory of this process and of extraction hosts is reported, if the system supports it", async () => {
  const metrics = new Metrics();
  metrics.observeHosts(() => [process.pid]);
  const text = await metrics.text();
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}/m);
  expect(text).toContain("galley_extraction_hosts 1");
  const memory = new RegExp(
    `^galley_extraction_host_resident_memory_bytes{pid="${process.pid}"} \\d{7,}$`,
    "m",
  );
  expect(memory.test(text)).toBe(process.platform === "linux");
});

test("an extraction host that has ended is no longer reported", async () => {
  const metrics = new Metrics();
  let pids: readonly number[] = [process.pid];
  metrics.observeHosts(() => pids);
  await metrics.text();
  pids = [];
  const text = await metrics.text();
  expect(text).toContain("galley_extraction_hosts 0");
  expect(text).not.toMatch(/^galley_extraction_host_resident/m);
});
