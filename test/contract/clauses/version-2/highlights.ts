import assert from "node:assert/strict";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { CUT_OFF, SAMPLE } from "../../documents.ts";
import { valueAt, type Exchange, type Query, type Reply } from "../../exchange.ts";

const NUMBERED = { mode: "native_text", add_line_nos: "true" } as const;

const KEYS = ["page", "base_y", "base_y_percent", "height", "height_percent", "page_height", "raw"] as const;

export const HIGHLIGHTS: readonly Clause[] = [
  {
    id: "highlights-shape",
    rule: "MUST return 200 with the documented fields by line number, and raw as four integers",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NUMBERED);
      const reply = await highlights(exchange, hash, { lines: "2" });
      assertJson(reply, 200);
      assertKeys(reply.json, ["2"]);
      const line = valueAt(reply.json, "2");
      assertKeys(line, KEYS);
      const [page, baseY, height, pageHeight] = ["page", "base_y", "height", "page_height"].map((name) =>
        Number(valueAt(line, name)),
      );
      assert.deepEqual(valueAt(line, "raw"), [page, baseY, height, pageHeight]);
      assert.ok(page === 0 && pageHeight === 3368, JSON.stringify(line));
      assert.equal(valueAt(line, "base_y_percent"), percent(Number(baseY), 3368));
      assert.equal(valueAt(line, "height_percent"), percent(Number(height), 3368));
    },
  },
  {
    id: "highlights-blank",
    rule: "MUST return zeros for a blank line",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NUMBERED);
      const { json } = await highlights(exchange, hash, { lines: "0" });
      const zeros = Object.fromEntries(KEYS.map((key) => [key, key === "raw" ? [0, 0, 0, 0] : 0]));
      assert.deepEqual(json, { 0: zeros });
    },
  },
  {
    id: "highlights-selection",
    rule: "MUST select single lines, ranges and open ranges, clipped to the existing lines",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NUMBERED);
      const last = Object.keys((await highlights(exchange, hash, { lines: "all" })).json ?? {}).length - 1;
      for (const [lines, expected] of [
        ["3", [3]],
        ["0-2,5", [0, 1, 2, 5]],
        [" 1 , 4 ", [1, 4]],
        [`${last - 1}-`, [last - 1, last]],
        ["1-5000", numbersTo(1, last)],
        ["5000-6000", []],
      ] as const) {
        const { json } = await highlights(exchange, hash, { lines });
        assert.deepEqual(Object.keys(json ?? {}).map(Number), expected);
      }
    },
  },
  {
    id: "highlights-all",
    rule: "MUST return every line for lines=all, and for extract_all_lines=true with blank lines",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NUMBERED);
      const all = await highlights(exchange, hash, { lines: "all" });
      const extracted = await highlights(exchange, hash, { lines: "", extract_all_lines: "True" });
      assertJson(extracted, 200);
      assert.deepEqual(extracted.json, all.json);
      const { json } = await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
      assert.equal(
        Object.keys(all.json ?? {}).length,
        String(valueAt(json, "result_text")).split("\n").length,
      );
    },
  },
  {
    id: "highlights-after-retrieve",
    rule: "MUST return the same before and after the text was retrieved",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NUMBERED);
      const before = await highlights(exchange, hash, { lines: "all" });
      await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
      assert.deepEqual((await highlights(exchange, hash, { lines: "all" })).json, before.json);
    },
  },
  {
    id: "highlights-confidence",
    rule: "MUST add a confidence to each line with include_line_confidence, and leave raw at four",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, { ...NUMBERED, include_line_confidence: "true" });
      const { json } = await highlights(exchange, hash, { lines: "2" });
      const line = valueAt(json, "2");
      assertKeys(line, [...KEYS, "confidence"]);
      const confidence = valueAt(line, "confidence");
      assert.ok(typeof confidence === "number" && confidence > 0 && confidence <= 1);
      const asText = { ...NUMBERED, include_line_confidence: "true", output_mode: "text" };
      const unlaid = await highlights(exchange, await exchange.settled(SAMPLE, asText), { lines: "all" });
      assert.ok(!unlaid.text.includes("confidence"), "the text mode has no line confidence");
    },
  },
  {
    id: "highlights-none",
    rule: "MUST return 400 with the documented message if there is no line metadata",
    async check(exchange) {
      const unnumbered = await exchange.settled(SAMPLE, { mode: "native_text" });
      const failed = await exchange.settled(CUT_OFF, NUMBERED);
      for (const hash of [unnumbered, failed, "00000000|unknown"]) {
        assertRefused(await highlights(exchange, hash, { lines: "1-3" }), 400, "Line metadata not found");
      }
    },
  },
  {
    id: "highlights-bad-lines",
    rule: "MUST return 400 naming lines if they are missing or malformed",
    async check(exchange) {
      const hash = await exchange.settled(SAMPLE, NUMBERED);
      for (const query of [{}, { lines: "" }, { lines: "a-b" }, { lines: "1-2-3" }, { lines: "9-3" }]) {
        assertRefused(await highlights(exchange, hash, query), 400, /^lines/);
      }
    },
  },
  {
    id: "highlights-without-hash",
    rule: "MUST return 400 naming whisper_hash if it is missing",
    async check({ call }) {
      assertRefused(await call("GET", "/highlights", { query: { lines: "1" } }), 400, /^whisper_hash/);
    },
  },
];

function highlights({ call }: Exchange, hash: string, query: Query): Promise<Reply> {
  return call("GET", "/highlights", { query: { whisper_hash: hash, ...query } });
}

function percent(length: number, pageHeight: number): number {
  return Number(((length / pageHeight) * 100).toFixed(4));
}

function numbersTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
