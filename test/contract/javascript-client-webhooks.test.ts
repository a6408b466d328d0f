import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LLMWhispererClientV2 } from "llmwhisperer-client";
import { beforeAll, expect, test } from "vitest";
import { answerWith, startWebhookReceiver } from "../support/servers/webhook-receiver.ts";
import { SAMPLE } from "./documents.ts";
import { startSubject, type Subject } from "./subject.ts";

let subject: Subject;
let client: LLMWhispererClientV2;

beforeAll(async () => {
  subject = await startSubject();
  const baseUrl = `${subject.url}/api/v2`;
  client = new LLMWhispererClientV2({ baseUrl, apiKey: subject.key, loggingLevel: "error", maxRetries: 0 });
  return () => subject[Symbol.asyncDispose]();
});

test("the published client manages a webhook from its registration to its end", async () => {
  await using receiver = await startWebhookReceiver();
  const name = `client-${randomUUID()}`;
  await expect(client.deleteWebhookDetails(name)).rejects.toMatchObject({ statusCode: 404 });
  expect(await client.registerWebhook(receiver.url, "a token", name)).toEqual({
    status_code: 201,
    message: { message: "Webhook created successfully" },
  });
  expect(await client.getWebhookDetails(name)).toEqual({
    status_code: 200,
    message: { url: receiver.url, auth_token: "a token", webhook_name: name },
  });
  expect(await client.updateWebhookDetails(name, receiver.url, "another")).toEqual({
    status_code: 200,
    message: { message: "Webhook updated successfully" },
  });
  expect(await client.deleteWebhookDetails(name)).toEqual({
    status_code: 200,
    message: { message: "Webhook deleted successfully" },
  });
  await expect(client.getWebhookDetails(name)).rejects.toThrow("Webhook details not found");
});

test("the published client reads why a webhook was rejected", async () => {
  await using receiver = await startWebhookReceiver();
  receiver.willAnswer(answerWith(403, {}, "go away"));
  const refused = client.registerWebhook(receiver.url, "", `client-${randomUUID()}`);
  await expect(refused).rejects.toThrow("Error calling webhook: 403 go away");
});

test("a document that the published client submits reaches its webhook", async () => {
  await using receiver = await startWebhookReceiver();
  const useWebhook = `client-${randomUUID()}`;
  await client.registerWebhook(receiver.url, "", useWebhook);
  const folder = await mkdtemp(join(tmpdir(), "galley-contract-"));
  const filePath = join(folder, "sample.pdf");
  await writeFile(filePath, SAMPLE);
  const accepted = await client.whisper({
    filePath,
    mode: "native_text",
    useWebhook,
    webhookMetadata: "mine",
  });
  await rm(folder, { recursive: true });
  await expect.poll(() => receiver.results().length, { timeout: 20_000 }).toBe(1);
  expect(JSON.parse(receiver.results()[0]?.body ?? "")).toMatchObject({
    payload_status: { status: "success", whisper_hash: accepted["whisper_hash"] },
    webhook_metadata: "mine",
    result_text: expect.stringContaining("Galley Press"),
  });
});
