import assert from "node:assert/strict";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { CUT_OFF, EUROPEAN, SAMPLE, THREE_PAGES } from "../../documents.ts";
import { valueAt, type Exchange, type Query, type Reply } from "../../exchange.ts";

const NATIVE = { mode: "native_text" } as const;

export const RETRIEVE: readonly Clause[] = [
  {
    id: "retrieve-shape",
    rule: "MUST return 200 with exactly the six documented keys",
    async check(exchange) {
      const reply = await retrieved(exchange, await exchange.settled(SAMPLE, NATIVE));
      assertJson(reply, 200);
      assertKeys(reply.json, [
        "result_text",
        "confidence_metadata",
        "line_metadata",
        "metadata",
        "webhook_metadata",
        "whisper_metadata",
      ]);
      assert.ok(String(valueAt(reply.json, "result_text")).includes("Galley Press"));
    },
  },
  {
    id: "retrieve-text-frame",
    rule: "MUST begin every page with two line ends and end it with the separator and a form feed",
    async check(exchange) {
      const reply = await retrieved(exchange, await exchange.settled(THREE_PAGES, NATIVE));
      const text = String(valueAt(reply.json, "result_text"));
      assert.equal(text.split("\n<<<\f").length, 4);
      assert.ok(text.endsWith("\n<<<\f"));
      for (const page of text.split("\f").slice(0, 3)) assert.match(page, /^\n\n[^\n]/);
    },
  },
  {
    id: "retrieve-text-only",
    rule: "MUST return only the text for text_only=true, as text/plain in UTF-8",
    async check(exchange) {
      const hash = await exchange.settled(EUROPEAN, NATIVE);
      const reply = await retrieved(exchange, hash, { text_only: "True" });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers["content-type"], "text/plain; charset=utf-8");
      assert.match(reply.text, /^\n\n[^\n]/);
      assert.match(reply.text, /[^\p{ASCII}\uFFFD]/u);
    },
  },
  {
    id: "retrieve-once",
    rule: "MUST return the text once, then 400 with the documented message, and report the job as retrieved",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NATIVE);
      assertJson(await retrieved(exchange, hash), 200);
      assertRefused(await retrieved(exchange, hash), 400, "Whisper already delivered");
      assertRefused(await retrieved(exchange, hash, { text_only: "true" }), 400, "Whisper already delivered");
      const status = await exchange.call("GET", "/whisper-status", { query: { whisper_hash: hash } });
      assert.equal(valueAt(status.json, "status"), "retrieved");
    },
  },
  {
    id: "retrieve-one-of-many",
    rule: "MUST return the text to exactly one of several concurrent callers",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NATIVE);
      const replies = await Promise.all(Array.from({ length: 8 }, () => retrieved(exchange, hash)));
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 400, 400, 400, 400, 400, 400, 400],
      );
    },
  },
  {
    id: "retrieve-head",
    rule: "MUST not consume the text on HEAD",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NATIVE);
      const head = await exchange.call("HEAD", "/whisper-retrieve", { query: { whisper_hash: hash } });
      assert.equal(head.status, 405);
      assertJson(await retrieved(exchange, hash), 200);
    },
  },
  {
    id: "retrieve-not-ready",
    rule: "MUST return 400 with the status for a job without a text",
    async check(exchange) {
      const hash = await exchange.settled(CUT_OFF);
      assertRefused(await retrieved(exchange, hash), 400, "Whisper not ready : error");
    },
  },
  {
    id: "retrieve-unknown",
    rule: "MUST return 404 with the documented message for an unknown hash",
    async check(exchange) {
      assertRefused(await retrieved(exchange, "00000000|unknown"), 404, "Whisper job unknown");
    },
  },
  {
    id: "retrieve-without-hash",
    rule: "MUST return 400 naming whisper_hash if it is missing",
    async check({ call }) {
      assertRefused(await call("GET", "/whisper-retrieve"), 400, /^whisper_hash/);
    },
  },
  {
    id: "retrieve-line-metadata",
    rule: "MUST return a row of four integers for each line of a job with add_line_nos, zeros for a blank one",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, { ...NATIVE, add_line_nos: "true" });
      const { json } = await retrieved(exchange, hash);
      const lines = String(valueAt(json, "result_text")).split("\n");
      const rows = valueAt(json, "line_metadata");
      assert.ok(Array.isArray(rows));
      assert.equal(rows.length, lines.length);
      assert.deepEqual(rows[0], [0, 0, 0, 0]);
      const row: unknown = rows[lines.findIndex((line) => line.includes("Galley Press"))];
      assert.ok(Array.isArray(row) && row.length === 4 && row.every(Number.isInteger));
      // The baseline of that line is 60 points below the upper edge of an A4 page, at 4 pixels a point.
      assert.ok(Math.abs(row[1] - 240) <= 24, `base_y is ${row[1]}`);
      assert.equal(row[3], 3368);
    },
  },
  {
    id: "retrieve-no-line-metadata",
    rule: "MUST leave line_metadata empty without add_line_nos",
    async check(exchange) {
      const { json } = await retrieved(exchange, await exchange.settled(SAMPLE, NATIVE));
      assert.deepEqual(valueAt(json, "line_metadata"), []);
    },
  },
  {
    id: "retrieve-confidence",
    rule: "MUST have an entry of confidence_metadata for each line, empty if every word is certain",
    async check(exchange) {
      const { json } = await retrieved(exchange, await exchange.settled(SAMPLE, NATIVE));
      const lines = String(valueAt(json, "result_text")).split("\n");
      assert.deepEqual(
        valueAt(json, "confidence_metadata"),
        lines.map(() => []),
      );
    },
  },
  {
    id: "retrieve-line-numbers",
    rule: "MUST number every line in hexadecimal from 0, padded to one width, with add_line_nos",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, { ...NATIVE, add_line_nos: "true" });
      const { json } = await retrieved(exchange, hash);
      const lines = String(valueAt(json, "result_text")).split("\n");
      const width = (lines.length - 1).toString(16).length;
      for (const [index, line] of lines.entries()) {
        const number = index.toString(16).toUpperCase().padStart(width, "0");
        assert.ok(line.startsWith(`0x${number}: `), line);
      }
    },
  },
];

function retrieved({ call }: Exchange, hash: string, query: Query = {}): Promise<Reply> {
  return call("GET", "/whisper-retrieve", { query: { whisper_hash: hash, ...query } });
}
