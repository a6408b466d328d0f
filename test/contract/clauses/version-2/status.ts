import assert from "node:assert/strict";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { CUT_OFF, THREE_PAGES } from "../../documents.ts";
import { valueAt } from "../../exchange.ts";

const UNKNOWN_HASH = "00000000|00000000000000000000000000000000";

export const STATUS: readonly Clause[] = [
  {
    id: "status-shape",
    rule: "MUST return 200 with exactly status, message and detail, immediately after the submission",
    async check({ call, submitted }) {
      const hash = await submitted(THREE_PAGES);
      const reply = await call("GET", "/whisper-status", { query: { whisper_hash: hash } });
      assertJson(reply, 200);
      assertKeys(reply.json, ["status", "message", "detail"]);
      assert.ok(["accepted", "processing", "processed"].includes(String(valueAt(reply.json, "status"))));
      assert.equal(typeof valueAt(reply.json, "message"), "string");
      assert.ok(Array.isArray(valueAt(reply.json, "detail")));
    },
  },
  {
    id: "status-detail",
    rule: "MUST list every page that is done with its number, outcome and whole seconds",
    async check({ call, settled }) {
      const hash = await settled(THREE_PAGES, { mode: "native_text" });
      const { json } = await call("GET", "/whisper-status", { query: { whisper_hash: hash } });
      assert.equal(valueAt(json, "status"), "processed");
      const detail = valueAt(json, "detail");
      assert.ok(Array.isArray(detail));
      assert.deepEqual(
        detail.map((page) => [valueAt(page, "page_no"), valueAt(page, "message")]),
        [1, 2, 3].map((number) => [number, "extraction_success"]),
      );
      for (const page of detail) {
        assertKeys(page, ["page_no", "message", "execution_time_in_seconds"]);
        assert.ok(Number.isInteger(valueAt(page, "execution_time_in_seconds")));
      }
    },
  },
  {
    id: "status-error",
    rule: "MUST return 200 with status error and a message for a document that cannot be read",
    async check({ call, settled }) {
      const hash = await settled(CUT_OFF);
      const reply = await call("GET", "/whisper-status", { query: { whisper_hash: hash } });
      assertJson(reply, 200);
      assert.equal(valueAt(reply.json, "status"), "error");
      assert.notEqual(valueAt(reply.json, "message"), "");
    },
  },
  {
    id: "status-unknown",
    rule: "MUST return 400 with the documented message for an unknown hash",
    async check({ call }) {
      for (const hash of [UNKNOWN_HASH, "x", "'; --", "ä|ß", "a".repeat(2000)]) {
        const reply = await call("GET", "/whisper-status", { query: { whisper_hash: hash } });
        assertRefused(reply, 400, "Whisper job not found for the provided whisper hash");
      }
    },
  },
  {
    id: "status-without-hash",
    rule: "MUST return 400 naming whisper_hash if it is missing or blank",
    async check({ call }) {
      assertRefused(await call("GET", "/whisper-status"), 400, /^whisper_hash/);
      assertRefused(
        await call("GET", "/whisper-status", { query: { whisper_hash: "" } }),
        400,
        /^whisper_hash/,
      );
    },
  },
];
