import assert from "node:assert/strict";
import type { Clause } from "../../clause.ts";
import { scannedForm, WATERMARK } from "../../documents.ts";
import { valueAt, type Exchange, type Query } from "../../exchange.ts";

const CAREFUL = ["form", "high_quality", "table"] as const;
const OTHERS = ["native_text", "low_cost"] as const;

export const MODE_OPTIONS: readonly Clause[] = [
  {
    id: "mode-rotated-text",
    rule: "MUST drop rotated text with allow_rotated_text=false in form, high_quality and table only",
    async check(exchange) {
      for (const mode of [...CAREFUL, ...OTHERS]) {
        assert.ok(hasWatermark(await textOf(exchange, WATERMARK, { mode })), mode);
        const filtered = await textOf(exchange, WATERMARK, { mode, allow_rotated_text: "false" });
        assert.equal(
          hasWatermark(filtered),
          OTHERS.some((other) => other === mode),
          mode,
        );
      }
    },
  },
  {
    id: "mode-watermark-angle",
    rule: "MUST count text as rotated above watermark_angle_threshold, with allow_rotated_text=false only",
    async check(exchange) {
      const seen = async (query: Query): Promise<boolean> =>
        hasWatermark(await textOf(exchange, WATERMARK, { mode: "form", ...query }));
      assert.ok(await seen({ allow_rotated_text: "false", watermark_angle_threshold: "60" }));
      assert.ok(!(await seen({ allow_rotated_text: "false", watermark_angle_threshold: "10" })));
      assert.ok(await seen({ watermark_angle_threshold: "10" }));
    },
  },
  {
    id: "mode-word-confidence",
    rule: "MUST exclude words below word_confidence_threshold in form, high_quality and table only",
    async check(exchange) {
      const scan = await scannedForm();
      for (const mode of [...CAREFUL, "low_cost"]) {
        const all = await formAs(mode, exchange);
        assert.match(all, /Mooring/, mode);
        const strict = await textOf(exchange, scan, { mode, word_confidence_threshold: "1" });
        if (mode === "low_cost") assert.equal(strict, all);
        else assert.doesNotMatch(strict, /Mooring/, mode);
      }
    },
  },
  {
    id: "mode-check-boxes",
    rule: "MUST treat a check box as checked from checkbox_confidence_threshold on, in form and table",
    async check(exchange) {
      const scan = await scannedForm();
      for (const mode of ["form", "table"]) {
        assert.match(await formAs(mode, exchange), /\[X\] Power +\[ \] Water/, mode);
        // Every box reaches 0.
        const lenient = await textOf(exchange, scan, { mode, checkbox_confidence_threshold: "0" });
        assert.match(lenient, /\[X\] Water/, mode);
      }
      const cheap = await formAs("low_cost", exchange);
      assert.equal(
        await textOf(exchange, scan, { mode: "low_cost", checkbox_confidence_threshold: "0" }),
        cheap,
      );
    },
  },
  {
    id: "mode-noise-filters",
    rule: "MUST apply median_filter_size and gaussian_blur_radius in low_cost only",
    async check(exchange) {
      const scan = await scannedForm();
      // Stronger filters leave little to read, for which the page is read again and again.
      const filters = { median_filter_size: "5", gaussian_blur_radius: "3" };
      const asForm = await formAs("form", exchange);
      assert.equal(await textOf(exchange, scan, { mode: "form", ...filters }), asForm);
      const plain = await formAs("low_cost", exchange);
      for (const [name, value] of Object.entries(filters)) {
        assert.notEqual(await textOf(exchange, scan, { mode: "low_cost", [name]: value }), plain, name);
      }
    },
  },
];

function hasWatermark(text: string): boolean {
  return text.includes("CONFIDENTIAL");
}

const readings = new WeakMap<Exchange, Map<string, Promise<string>>>();

/** The text of the scanned form without further options, which several clauses compare with: read once in each mode. */
function formAs(mode: string, exchange: Exchange): Promise<string> {
  const known = readings.get(exchange) ?? new Map<string, Promise<string>>();
  readings.set(exchange, known);
  const reading = known.get(mode) ?? scannedForm().then((scan) => textOf(exchange, scan, { mode }));
  known.set(mode, reading);
  // Another attempt of the test reads it again.
  reading.catch(() => known.delete(mode));
  return reading;
}

async function textOf(exchange: Exchange, document: Uint8Array, query: Query): Promise<string> {
  const whisper_hash = await exchange.settled(document, query);
  const { json, text } = await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash } });
  const result = valueAt(json, "result_text");
  assert.equal(typeof result, "string", text);
  return String(result);
}
