import { expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "./endpoints.ts";

test.each(ENDPOINTS)("$method $path can be described as JSON Schema", ({ query, response }) => {
  expect(z.toJSONSchema(query, { io: "output" })).toMatchObject({ type: "object" });
  expect(z.toJSONSchema(response.body, { io: "output" })).toHaveProperty("$schema");
});

test("the description of a submission names every documented parameter with its default", () => {
  const submit = ENDPOINTS.find(({ method }) => method === "POST");
  const { properties = {} } = z.toJSONSchema(submit?.query ?? z.never(), { io: "output" });
  const defaults = Object.entries(properties).map(([name, schema]) => [
    name,
    Reflect.get(Object(schema), "default"),
  ]);
  expect(Object.fromEntries(defaults)).toEqual({
    mode: "form",
    output_mode: "layout_preserving",
    text_order: "unprocessed",
    page_separator: undefined,
    page_seperator: undefined,
    pages_to_extract: "",
    median_filter_size: 0,
    gaussian_blur_radius: 0,
    line_splitter_tolerance: 0.4,
    line_splitter_strategy: "left-priority",
    horizontal_stretch_factor: 1,
    url_in_post: false,
    url: undefined,
    mark_vertical_lines: false,
    mark_horizontal_lines: false,
    lang: "eng",
    tag: "default",
    file_name: undefined,
    use_webhook: undefined,
    webhook_metadata: undefined,
    add_line_nos: false,
    allow_rotated_text: true,
    word_confidence_threshold: 0.3,
    include_line_confidence: false,
    watermark_angle_threshold: 25,
    checkbox_confidence_threshold: 0.3,
    ignore_vertical_text: false,
    derotate_threshold: 10,
    min_table_width: 0,
    attachments: "list",
    remark_text: "drop",
    ocr_engine: "default",
    handwriting: "default",
    renditions: [],
    blocks: false,
    split: false,
  });
});
