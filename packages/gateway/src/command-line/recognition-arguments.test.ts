import type { RecognitionEngine } from "@galley/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { UsageError } from "./usage-error.ts";
import { enginesFor, recognitionIn } from "./recognition-arguments.ts";
import { ResourceStack } from "../resource-stack.ts";
import { serveHttp } from "../outbound/testing/target-server.ts";

const PICTURE = {
  png: Buffer.from("picture"),
  width: 10,
  height: 10,
  dpi: 300,
  lang: "eng",
  engine: "service",
  shows: "page",
} as const;

test("--tessdata must be an existing folder", () => {
  expect(recognitionIn({ tessdata: import.meta.dirname })).toMatchObject({
    tessdata: [import.meta.dirname, expect.stringMatching(/languages$/)],
    addedLanguages: import.meta.dirname,
    recognition: { engine: "wasm", engines: ["wasm"], service: undefined },
  });
  for (const tessdata of ["", "/no/such/folder", import.meta.filename]) {
    expect(() => recognitionIn({ tessdata })).toThrow(UsageError);
  }
});

test("--ocr-url names a service, which may be on the same machine", async () => {
  const answer = { words: [{ text: "Hi", box: [1, 2, 3, 4] }] };
  await using server = await serveHttp((_, response) => response.end(JSON.stringify(answer)));
  const service = await serviceFor({ ocrUrl: server.url });
  expect(await service?.recognise(PICTURE, new AbortController().signal)).toMatchObject([{ text: "Hi" }]);
});

test("--ocr-url openai:… names a server with vision models, and needs --ocr-model", async () => {
  const answer = { choices: [{ message: { content: "Hi" } }] };
  await using server = await serveHttp((_, response) => response.end(JSON.stringify(answer)));
  const url = `openai:${server.url}`;
  const service = await serviceFor({ ocrUrl: url, ocrModel: "seer" });
  expect(await service?.recognise(PICTURE, new AbortController().signal)).toMatchObject({
    text: "Hi",
    model: "seer",
  });
  expect(() => recognitionIn({ ocrUrl: url })).toThrow(
    "--ocr-model: expected together with --ocr-url openai:…",
  );
});

test("the model of --ocr-url is that of GALLEY_OCR_MODEL, unless --ocr-model names another", async () => {
  const answer = { choices: [{ message: { content: "Hi" } }] };
  await using server = await serveHttp((_, response) => response.end(JSON.stringify(answer)));
  vi.stubEnv("GALLEY_OCR_MODEL", "oracle");
  onTestFinished(() => void vi.unstubAllEnvs());
  const modelFor = async (values: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const service = await serviceFor({ ocrUrl: `openai:${server.url}`, ...values });
    return service?.recognise(PICTURE, new AbortController().signal);
  };
  expect(await modelFor({})).toMatchObject({ model: "oracle" });
  expect(await modelFor({ ocrModel: "seer" })).toMatchObject({ model: "seer" });
});

test.each(["", "no address", "file:///etc/passwd", "openai:", "openai:ftp://host"])(
  "--ocr-url %j is rejected",
  (url) => {
    expect(() => recognitionIn({ ocrUrl: url })).toThrow(/^--ocr-url: expected an http or https URL/);
  },
);

test("an engine without what it needs is rejected with what is missing; models of English ship", () => {
  expect(() => recognitionIn({ ocrEngine: "onnx" })).not.toThrow();
  expect(() => recognitionIn({ ocrEngine: "service" })).toThrow(
    "--ocr-url: expected together with --ocr-engine service",
  );
  expect(() => recognitionIn({ handwriting: "service" })).toThrow(
    "--ocr-url: expected together with --handwriting service",
  );
});

async function serviceFor(values: Readonly<Record<string, unknown>>): Promise<RecognitionEngine | undefined> {
  await using parts = new ResourceStack();
  return (await enginesFor(recognitionIn(values), parts)).engines?.service;
}
