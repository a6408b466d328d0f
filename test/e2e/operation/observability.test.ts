import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { truncated } from "../../fixtures/bombs/damaged.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { answerInTurn, answerWith, startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import { wordsOn } from "../../support/texts/words.ts";

const TOKEN = "a-bearer-token-that-nobody-should-find";
const ASKED_FOR = "a-term-that-somebody-looked-for";
const REQUEST_ID = "first-submission";
const SOON = { timeout: 30_000, interval: 50 };

const acceptedSchema = z.object({ whisper_hash: z.string() });

let service: RunningService;
let client: RestClient;

/**
 * Submits a letter with a webhook that fails once and a damaged document, and sends unauthorized requests.
 */
beforeAll(async () => {
  service = await startService({
    env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", GALLEY_WEBHOOK_RETRIES: "0.1", LOG_LEVEL: "trace" },
  });
  client = createRestClient(service);
  await using receiver = await startWebhookReceiver();
  const callback = { url: receiver.url, auth_token: TOKEN, webhook_name: "done" };
  await client.request("/whisper-manage-callback", { method: "POST", body: JSON.stringify(callback) });
  receiver.willAnswer(answerInTurn(answerWith(500)));

  const submitted = await client.request("/whisper", {
    method: "POST",
    query: { mode: "native_text", use_webhook: "done" },
    headers: { "x-request-id": REQUEST_ID },
    body: letter().bytes,
  });
  const { whisper_hash } = acceptedSchema.parse(await submitted.json());
  await client.waitUntilSettled(whisper_hash);
  await client.waitUntilSettled(await client.submit(truncated(), { mode: "table" }));
  await fetch(`${service.url}/api/v2/usage?tag=${ASKED_FOR}`, { headers: { "service-key": `${TOKEN}-2` } });
  await vi.waitUntil(() => linesAbout("webhook delivery attempted").length === 2, SOON);
});
afterAll(() => service[Symbol.asyncDispose]());

interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

function logLines(): readonly LogLine[] {
  const lines = service.logs().split("\n");
  return lines
    .filter((line) => line.startsWith("{"))
    .map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)));
}

function linesAbout(message: string): readonly LogLine[] {
  return logLines().filter(({ msg }) => msg === message);
}

test("log lines about a job have the id of the request that submitted it, up to its webhook", () => {
  const [read] = linesAbout("document read");
  expect(read).toMatchObject({ requestId: REQUEST_ID, jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const ofLetter = { requestId: REQUEST_ID, jobId: read?.["jobId"], deliveryId: expect.any(String) };
  expect(linesAbout("webhook delivery attempted")).toMatchObject([
    { ...ofLetter, attempt: 1 },
    { ...ofLetter, attempt: 2 },
  ]);
});

test("every line except those of the process itself names a request, a job or a run", () => {
  const ofTheProcess = new Set([
    "started",
    "expired data deleted",
    "recognition models run as machine code",
    "recognition models run as WebAssembly, which is slower",
  ]);
  const nameless = logLines().filter(({ msg, requestId, jobId, runId }) => {
    return !ofTheProcess.has(msg) && !requestId && !jobId && !runId;
  });
  expect(nameless).toEqual([]);
});

test("no line contains a secret, a word of a document or a requested path", () => {
  const text = logLines()
    .map((line) => JSON.stringify(line))
    .join("\n");
  const words = wordsOn(letter().pages).filter((word) => /^[A-Za-z]{6,}$/.test(word));
  expect(words.length).toBeGreaterThan(10);
  const secrets = [service.serviceKey, service.accessToken, TOKEN, ASKED_FOR];
  expect([...secrets, ...words].filter((secret) => text.includes(secret))).toEqual([]);
});

test("the metrics include jobs, pages, queues, webhooks, hosts and requests", async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const figures = [
    /^galley_jobs\{status="processed"\} 1$/m,
    /^galley_jobs\{status="failed"\} 1$/m,
    /^galley_page_duration_seconds_count\{mode="native_text",outcome="read"\} 1$/m,
    /^galley_queue_depth\{queue="extract"\} 0$/m,
    /^galley_queue_oldest_entry_age_seconds\{queue="deliver"\} 0$/m,
    /^galley_webhook_attempts_total\{outcome="5xx"\} 1$/m,
    /^galley_webhook_attempts_total\{outcome="delivered"\} 2$/m,
    /^galley_extraction_host_restarts_total 0$/m,
    /^galley_extraction_hosts 1$/m,
    /^galley_extraction_host_resident_memory_bytes\{pid="\d+"\} \d{7,}$/m,
    /^process_resident_memory_bytes \d{7,}$/m,
    /^galley_http_request_duration_seconds_count\{method="POST",route="\/api\/v2\/whisper",status="202"\} 2$/m,
  ];
  expect(figures.filter((figure) => !figure.test(text))).toEqual([]);
});

test.each(["deploy/grafana/galley.json", "deploy/prometheus/alerts.yml", "docs/reference/monitoring.md"])(
  "every metric in %s exists",
  async (path) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const file = readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
    const asked = [...file.matchAll(/\b(?:galley|process|nodejs)_[a-z0-9]+_[a-z0-9_]+|\bgalley_jobs\b/g)].map(
      ([name]) => name.replace(/_(bucket|count|sum)$/, ""),
    );
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !told.has(name))).toEqual([]);
  },
);
