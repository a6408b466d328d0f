import { createHash } from "node:crypto";
import { request } from "node:http";
import { extractOptionsSchema } from "@galley/core/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, MAX_UPLOAD_BYTES } from "../testing/memory-application.ts";
import { A_PDF, startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test("a submission is answered with the documented words and the job's handle", async () => {
  const answer = await world.post();
  expect(answer.status).toBe(202);
  expect(answer.headers.get("content-type")).toBe("application/json");
  const md5 = createHash("md5").update(A_PDF).digest("hex");
  expect(await answer.json()).toEqual({
    message: "Whisper Job Accepted",
    status: "processing",
    whisper_hash: expect.stringMatching(new RegExp(`^[0-9a-f]{8}\\|${md5}$`)),
  });
});

test("without parameters every option has its default", async () => {
  const { options, tag, file } = await world.submitted();
  const { password: _, ...defaults } = extractOptionsSchema.parse({});
  // The documented parameter lang is a hint, and the documented text keeps rows as they are.
  expect(options).toEqual({ ...defaults, missingLanguages: "skip", textOrder: "unprocessed" });
  expect(tag).toBe("default");
  expect(file).toMatchObject({ bytes: A_PDF.length, name: "document" });
});

test.each([
  ["mode=table", "mode", "table"],
  ["mode=%20native_text%20", "mode", "native_text"],
  ["output_mode=text", "outputMode", "text"],
  ["output_mode=dump-text", "outputMode", "text"],
  ["output_mode=text", "textOrder", "unprocessed"],
  ["text_order=reading_order", "textOrder", "reading_order"],
  ["output_mode=line-printer", "outputMode", "layout_preserving"],
  ["page_separator=---", "pageSeparator", "---"],
  ["page_separator=%20", "pageSeparator", " "],
  ["page_seperator=---", "pageSeparator", "---"],
  ["page_seperator=b&page_separator=a", "pageSeparator", "a"],
  ["page_seperator=b&page_separator=", "pageSeparator", "b"],
  ["pages_to_extract=1-3,7,9-", "pages", "1-3,7,9-"],
  ["median_filter_size=3", "medianFilterSize", 3],
  ["median_filter_size=3.0", "medianFilterSize", 3],
  ["gaussian_blur_radius=1.5", "gaussianBlurRadius", 1.5],
  ["line_splitter_tolerance=0.75", "lineTolerance", 0.75],
  ["line_splitter_tolerance=.5", "lineTolerance", 0.5],
  ["line_splitter_tolerance=5e-1", "lineTolerance", 0.5],
  ["line_splitter_strategy=mid-priority", "lineStrategy", "mid-priority"],
  ["horizontal_stretch_factor=1.1", "horizontalStretchFactor", 1.1],
  ["mark_vertical_lines=True", "markVerticalLines", true],
  ["mark_horizontal_lines=TRUE", "markHorizontalLines", true],
  ["lang=deu%2Bfra", "lang", "deu+fra"],
  ["add_line_nos=1", "addLineNumbers", true],
  ["include_line_confidence=true", "includeLineConfidence", true],
  ["allow_rotated_text=False", "allowRotatedText", false],
  ["allow_rotated_text=0", "allowRotatedText", false],
  ["ignore_vertical_text=true", "ignoreVerticalText", true],
  ["word_confidence_threshold=0", "wordConfidenceThreshold", 0],
  ["watermark_angle_threshold=45", "watermarkAngleThreshold", 45],
  ["checkbox_confidence_threshold=1", "checkboxConfidenceThreshold", 1],
  ["derotate_threshold=5", "derotateThreshold", 5],
  ["min_table_width=0.5", "minTableWidth", 0.5],
  ["attachments=read", "attachments", "read"],
  ["mode=table&mode=form", "mode", "form"],
  ["mode=&pages_to_extract=%20&median_filter_size=&add_line_nos=%20", "mode", "form"],
  ["Mode=table&mode[]=table&unheard_of=1", "mode", "form"],
])("%s becomes %s %j", async (query, option, value) => {
  const { options } = await world.submitted(query);
  expect(options).toHaveProperty(option, value);
});

test("a tag and a file name of white space alone are blank", async () => {
  const { tag, file } = await world.submitted({ tag: " \n", file_name: "\u00a0" });
  expect(tag).toBe("default");
  expect(file).toMatchObject({ name: "document" });
});

test("tag and file name are kept with the job", async () => {
  const { tag, file } = await world.submitted({ tag: "ledger", file_name: "../a b.pdf" });
  expect(tag).toBe("ledger");
  expect(file).toMatchObject({ name: "../a b.pdf" });
});

test.each([
  ["mode=excel", /^mode: .*native_text.*low_cost.*high_quality.*form.*table/],
  ["mode=document_insights", /^mode: /],
  ["mode=pdf_to_images", /^mode: /],
  ["mode=FORM", /^mode: expected one of native_text, low_cost, high_quality, form, table$/],
  ["output_mode=html", /^output_mode: .*layout_preserving.*text/],
  ["line_splitter_strategy=up", /^line_splitter_strategy: .*left-priority.*mid-priority.*right-priority/],
  ["pages_to_extract=a", /^pages_to_extract: .*1-3,7,9-/],
  ["median_filter_size=1.5", /^median_filter_size: expected a whole number from 0 to 99$/],
  ["median_filter_size=-1", /^median_filter_size: expected a whole number from 0 to 99$/],
  ["gaussian_blur_radius=1e9", /^gaussian_blur_radius: /],
  ["line_splitter_tolerance=NaN", /^line_splitter_tolerance: .*number/],
  ["horizontal_stretch_factor=Infinity", /^horizontal_stretch_factor: .*number/],
  ["horizontal_stretch_factor=0", /^horizontal_stretch_factor: /],
  ["word_confidence_threshold=1.1", /^word_confidence_threshold: expected a number from 0 to 1$/],
  ["checkbox_confidence_threshold=0x1", /^checkbox_confidence_threshold: .*number/],
  ["watermark_angle_threshold=1,5", /^watermark_angle_threshold: .*number/],
  ["derotate_threshold=-5", /^derotate_threshold: /],
  ["min_table_width=2", /^min_table_width: /],
  ["attachments=all", /^attachments: /],
  ["add_line_nos=maybe", /^add_line_nos: expected true or false$/],
  ["url_in_post=2", /^url_in_post: expected true or false$/],
  [`page_separator=${"x".repeat(1001)}`, /^page_separator: /],
  ["use_webhook=finished", /^use_webhook: .*"finished"/],
  [`tag=${"t".repeat(256)}`, "tag: expected at most 255 characters"],
  [`file_name=${"n".repeat(256)}`, "file_name: expected at most 255 characters"],
])("%s is refused with 400 and says why", async (query, message) => {
  const answer = await world.post(query);
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toEqual({ message: expect.stringMatching(message) });
});

test.each(["mode=%", "mode=%zz", "tag=%FF", "tag=a%00b"])(
  "the query %s is refused with 400",
  async (query) => {
    expect((await world.post(query)).status).toBe(400);
  },
);

test.each([undefined, "application/x-www-form-urlencoded", "application/json", "multipart/form-data", "?"])(
  "the body is the document where the content type is %s",
  async (type) => {
    const headers = { "service-key": KEY, ...(type && { "content-type": type }) };
    expect((await world.post({}, { headers })).status).toBe(202);
  },
);

test("a document may come in chunks", async () => {
  const stream = new Blob([A_PDF]).stream();
  const init: RequestInit & { duplex: "half" } = { body: stream, duplex: "half" };
  expect((await world.post({}, init)).status).toBe(202);
});

test("an empty body is refused with 400", async () => {
  const answer = await world.post({}, { body: "" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message: expect.stringContaining("empty") });
});

test("a document of another kind is refused with 400, naming the kinds that can be read", async () => {
  const answer = await world.post({}, { body: "Rar!\u001a\u0007" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    message: expect.stringMatching(/^The document is a RAR archive; supported: PDF, images/),
  });
});

test("a declared length above the limit is refused with 413 before anything is sent", async () => {
  const outgoing = request(`${world.url}/api/v2/whisper`, {
    method: "POST",
    headers: { "service-key": KEY, "content-length": `${2 ** 40}` },
  });
  const status = new Promise((resolve) => {
    outgoing.on("response", ({ statusCode }) => resolve(statusCode));
  });
  outgoing.flushHeaders();
  expect(await status).toBe(413);
  outgoing.on("error", () => {}).destroy();
});

test("a body that grows above the limit is refused with 413, and its sender hears so", async () => {
  const content = Buffer.concat([A_PDF, Buffer.alloc(20 * MAX_UPLOAD_BYTES)]);
  const init: RequestInit & { duplex: "half" } = { body: new Blob([content]).stream(), duplex: "half" };
  const answer = await world.post({}, init);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ message: expect.stringContaining("larger than") });
});
