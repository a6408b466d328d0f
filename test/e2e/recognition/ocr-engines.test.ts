import { createExtractor } from "@galley/core";
import { createServer, type Server } from "node:http";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { standardFont } from "../../fixtures/pdf/font.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

const PRINTED = [
  "Northwind Harbour Office",
  "Note to all the boat owners",
  "With kind regards from the harbour",
];
const WRITTEN = "Meet me at noon";
/** Baselines of the printed lines and the handwritten one, in points from the top. */
const BASELINES = [100, 130, 250] as const;
const WRITTEN_AT = 190;

let models: Server;
/** The paths that were requested from the server of the models. */
const requested = new Set<string>();
let service: RunningService;
let client: RestClient;
let note: Uint8Array;
/** The current response of the vision model; `body` replaces the JSON with `text`. */
let answer: { readonly status: number; readonly text: string; readonly body?: string } = {
  status: 200,
  text: "",
};

beforeAll(async () => {
  models = createServer((request, response) => {
    requested.add(request.url ?? "");
    request.resume().on("end", () => {
      const choices = [{ message: { content: answer.text }, finish_reason: "stop" }];
      const usage = { prompt_tokens: 800, completion_tokens: 20 };
      response.writeHead(answer.status).end(answer.body ?? JSON.stringify({ choices, usage }));
    });
  });
  const port = await new Promise<number>((resolve) => {
    models.listen(0, "127.0.0.1", () => {
      resolve(boundPort(models));
    });
  });
  service = await startService({
    env: {
      GALLEY_OCR_ENGINE: "wasm,service",
      GALLEY_OCR_URL: `openai:http://127.0.0.1:${port}/v1`,
      GALLEY_OCR_MODEL: "seer",
      GALLEY_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
  });
  client = createRestClient(service);
  note = await handwrittenNote();
});
afterAll(async () => {
  models.closeAllConnections();
  models.close();
  await service[Symbol.asyncDispose]();
});

test("handwriting read by a vision model is highlighted at its place", async () => {
  answer = { status: 200, text: [PRINTED[0], PRINTED[1], WRITTEN, PRINTED[2]].join("\n") };
  const hash = await client.submit(note, { ocr_engine: "service", add_line_nos: "true" });
  expect((await client.waitUntilSettled(hash)).status).toBe("processed");
  const { result_text: text, whisper_metadata: metadata } = await client.retrieve(hash);
  const lines = text.split("\n");
  const written = lines.findIndex((line) => line.includes(WRITTEN));
  expect(written).toBeGreaterThan(lines.findIndex((line) => line.includes("boat owners")));
  const { [String(written)]: highlight } = await client.highlights(hash, String(written));
  // Pixels at 288 dpi.
  expect(highlight?.base_y).toBeGreaterThan(4 * (WRITTEN_AT - 10));
  expect(highlight?.base_y).toBeLessThan(4 * (WRITTEN_AT + 15));
  expect(metadata).toMatchObject({
    recognition: [{ page_no: 1, engines: [{ engine: "service", model: "seer", words: 19 }] }],
  });
});

test("handwriting=service sends only what looks handwritten", async () => {
  answer = { status: 200, text: WRITTEN };
  const hash = await client.submit(note, { handwriting: "service" });
  await client.waitUntilSettled(hash);
  const { result_text: text, whisper_metadata: metadata } = await client.retrieve(hash);
  for (const line of [...PRINTED, WRITTEN]) expect(text).toContain(line);
  expect(metadata).toMatchObject({
    recognition: [
      {
        engines: [
          { engine: "wasm", model: "eng" },
          { engine: "service", words: 4 },
        ],
      },
    ],
  });
});

test("the tokens of each image are counted", async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/galley_ocr_image_tokens_sum\{kind="prompt"\} (?:800|1600)/);
});

test("if the model fails, the built-in recogniser reads the page, and the page's message says so", async () => {
  answer = { status: 404, text: "" };
  const hash = await client.submit(note, { ocr_engine: "service" });
  const { detail } = await client.waitUntilSettled(hash);
  expect(detail[0]?.message).toContain("The OCR service could not be used: It responded with status 404.");
  expect((await client.retrieve(hash)).result_text).toContain("Harbour Office");
});

test.each([
  ["has 10,000 words", { status: 200, text: "word ".repeat(10_000) }, /It returned 10000 words/],
  [
    "is in another language",
    { status: 200, text: "Hafenamt Nordwind\nMitteilung an alle Bootsbesitzer\nMit freundlichen Wünschen" },
    /Its text is not that of the page/,
  ],
  ["is no JSON", { status: 200, text: "", body: "<html>Bad gateway</html>" }, /could not be used: /],
  ["has status 500", { status: 500, text: "" }, /could not be used: /],
  ["has status 429", { status: 429, text: "" }, /could not be used: /],
])("if its answer %s, the built-in recogniser reads the page", async (_, given, message) => {
  answer = given;
  const hash = await client.submit(note, { ocr_engine: "service" });
  const { status, detail } = await client.waitUntilSettled(hash);
  expect([status, detail[0]?.message]).toEqual(["processed", expect.stringMatching(message)]);
  expect((await client.retrieve(hash)).result_text).toContain("Harbour Office");
});

test("marks of Markdown and HTML in its answer are removed, and links are not followed", async () => {
  const { port } = z.object({ port: z.number() }).parse(models.address());
  const elsewhere = `http://127.0.0.1:${port}/elsewhere`;
  const text = [
    `# Northwind **Harbour** [Office](${elsewhere})`,
    `Note to all the <b>boat</b> owners <img src="${elsewhere}"> ![logo](${elsewhere})`,
    `<script src="${elsewhere}">fetch("${elsewhere}")</script>`,
    PRINTED[2],
  ].join("\n");
  answer = { status: 200, text };
  const hash = await client.submit(note, { ocr_engine: "service" });
  await client.waitUntilSettled(hash);
  const { result_text } = await client.retrieve(hash);
  for (const line of PRINTED) expect(result_text).toContain(line);
  // The page ends with a mark of its own.
  expect(result_text.replace("<<<", "")).not.toMatch(/[<>#*[\]]|elsewhere/);
  expect([...requested]).toEqual(["/v1/chat/completions"]);
});

test("an unknown engine is refused with the valid ones, in both versions and in GraphQL", async () => {
  const init = { method: "POST", body: Buffer.from(note) };
  const two = await client.request("/whisper", { ...init, query: { ocr_engine: "abbyy" } });
  expect(two.status).toBe(400);
  expect(await two.text()).toMatch(/ocr_engine: .*wasm.*tesseract.*onnx.*service/);
  const url = `${service.url}/v1/whisper?processing_mode=ocr&output_mode=text&ocr_engine=abbyy`;
  const one = await fetch(url, { ...init, headers: { "unstract-key": service.serviceKey } });
  expect(one.status).toBe(400);
  const body = JSON.stringify({ query: SUBMIT, variables: { upload: "x", options: { ocrEngine: "ABBYY" } } });
  const headers = { "content-type": "application/json", "service-key": service.serviceKey };
  const three = await fetch(`${service.url}/graphql`, { method: "POST", body, headers });
  expect(await three.text()).toMatch(/ABBYY.*OcrEngineChoice/);
});

test("an engine that is not set up fails the job with those that are", async () => {
  const hash = await client.submit(note, { ocr_engine: "onnx" });
  const { status, message } = await client.waitUntilSettled(hash);
  expect(status).toBe("error");
  expect(message).toContain('"onnx" is not set up here; available: wasm, service');
});

test("GraphQL has the engines of a page, its confidence and its doubtful words", async () => {
  const graphql = createGraphqlClient(service);
  const { id } = await graphql.upload("note.png", note);
  const { submitDocument } = await graphql.read(submittedSchema, SUBMIT, { upload: id, options: {} });
  await client.waitUntilSettled(submitDocument.job.handle);
  const { job } = await graphql.read(pageSchema, PAGE, { id: submitDocument.job.id });
  const [page] = job.pages.nodes;
  expect(page?.recognisers).toMatchObject([{ engine: "WASM", model: "eng" }]);
  expect(page?.confidence).toBeLessThan(0.97);
  expect(page?.lowConfidenceWords.length).toBeGreaterThan(0);
  for (const { confidence, box } of page?.lowConfidenceWords ?? []) {
    expect(confidence).toBeLessThan(0.8);
    expect(box.y1).toBeGreaterThan(WRITTEN_AT - 30);
  }
});

const SUBMIT = `mutation ($upload: ID!, $options: ExtractionOptionsInput!) {
  submitDocument(input: { upload: $upload, options: $options }) { job { id handle } }
}`;
const PAGE = `query ($id: ID!) {
  job(id: $id) {
    pages { nodes { recognisers { engine model } confidence lowConfidenceWords { text confidence box { y1 } } } }
  }
}`;

const submittedSchema = z.object({
  submitDocument: z.object({ job: z.object({ id: z.string(), handle: z.string() }) }),
});
const pageSchema = z.object({
  job: z.object({
    pages: z.object({
      nodes: z.array(
        z.object({
          recognisers: z.array(z.object({ engine: z.string(), model: z.string() })),
          confidence: z.number().nullable(),
          lowConfidenceWords: z.array(
            z.object({ text: z.string(), confidence: z.number(), box: z.object({ y1: z.number() }) }),
          ),
        }),
      ),
    }),
  }),
});

/** A picture of print with a line of loops that look handwritten. */
async function handwrittenNote(): Promise<Uint8Array> {
  const document = createDocument();
  const font = standardFont("Helvetica");
  document.page(A4, (page) => {
    for (const [index, y] of BASELINES.entries())
      page.text(PRINTED[index] ?? "", { x: 72, y, font, size: 13 });
    for (let word = 0; word < 4; word++) {
      const at = (t: number) => ({
        x: 72 + 60 * word + 48 * t + 3 * Math.sin(t * 31),
        y: WRITTEN_AT - 6 - 6 * Math.sin(t * 43 + word) - 2 * Math.cos(t * 17),
      });
      for (let t = 0; t < 1; t += 0.01) page.line(at(t), at(t + 0.01), 1);
    }
  });
  await using extractor = createExtractor({ threads: 1 });
  return (await extractor.renderPage(document.finish().bytes, 1, { dpi: 200, grey: true })).png;
}
