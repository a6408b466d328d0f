import { access } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { invoiceBatch } from "../../fixtures/invoice-batch.ts";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { type Credentials, loadNodes, type N8nHost } from "../../support/servers/n8n-host.ts";
import { madeApiPipeline } from "../../support/pipelines.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";

let service: RunningService;
let folder: TemporaryFolder;
let n8n: N8nHost;
let key: Credentials;
let token: Credentials;

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService({ env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  n8n = await loadNodes(folder.path);
  key = { baseUrl: `${service.url}/`, kind: "extractionKey", key: service.serviceKey };
  token = { baseUrl: service.url, kind: "accessToken", key: service.accessToken };
}, 240_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const statement = {
  fileName: "statement.pdf",
  content: new Uint8Array(FIXTURES["statement"]?.().bytes ?? new Uint8Array()),
};
const EXTRACT = {
  resource: "document",
  operation: "extract",
  source: "binary",
  binaryPropertyName: "data",
  output: "text",
  wait: true,
  timeout: 60,
  options: { mode: "NATIVE_TEXT" },
};
const files = { data: statement };

test("icons of both themes are packed where the nodes look for them", async () => {
  for (const { description } of n8n.nodes.values()) {
    for (const icon of Object.values(description.icon)) {
      const path = join(n8n.folder, "dist/nodes/Galley", icon.replace("file:", ""));
      await expect(access(path)).resolves.toBeUndefined();
    }
  }
});

describe("a document", () => {
  test("becomes text, Markdown, tables, chunks and data", async () => {
    const extracted = async (output: string, more: object = {}) =>
      n8n.execute("galley", { credentials: key, parameters: { ...EXTRACT, output, ...more }, files });
    const [text] = await extracted("text");
    expect(text).toMatchObject({
      json: { name: "statement.pdf", status: "PROCESSED" },
      pairedItem: { item: 0 },
    });
    expect(text?.json["text"]).toContain("<<<");
    const [markdown] = await extracted("markdown");
    expect(markdown?.json["markdown"]).toMatch(/^\|.*\|$/m);
    const [table] = await extracted("tables");
    expect(table?.json).toMatchObject({ name: "statement.pdf", rows: expect.arrayContaining([]) });
    const chunks = await extracted("chunks", { chunking: { maxTokens: 16 } });
    expect(chunks.length).toBeGreaterThan(1);
    const places = expect.arrayContaining([expect.objectContaining({ page: 1 })]);
    expect(chunks[0]?.json).toMatchObject({ name: "statement.pdf", places });
    const [data] = await extracted("data", { schema: "bank-statement" });
    const transactions = expect.arrayContaining([expect.objectContaining({ description: "Harbour dues" })]);
    expect(data?.json).toMatchObject({
      name: "statement.pdf",
      schema: "bank-statement",
      data: { transactions },
    });
  });

  test("with several invoices becomes an item for each of them", async () => {
    const batch = { fileName: "batch.pdf", content: new Uint8Array(invoiceBatch().bytes) };
    const parameters = { ...EXTRACT, output: "data", schema: "invoice", split: true };
    const items = await n8n.execute("galley", { credentials: token, parameters, files: { data: batch } });
    expect(items.map(({ json }) => json)).toMatchObject([
      { name: "batch.pdf", part: 1, pages: { first: 1, last: 2 }, data: { invoice_number: "EC-2025-417" } },
      { name: "batch.pdf", part: 2, pages: { first: 3, last: 3 }, needsReview: false },
      { name: "batch.pdf", part: 3, pages: { first: 4, last: 4 }, needsReview: true },
    ]);
  });

  test("that is not waited for can be got later, by its id or its handle", async () => {
    const parameters = { ...EXTRACT, wait: false, options: { ...EXTRACT.options, tag: "n8n", pages: "1" } };
    const [sent] = await n8n.execute("galley", { credentials: token, parameters, files });
    const { documentId, handle } = z.object({ documentId: z.string(), handle: z.string() }).parse(sent?.json);
    const get = { resource: "document", operation: "get" };
    const look = async (id: string, output: string) =>
      (
        await n8n.execute("galley", { credentials: token, parameters: { ...get, documentId: id, output } })
      )[0];
    await expect
      .poll(async () => (await look(handle, "details"))?.json, { timeout: 30_000 })
      .toMatchObject({ documentId, status: "PROCESSED", tag: "n8n", pagesDone: 1 });
    expect((await look(documentId, "text"))?.json["text"]).toContain("<<<");
    expect((await look(documentId, "markdown"))?.json["markdown"]).toContain("| Date | Text |");
  });

  test.each([
    ["an unknown key", { credentials: { key: "no-key" } }, /not valid/],
    ["a URL on a private network", { parameters: { source: "url", url: "http://10.0.0.1/a.pdf" } }, /./],
    ["pages that are no selection", { parameters: { options: { pages: "x" } } }, /pages/],
    ["a missing file", { parameters: { binaryPropertyName: "other" } }, "no binary field other"],
    ["an unknown webhook", { parameters: { options: { webhook: "nobody" } } }, /webhook/i],
    [
      "an unknown document",
      { parameters: { operation: "get", documentId: "00000000-0000-4000-8000-000000000000" } },
      /no such job|not found|unknown/i,
    ],
  ])("with %s fails with a message", async (_, { credentials, parameters }: Given, message) => {
    const execution = {
      credentials: { ...key, ...credentials },
      parameters: { ...EXTRACT, ...parameters },
      files,
    };
    await expect(n8n.execute("galley", execution)).rejects.toThrow(message);
    const [item] = await n8n.execute("galley", { ...execution, continueOnFail: true });
    expect(item?.json).toMatchObject({ error: expect.stringMatching(message) });
  });
});

interface Given {
  readonly credentials?: Partial<Credentials>;
  readonly parameters?: object;
}

describe("a pipeline", () => {
  test("is listed, found in the editor, and run with files", async () => {
    const pipelineId = await madeApiPipeline(service);
    const list = { resource: "pipeline", operation: "getAll", returnAll: true };
    const listed = await n8n.execute("galley", { credentials: token, parameters: list });
    expect(listed.map(({ json }) => json["pipelineId"])).toContain(pipelineId);
    const pipelines = listed.map(({ json }) => ({ name: json["name"], value: json["pipelineId"] }));
    const search = async (term: string) => n8n.search("galley", "searchPipelines", token, term);
    expect(await search("")).toEqual({ results: pipelines });
    const own = pipelines.filter(({ value }) => value === pipelineId);
    expect(await search(String(own[0]?.name))).toEqual({ results: own });

    const run = {
      resource: "pipeline",
      operation: "run",
      pipelineId,
      files: "binary",
      binaryPropertyNames: "data, other",
      wait: true,
      timeout: 60,
    };
    const other = { fileName: "statement.pdf", content: statement.content };
    const [ended] = await n8n.execute("galley", {
      credentials: token,
      parameters: run,
      files: { ...files, other },
    });
    expect(ended?.json).toMatchObject({
      status: "COMPLETED",
      totalFiles: 2,
      files: [
        { path: "2 statement.pdf", status: "DONE" },
        { path: "statement.pdf", status: "DONE", documentId: expect.any(String) },
      ],
    });
    await expect(
      n8n.execute("galley", { credentials: token, parameters: { ...run, files: "source" } }),
    ).rejects.toThrow("upload the files");
    await expect(
      n8n.execute("galley", { credentials: token, parameters: { ...run, binaryPropertyNames: " , " } }),
    ).rejects.toThrow("Input Binary Fields is empty");
    await expect(
      n8n.execute("galley", { credentials: key, parameters: run, files: { ...files, other } }),
    ).rejects.toThrow("access token");
  });
});

describe("a trigger", () => {
  test("creates its webhook, starts on signed messages only, and removes the webhook", async () => {
    await using receiver = await startWebhookReceiver();
    const trigger = n8n.trigger("galleyTrigger", {
      credentials: key,
      parameters: { webhookName: "n8n", format: "MARKDOWN" },
      url: receiver.url,
    });
    expect(await trigger.call("checkExists")).toBe(false);
    await trigger.call("create");
    expect(await trigger.call("checkExists")).toBe(true);
    const [tried] = receiver.messages;
    expect(await trigger.receive({ headers: {}, body: tried?.body ?? "{}" })).toEqual({
      status: 200,
      items: [],
    });

    const options = { ...EXTRACT.options, webhook: "n8n" };
    const parameters = { ...EXTRACT, output: "markdown", options };
    const [sent] = await n8n.execute("galley", { credentials: key, parameters, files });
    await expect.poll(() => receiver.results().length, { timeout: 30_000 }).toBe(1);
    const [message] = receiver.results();
    if (!message) throw new Error("no message");
    const started = await trigger.receive(message);
    expect(started.items[0]?.json).toMatchObject({
      documentHandle: sent?.json["handle"],
      status: "success",
      rendition: { format: "markdown", content: sent?.json["markdown"] },
    });
    const changed = { ...message, body: message.body.replace("success", "failure") };
    expect(await trigger.receive(changed)).toEqual({ status: 401, items: [] });
    expect(await trigger.receive({ ...message, headers: {} })).toEqual({ status: 401, items: [] });

    await trigger.call("delete");
    expect(await trigger.call("checkExists")).toBe(false);
    expect(await trigger.receive(message)).toEqual({ status: 401, items: [] });
  });

  test("of a workflow under test has a webhook of its own; another's webhook is left alone", async () => {
    await using receiver = await startWebhookReceiver();
    const hooks = { credentials: key, parameters: { webhookName: "shared", format: "TEXT" } };
    const live = n8n.trigger("galleyTrigger", { ...hooks, url: receiver.url });
    const tested = n8n.trigger("galleyTrigger", { ...hooks, url: `${receiver.url}/test`, mode: "manual" });
    await live.call("create");
    await tested.call("create");
    await tested.call("delete");
    expect(await live.call("checkExists")).toBe(true);
    const stranger = n8n.trigger("galleyTrigger", { ...hooks, url: `${receiver.url}/stranger` });
    await expect(stranger.call("create")).rejects.toThrow("shared");
    await stranger.call("delete");
    expect(await live.call("checkExists")).toBe(true);
  });
});
