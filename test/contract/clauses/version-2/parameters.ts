import assert from "node:assert/strict";
import { assertJson, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { SAMPLE, THREE_PAGES } from "../../documents.ts";
import { valueAt, type Exchange, type Query } from "../../exchange.ts";

/** What the published Python client sends with every document. */
const PYTHON_CLIENT = {
  mode: "form",
  output_mode: "layout_preserving",
  page_seperator: "<<<",
  page_separator: "<<<",
  pages_to_extract: "",
  median_filter_size: "0",
  gaussian_blur_radius: "0",
  line_splitter_tolerance: "0.4",
  line_splitter_strategy: "left-priority",
  horizontal_stretch_factor: "1.0",
  mark_vertical_lines: "False",
  mark_horizontal_lines: "False",
  add_line_nos: "False",
  include_line_confidence: "False",
  word_confidence_threshold: "0.3",
  lang: "eng",
  tag: "default",
  file_name: "",
  webhook_metadata: "",
  use_webhook: "",
} as const;

/** The parameters of the published JavaScript client, including its misspellings. */
const JAVASCRIPT_CLIENT = {
  url: "",
  mode: "high_quality",
  output_mode: "line-printer",
  page_seperator: "<<<",
  pages_to_extract: "",
  median_filter_size: "0",
  gaussian_blur_radius: "0",
  line_splitter_tolerance: "0.4",
  horizontal_stretch_factor: "1",
  mark_vertical_lines: "false",
  mark_horizontal_lines: "false",
  line_spitter_strategy: "left-priority",
  lang: "eng",
  tag: "default",
  filename: "",
  webhook_metadata: "",
  use_webhook: "",
  wait_for_completion: "false",
  wait_timeout: "180",
  add_line_nos: "false",
} as const;

const ENUMS = {
  mode: ["native_text", "low_cost", "high_quality", "form", "table"],
  output_mode: ["layout_preserving", "text"],
  line_splitter_strategy: ["left-priority", "mid-priority", "right-priority"],
} as const;

const FLAGS = [
  "url_in_post",
  "mark_vertical_lines",
  "mark_horizontal_lines",
  "add_line_nos",
  "include_line_confidence",
  "allow_rotated_text",
  "ignore_vertical_text",
];

const NUMBERS = [
  "median_filter_size",
  "gaussian_blur_radius",
  "line_splitter_tolerance",
  "horizontal_stretch_factor",
  "word_confidence_threshold",
  "watermark_angle_threshold",
  "checkbox_confidence_threshold",
  "derotate_threshold",
  "min_table_width",
];

const FRACTIONS = ["word_confidence_threshold", "checkbox_confidence_threshold"];

export const PARAMETERS: readonly Clause[] = [
  {
    id: "parameters-python-client",
    rule: "MUST accept everything that the Python client sends",
    check: (exchange) => assertAccepted(exchange, PYTHON_CLIENT),
  },
  {
    id: "parameters-javascript-client",
    rule: "MUST accept everything that the JavaScript client sends",
    check: (exchange) => assertAccepted(exchange, JAVASCRIPT_CLIENT),
  },
  {
    id: "parameters-unknown",
    rule: "MUST ignore unknown parameters",
    check: (exchange) => assertAccepted(exchange, { colour: "blue", "mode[]": "x", __proto__x: "y" }),
  },
  {
    id: "parameters-blank",
    rule: "MUST treat a blank value as absent",
    check: (exchange) =>
      assertAccepted(
        exchange,
        Object.fromEntries([...Object.keys(ENUMS), ...FLAGS, ...NUMBERS].map((name) => [name, ""])),
      ),
  },
  {
    id: "parameters-enum-values",
    rule: "MUST accept every documented value of an enumeration",
    async check(exchange) {
      for (const [name, values] of Object.entries(ENUMS)) {
        for (const value of values) await assertAccepted(exchange, { [name]: value });
      }
      await assertAccepted(exchange, { output_mode: "line-printer" });
      await assertAccepted(exchange, { output_mode: "dump-text" });
    },
  },
  {
    id: "parameters-enum-unknown",
    rule: "MUST return 400 for an unknown enumeration value, naming the parameter and the valid values",
    async check({ call }) {
      for (const [name, values] of Object.entries(ENUMS)) {
        const query = { [name]: "no-such-value" };
        const reply = await call("POST", "/whisper", { query, body: SAMPLE });
        assertRefused(reply, 400, new RegExp(`^${name}\\b`));
        for (const value of values) assert.ok(reply.text.includes(value), reply.text);
      }
    },
  },
  {
    id: "parameters-flags",
    rule: "MUST accept true and false in any case and return 400 for anything else, naming the parameter",
    async check(exchange) {
      for (const name of FLAGS) {
        await assertAccepted(exchange, { [name]: "FALSE" });
        await assertAccepted(exchange, { [name]: "False" });
        await assertRefusedParameter(exchange, name, "maybe");
        if (name !== "url_in_post") await assertAccepted(exchange, { [name]: "TRUE" });
      }
    },
  },
  {
    id: "parameters-numbers",
    rule: "MUST return 400 for anything but a finite number, naming the parameter",
    async check(exchange) {
      for (const name of NUMBERS) {
        for (const value of ["abc", "NaN", "Infinity", "0x10", "1,5", "-1"]) {
          await assertRefusedParameter(exchange, name, value);
        }
      }
    },
  },
  {
    id: "parameters-fractions",
    rule: "MUST return 400 for a confidence threshold outside 0 to 1",
    async check(exchange) {
      for (const name of FRACTIONS) {
        await assertRefusedParameter(exchange, name, "1.01");
        await assertAccepted(exchange, { [name]: "0" });
        await assertAccepted(exchange, { [name]: "1" });
      }
    },
  },
  {
    id: "parameters-integers",
    rule: "MUST return 400 for a median filter size that is not an integer",
    check: (exchange) => assertRefusedParameter(exchange, "median_filter_size", "1.5"),
  },
  {
    id: "parameters-pages",
    rule: "MUST accept page selections of every documented form and return 400 for others, naming the parameter",
    async check(exchange) {
      for (const value of ["1", "1-3", "2-", "1-2,3,7-", " 1,2"]) {
        await assertAccepted(exchange, { pages_to_extract: value });
      }
      for (const value of ["one", "1..3", "-", "3-1", "1,,2", "1;2"]) {
        await assertRefusedParameter(exchange, "pages_to_extract", value);
      }
    },
  },
  {
    id: "parameters-pages-clipped",
    rule: "MUST read the selected pages and no others, ignoring those past the end",
    async check({ call, settled }) {
      const hash = await settled(THREE_PAGES, { mode: "native_text", pages_to_extract: "2-999999999" });
      const { json } = await call("GET", "/whisper-detail", { query: { whisper_hash: hash } });
      assert.equal(valueAt(json, "requested_pages"), 2);
      assert.equal(valueAt(json, "processed_pages"), 2);
      assert.equal(valueAt(json, "total_pages"), 3);
    },
  },
  {
    id: "parameters-repeated",
    rule: "MUST use the last of repeated parameters",
    async check({ call }) {
      const last = await call("POST", "/whisper", { query: "mode=nonsense&mode=form", body: SAMPLE });
      assertJson(last, 202);
      const first = await call("POST", "/whisper", { query: "mode=form&mode=nonsense", body: SAMPLE });
      assertRefused(first, 400, /^mode/);
    },
  },
  {
    id: "parameters-separator",
    rule: "MUST prefer page_separator over page_seperator, and accept the misspelt one alone",
    async check(exchange) {
      const both = await textOf(exchange, { page_separator: "=right=", page_seperator: "=wrong=" });
      assert.ok(both.includes("=right=") && !both.includes("=wrong="));
      const misspelt = await textOf(exchange, { page_seperator: "=alone=" });
      assert.ok(misspelt.includes("=alone="));
      assert.ok((await textOf(exchange, {})).includes("\n<<<\f"));
    },
  },
  {
    id: "parameters-long",
    rule: "MUST return 400 for a separator or label over its maximum length",
    async check(exchange) {
      await assertRefusedParameter(exchange, "page_separator", "x".repeat(1001));
      await assertRefusedParameter(exchange, "tag", "x".repeat(256));
      await assertRefusedParameter(exchange, "file_name", "x".repeat(256));
    },
  },
];

async function assertAccepted({ call }: Exchange, query: Query): Promise<void> {
  assertJson(await call("POST", "/whisper", { query, body: SAMPLE }), 202);
}

async function assertRefusedParameter({ call }: Exchange, name: string, value: string): Promise<void> {
  const reply = await call("POST", "/whisper", { query: { [name]: value }, body: SAMPLE });
  assertRefused(reply, 400, new RegExp(`^${name}\\b`));
}

async function textOf({ call, settled }: Exchange, query: Query): Promise<string> {
  const hash = await settled(SAMPLE, { mode: "native_text", ...query });
  const { json } = await call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
  return String(valueAt(json, "result_text"));
}
