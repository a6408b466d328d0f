import assert from "node:assert/strict";
import { assertJson, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { THREE_PAGES } from "../../documents.ts";
import { valueAt } from "../../exchange.ts";

const RFC_1123 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export const DETAIL: readonly Clause[] = [
  {
    id: "detail-shape",
    rule: "MUST return 200 with exactly the ten documented fields, also after the text was retrieved",
    async check({ call, settled }) {
      const hash = await settled(THREE_PAGES, { mode: "table", tag: "ledger", pages_to_extract: "1-2" });
      await call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
      const reply = await call("GET", "/whisper-detail", { query: { whisper_hash: hash } });
      assertJson(reply, 200);
      const { processing_started_at, completed_at, processing_time_in_seconds, ...facts } = Object(
        reply.json,
      );
      assert.deepEqual(facts, {
        whisper_hash: hash,
        mode: "table",
        tag: "ledger",
        requested_pages: 2,
        processed_pages: 2,
        total_pages: 3,
        upload_file_size_in_kb: Number((THREE_PAGES.length / 1024).toFixed(3)),
      });
      assert.match(processing_started_at, RFC_1123);
      assert.match(completed_at, RFC_1123);
      assert.ok(processing_time_in_seconds >= 0);
    },
  },
  {
    id: "detail-early",
    rule: "MUST return 200 for a job that is not done yet",
    async check({ call, submitted }) {
      const hash = await submitted(THREE_PAGES);
      const reply = await call("GET", "/whisper-detail", { query: { whisper_hash: hash } });
      assertJson(reply, 200);
      assert.equal(valueAt(reply.json, "mode"), "form");
      assert.equal(valueAt(reply.json, "tag"), "default");
      assert.equal(Object.keys(Object(reply.json)).length, 10);
    },
  },
  {
    id: "detail-unknown",
    rule: "MUST return 400 with the documented message for an unknown hash",
    async check({ call }) {
      const reply = await call("GET", "/whisper-detail", { query: { whisper_hash: "00000000|unknown" } });
      assertRefused(reply, 400, "Record not found");
    },
  },
  {
    id: "detail-without-hash",
    rule: "MUST return 400 naming whisper_hash if it is missing",
    async check({ call }) {
      assertRefused(await call("GET", "/whisper-detail"), 400, /^whisper_hash/);
    },
  },
];
