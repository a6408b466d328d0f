import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LLMWhispererClientException, LLMWhispererClientV2 } from "llmwhisperer-client";
import { beforeAll, expect, test } from "vitest";
import { documentPage, serveDocuments } from "../support/servers/document-server.ts";
import { SAMPLE } from "./documents.ts";
import { startSubject, type Subject } from "./subject.ts";
import { pauseSince } from "../support/pause.ts";

let subject: Subject;
let folder: string;
let client: LLMWhispererClientV2;

beforeAll(async () => {
  subject = await startSubject();
  client = clientWith(subject.key);
  return () => subject[Symbol.asyncDispose]();
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-contract-"));
  return () => rm(folder, { recursive: true, force: true });
});

test("the published client gets a file's text, details and highlights", async () => {
  const filePath = await written("sample.pdf", SAMPLE);

  const accepted = await client.whisper({ filePath, mode: "native_text", addLineNos: true, tag: "client" });
  expect(accepted).toMatchObject({ message: "Whisper Job Accepted", status: "processing", statusCode: 202 });
  const hash = String(accepted["whisper_hash"]);

  expect(await settledStatus(hash)).toMatchObject({ status: "processed", statusCode: 200 });

  const { extraction } = await client.whisperRetrieve(hash);
  const lines = String(extraction["result_text"]).split("\n");
  const line = lines.findIndex((text) => text.includes("Galley Press"));
  expect(line).toBeGreaterThanOrEqual(2);

  const detail = await client.whisperDetail(hash);
  expect(detail).toMatchObject({ whisper_hash: hash, mode: "native_text", tag: "client", total_pages: 1 });

  const [row] = Object.values(await client.getHighlightData(hash, `${line}`));
  const metadata = extraction["line_metadata"];
  expect(row?.["raw"]).toEqual(Array.isArray(metadata) ? metadata[line] : undefined);
  expect(Object.keys(await client.getHighlightData(hash, "", true))).toHaveLength(lines.length);
});

test("the published client gets the text of a URL", async () => {
  await using server = await serveDocuments({ "/sample.pdf": documentPage(SAMPLE) });
  const url = `${server.url}/sample.pdf`;
  const result = await client.whisper({ url, mode: "native_text", waitForCompletion: true });
  expect(result).toMatchObject({ status: "processed", status_code: 200 });
  expect(result["extraction"]).toHaveProperty("result_text", expect.stringContaining("Galley Press"));
});

test("the published client gets the reason why a URL could not be fetched", async () => {
  await using server = await serveDocuments({});
  const accepted = await client.whisper({ url: `${server.url}/sample.pdf` });
  const status = await settledStatus(String(accepted["whisper_hash"]));
  expect(status).toMatchObject({ status: "error", message: expect.stringContaining("404") });
});

test("the published client reads its page usage", async () => {
  const before = await client.getUsageInfo();
  const filePath = await written("counted.pdf", SAMPLE);
  await client.whisper({ filePath, mode: "native_text", waitForCompletion: true });
  const after = await client.getUsageInfo();
  expect(after).toMatchObject({ monthly_quota: -1, daily_quota: -1 });
  for (const count of ["today_page_count", "current_page_count", "current_page_count_native_text"]) {
    expect(after[count]).toBe(Number(before[count]) + 1);
  }
});

test("the published client waits for completion and gets the text", async () => {
  const filePath = await written("waited.pdf", SAMPLE);
  const result = await client.whisper({ filePath, mode: "native_text", waitForCompletion: true });
  expect(result).toMatchObject({ status: "processed", status_code: 200 });
  expect(result["extraction"]).toHaveProperty("result_text", expect.stringContaining("Galley Press"));
});

test("the published client reads every error message", async () => {
  const filePath = await written("refused.pdf", SAMPLE);
  await expect(client.whisper({ filePath, mode: "nonsense" })).rejects.toThrow(/^mode: .*native_text/);
  await expect(client.whisper({ url: "ftp://example.com/a.pdf" })).rejects.toThrow(/http or https/);
  await expect(client.whisperStatus("00000000|unknown")).rejects.toThrow(/^Whisper job not found/);
  await expect(client.whisperDetail("00000000|unknown")).rejects.toThrow("Record not found");
  await expect(client.getHighlightData("00000000|unknown", "1")).rejects.toThrow("Line metadata not found");
  const refused = clientWith("no such key").whisperStatus("00000000|unknown");
  await expect(refused).rejects.toBeInstanceOf(LLMWhispererClientException);
  await expect(refused).rejects.toMatchObject({ statusCode: 401 });
});

function clientWith(apiKey: string): LLMWhispererClientV2 {
  return new LLMWhispererClientV2({
    baseUrl: `${subject.url}/api/v2`,
    apiKey,
    loggingLevel: "error",
    maxRetries: 0,
  });
}

async function written(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function settledStatus(hash: string): Promise<Record<string, unknown>> {
  for (const start = Date.now(); ; await pauseSince(start)) {
    const status = await client.whisperStatus(hash);
    if (status["status"] !== "accepted" && status["status"] !== "processing") return status;
  }
}
