import assert from "node:assert/strict";
import type { Clause } from "../../clause.ts";
import { FORM, RULED } from "../../documents.ts";
import { valueAt, type Exchange, type Query } from "../../exchange.ts";

/** Parameters of version 2 with their documented defaults; those without one have none. */
const VERSION_2_DEFAULTS = {
  mode: "form",
  output_mode: "layout_preserving",
  pages_to_extract: "",
  median_filter_size: 0,
  gaussian_blur_radius: 0,
  line_splitter_tolerance: 0.4,
  line_splitter_strategy: "left-priority",
  horizontal_stretch_factor: 1,
  url_in_post: false,
  mark_vertical_lines: false,
  mark_horizontal_lines: false,
  lang: "eng",
  tag: "default",
  add_line_nos: false,
  allow_rotated_text: true,
  word_confidence_threshold: 0.3,
  include_line_confidence: false,
  watermark_angle_threshold: 25,
  checkbox_confidence_threshold: 0.3,
};

const VERSION_1_DEFAULTS = {
  force_text_processing: false,
  pages_to_extract: "",
  timeout: 200,
  store_metadata_for_highlighting: false,
  median_filter_size: 0,
  gaussian_blur_radius: 0,
  ocr_provider: "advanced",
  line_splitter_tolerance: 0.4,
  horizontal_stretch_factor: 1,
  url_in_post: false,
};

export const LINE_OPTIONS: readonly Clause[] = [
  {
    id: "parameters-defaults",
    rule: "MUST state the documented default of every parameter in its own description",
    async check({ manage }) {
      const { json } = await manage("GET", "/openapi.json", { area: "", token: null });
      for (const [path, defaults] of [
        ["/api/v2/whisper", VERSION_2_DEFAULTS],
        ["/v1/whisper", VERSION_1_DEFAULTS],
      ] as const) {
        const parameters = valueAt(json, "paths", path, "post", "parameters");
        assert.ok(Array.isArray(parameters));
        const described = parameters.map((one) => [valueAt(one, "name"), valueAt(one, "schema", "default")]);
        const found = Object.fromEntries(described.filter(([name]) => String(name) in defaults));
        assert.deepEqual(found, defaults);
      }
    },
  },
  {
    id: "line-rules",
    rule: "MUST draw vertical lines on request, horizontal ones only with them, and none in native_text",
    async check(exchange) {
      const drawn = async (query: Query): Promise<readonly boolean[]> => {
        const text = await textOf(exchange, RULED, query);
        return [text.includes("|"), /-{5}/.test(text)];
      };
      const [vertical, horizontal] = [{ mark_vertical_lines: "true" }, { mark_horizontal_lines: "true" }];
      assert.deepEqual(await drawn({ mode: "form" }), [false, false]);
      assert.deepEqual(await drawn({ mode: "form", ...vertical }), [true, false]);
      assert.deepEqual(await drawn({ mode: "form", ...vertical, ...horizontal }), [true, true]);
      assert.deepEqual(await drawn({ mode: "form", ...horizontal }), [false, false]);
      assert.deepEqual(await drawn({ mode: "native_text", ...vertical, ...horizontal }), [false, false]);
    },
  },
  {
    id: "line-tolerance",
    rule: "MUST start a new line for text that leaves its line by more than line_splitter_tolerance",
    async check(exchange) {
      const lines = async (line_splitter_tolerance: string): Promise<number> =>
        (await textOf(exchange, FORM, { line_splitter_tolerance })).split("\n").length;
      assert.ok((await lines("0")) > (await lines("1")));
    },
  },
  {
    id: "line-stretch",
    rule: "MUST move columns to the right by horizontal_stretch_factor",
    async check(exchange) {
      const width = async (query: Query): Promise<number> => {
        const lines = (await textOf(exchange, RULED, query)).split("\n");
        return Math.max(...lines.map((line) => line.trimEnd().length));
      };
      const plain = await width({});
      assert.equal(await width({ horizontal_stretch_factor: "1.0" }), plain);
      assert.ok((await width({ horizontal_stretch_factor: "2" })) > 1.5 * plain);
    },
  },
];

async function textOf(exchange: Exchange, document: Uint8Array, query: Query): Promise<string> {
  const whisper_hash = await exchange.settled(document, { mode: "form", ...query });
  const { json } = await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash } });
  return String(valueAt(json, "result_text"));
}
