import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { textDocument } from "../../../fixtures/long.ts";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { CUT_OFF, EUROPEAN, SAMPLE, THREE_PAGES } from "../../documents.ts";
import { valueAt, type CallFacts, type Exchange, type Query, type Reply } from "../../exchange.ts";
import { pauseSince } from "../../../support/pause.ts";

const MODES = { processing_mode: "text", output_mode: "line-printer" } as const;

/** Takes longer than a second to read. */
const LONG_PAGES = 1200;
const LONG = textDocument(LONG_PAGES).bytes;

export const VERSION_1: readonly Clause[] = [
  {
    id: "v1-whisper",
    rule: "MUST return 200 with the text as text/plain and the hash in the header Whisper-Hash",
    async check(exchange) {
      const reply = await whisper(exchange, EUROPEAN);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.headers["content-type"], "text/plain; charset=utf-8");
      assert.match(reply.text, /[^\p{ASCII}\uFFFD]/u);
      assert.match(hashOf(reply), /^[0-9a-f]{8}\|[0-9a-f]{32}$/);
    },
  },
  {
    id: "v1-text-frame",
    rule: "MUST end a page with the separator on a line of its own",
    async check(exchange) {
      const layout = await whisper(exchange, THREE_PAGES, { page_seperator: "<<< >>>" });
      assert.equal(layout.text.split("\n<<< >>>\n\f\n").length, 4);
      assert.ok(layout.text.endsWith("\n<<< >>>\n\f\n"));
      const plain = await whisper(exchange, THREE_PAGES, { output_mode: "text" });
      assert.equal(plain.text.split("\n\n\n\n<<<\n").length, 4);
      assert.ok(!plain.text.includes("\f"));
    },
  },
  {
    id: "v1-output-json",
    rule: "MUST return the text as the member `text` of a JSON object for output_json=true",
    async check(exchange) {
      const reply = await whisper(exchange, SAMPLE, { output_json: "True" });
      assertJson(reply, 200);
      assertKeys(reply.json, ["text"]);
      assert.ok(String(valueAt(reply.json, "text")).includes("Galley Press"));
    },
  },
  {
    id: "v1-whisper-delivers",
    rule: "MUST report a returned text as delivered, and not return it again",
    async check(exchange) {
      const hash = hashOf(await whisper(exchange, SAMPLE));
      assert.equal(await statusOf(exchange, hash), "delivered");
      assertRefused(await retrieve(exchange, hash), 400, "Whisper already delivered");
    },
  },
  {
    id: "v1-timeout-zero",
    rule: "MUST return 202 and the hash immediately for timeout=0, and return the text later, once",
    async check(exchange) {
      const reply = await whisper(exchange, SAMPLE, { timeout: "0" });
      assertJson(reply, 202);
      assertKeys(reply.json, ["message", "status", "whisper-hash"]);
      assert.equal(valueAt(reply.json, "status"), "processing");
      const hash = await processed(exchange, reply);
      const retrieved = await retrieve(exchange, hash);
      assert.equal(retrieved.headers["content-type"], "text/plain; charset=utf-8");
      assert.ok(retrieved.text.includes("Galley Press"));
      assertRefused(await retrieve(exchange, hash), 400, "Whisper already delivered");
    },
  },
  {
    id: "v1-timeout",
    rule: "MUST return 202 when the timeout is over, and continue reading",
    async check(exchange) {
      const reply = await whisper(exchange, LONG, { timeout: "1" });
      assertJson(reply, 202);
      assertRefused(await retrieve(exchange, hashIn(reply)), 400, "Whisper not ready");
      const text = (await retrieve(exchange, await processed(exchange, reply))).text;
      assert.ok(text.includes(`Page ${LONG_PAGES} of ${LONG_PAGES}`));
    },
  },
  {
    id: "v1-timeout-cap",
    rule: "MUST treat a timeout above 200 seconds as 200",
    async check(exchange) {
      assert.equal((await whisper(exchange, SAMPLE, { timeout: "1000000" })).status, 200);
    },
  },
  {
    id: "v1-hang-up",
    rule: "MUST lose nothing if the caller disconnects while it waits",
    async check(exchange) {
      const headers = { "service-key": exchange.key, "idempotency-key": randomUUID() };
      const impatience = new AbortController();
      const waiting = whisper(exchange, LONG, {}, { headers, signal: impatience.signal });
      await sleep(700);
      impatience.abort();
      await assert.rejects(waiting);
      const again = await whisper(exchange, LONG, { timeout: "0" }, { headers });
      assertJson(again, 202);
      const hash = await processed(exchange, again);
      assert.ok((await retrieve(exchange, hash)).text.includes(`Page ${LONG_PAGES} of ${LONG_PAGES}`));
    },
  },
  {
    id: "v1-failure",
    rule: "MUST return a 4xx with the reason for a document that cannot be read",
    async check(exchange) {
      const reply = await whisper(exchange, CUT_OFF);
      assertRefused(reply, 400);
      assertRefused(await retrieve(exchange, hashOf(reply)), 400);
    },
  },
  {
    id: "v1-required",
    rule: "MUST require processing_mode and output_mode, and name their values",
    async check(exchange) {
      assertRefused(
        await whisper(exchange, SAMPLE, { processing_mode: "" }),
        400,
        /^processing_mode: .*ocr.*text/,
      );
      assertRefused(
        await whisper(exchange, SAMPLE, { output_mode: "html" }),
        400,
        /^output_mode: .*line-printer/,
      );
    },
  },
  {
    id: "v1-client-parameters",
    rule: "MUST accept what published clients and SDKs send: capitalised booleans, a blank url, parameters of version 2",
    async check(exchange) {
      const reply = await whisper(exchange, SAMPLE, {
        url: "",
        force_text_processing: "False",
        pages_to_extract: "",
        timeout: "200",
        store_metadata_for_highlighting: "False",
        median_filter_size: "0",
        gaussian_blur_radius: "0",
        ocr_provider: "advanced",
        line_splitter_tolerance: "0.4",
        horizontal_stretch_factor: "1.0",
        mode: "form",
        add_line_nos: "True",
        mark_vertical_lines: "True",
        output_json: "False",
      });
      assert.equal(reply.status, 200, reply.text);
    },
  },
  {
    id: "v1-chunked",
    rule: "MUST accept a chunked document",
    async check({ call }) {
      const body = [SAMPLE.subarray(0, 1000), SAMPLE.subarray(1000)];
      assert.equal((await call("POST", "/whisper", { version: 1, query: MODES, body })).status, 200);
    },
  },
  {
    id: "v1-status-unknown",
    rule: "MUST return 200 and the status unknown for an unknown hash",
    async check(exchange) {
      assert.equal(await statusOf(exchange, "00000000|unknown"), "unknown");
      assertRefused(await retrieve(exchange, "00000000|unknown"), 400, "Whisper not found");
    },
  },
  {
    id: "v1-usage-info",
    rule: "MUST return exactly the six documented keys for get-usage-info",
    async check({ call }) {
      const reply = await call("GET", "/get-usage-info", { version: 1 });
      assertJson(reply, 200);
      assertKeys(reply.json, [
        "current_page_count",
        "daily_quota",
        "monthly_quota",
        "overage_page_count",
        "subscription_plan",
        "today_page_count",
      ]);
    },
  },
  {
    id: "v1-test-connection",
    rule: "MUST return 200 for test-connection with a valid key, and 401 without",
    async check({ call }) {
      assertJson(await call("GET", "/test-connection", { version: 1 }), 200);
      assertRefused(await call("GET", "/test-connection", { version: 1, headers: {} }), 401);
    },
  },
  {
    id: "v1-unknown-path",
    rule: "MUST return errors for unknown paths in JSON",
    async check({ call }) {
      assertRefused(await call("GET", "/nothing", { version: 1 }), 404);
      assertRefused(await call("DELETE", "/whisper", { version: 1 }), 405);
    },
  },
];

function whisper(
  { call }: Exchange,
  body: Uint8Array,
  query: Query = {},
  facts: CallFacts = {},
): Promise<Reply> {
  return call("POST", "/whisper", { version: 1, query: { ...MODES, ...query }, body, ...facts });
}

function retrieve({ call }: Exchange, hash: string): Promise<Reply> {
  return call("GET", "/whisper-retrieve", { version: 1, query: { "whisper-hash": hash } });
}

async function statusOf({ call }: Exchange, hash: string): Promise<unknown> {
  const reply = await call("GET", "/whisper-status", { version: 1, query: { "whisper-hash": hash } });
  assertJson(reply, 200);
  return valueAt(reply.json, "status");
}

/** Waits until a text can be retrieved, and returns its hash. */
async function processed(exchange: Exchange, accepted: Reply): Promise<string> {
  const hash = hashIn(accepted);
  for (const start = Date.now(); Date.now() < start + 45_000; await pauseSince(start)) {
    const status = await statusOf(exchange, hash);
    if (status === "processed") return hash;
    assert.equal(status, "processing");
  }
  return assert.fail(`${hash} was not processed in time`);
}

function hashOf({ headers }: Reply): string {
  return String(headers["whisper-hash"]);
}

function hashIn({ json }: Reply): string {
  return String(valueAt(json, "whisper-hash"));
}
