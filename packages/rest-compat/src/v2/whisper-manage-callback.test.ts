import { aPageFailed, aPageRead } from "@galley/core/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";
import { KEY, STRANGERS_KEY } from "../testing/memory-application.ts";

const HOOK = { url: "https://example.com/done", auth_token: "a token", webhook_name: "done" };

let world: RestWorld;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function call(
  method: string,
  { json, query = {}, key = KEY }: { json?: unknown; query?: Record<string, string>; key?: string } = {},
): Promise<{ status: number; json: unknown }> {
  const body = typeof json === "string" ? json : JSON.stringify(json);
  const headers = { "service-key": key };
  const answer = await world.get("/whisper-manage-callback", query, {
    method,
    headers,
    ...(body && { body }),
  });
  expect(answer.headers.get("content-type")).toBe("application/json");
  return { status: answer.status, json: await answer.json() };
}

test("a webhook is created, found, updated and deleted in documented words", async () => {
  const query = { webhook_name: "done" };
  expect(await call("POST", { json: HOOK })).toEqual({
    status: 201,
    json: { message: "Webhook created successfully" },
  });
  expect(await call("GET", { query })).toEqual({ status: 200, json: HOOK });
  const changed = { ...HOOK, url: "https://example.org/", auth_token: "" };
  expect(await call("PUT", { json: changed })).toEqual({
    status: 200,
    json: { message: "Webhook updated successfully" },
  });
  expect(await call("GET", { query })).toEqual({ status: 200, json: changed });
  expect(await call("DELETE", { query })).toEqual({
    status: 200,
    json: { message: "Webhook deleted successfully" },
  });
  expect(await call("GET", { query })).toEqual({
    status: 404,
    json: { message: "Webhook details not found" },
  });
});

test("the registration sends exactly the documented test message", async () => {
  await call("POST", { json: HOOK });
  expect(world.targets.sent.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    [
      HOOK.url,
      {
        payload_status: { status: "test", message: "Testing webhook" },
        line_metadata: [],
        confidence_metadata: [],
        result_text: "WEBHOOK_TEST",
        metadata: {},
      },
    ],
  ]);
});

test.each<[string, unknown, number, RegExp]>([
  ["no JSON", "{", 400, /not valid JSON/],
  ["no UTF-8 JSON object", "[]", 400, /not a JSON object/],
  ["null", "null", 400, /not a JSON object/],
  ["nothing", undefined, 400, /not valid JSON/],
  ["no members", {}, 400, /^Webhook name not provided in JSON$/],
  ["a name that is no text", { ...HOOK, webhook_name: 7 }, 400, /^webhook_name: expected text$/],
  ["no name", { url: HOOK.url, auth_token: "" }, 400, /^Webhook name not provided in JSON$/],
  ["a blank name", { ...HOOK, webhook_name: " " }, 400, /^Webhook name not provided in JSON$/],
  ["a long name", { ...HOOK, webhook_name: "n".repeat(256) }, 400, /^webhook_name: /],
  ["another format", { ...HOOK, format: "pdf" }, 400, /^format: expected one of text, /],
  ["no URL", { webhook_name: "done" }, 400, /^url: required/],
  ["a wrong URL", { ...HOOK, url: "ftp://example.com" }, 400, /^url: .*http/],
  ["a token that no header can carry", { ...HOOK, auth_token: "a\nb" }, 400, /^auth_token: /],
  ["a token that is no text", { ...HOOK, auth_token: 7 }, 400, /^auth_token: expected text$/],
  ["far too much", { ...HOOK, more: "x".repeat(70_000) }, 413, /larger than/],
])("a body with %s is refused", async (_, json, status, message) => {
  expect(await call("POST", { json })).toEqual({
    status,
    json: { message: expect.stringMatching(message) },
  });
});

test("a target that does not answer with 200 is refused with its reply", async () => {
  world.targets.willAnswer([{ kind: "answered", status: 401, retryAfter: undefined, body: "x".repeat(300) }]);
  expect(await call("POST", { json: HOOK })).toEqual({
    status: 400,
    json: { message: `Error calling webhook: 401 ${"x".repeat(200)}` },
  });
  expect((await call("POST", { json: HOOK })).status).toBe(201);
  world.targets.willAnswer([{ kind: "refused", message: "It may not be reached." }]);
  expect(await call("PUT", { json: HOOK })).toEqual({
    status: 400,
    json: { message: "Error calling webhook: It may not be reached." },
  });
});

test("a name that is taken is refused with 409, by another organization with nothing", async () => {
  await call("POST", { json: HOOK });
  expect(await call("POST", { json: HOOK })).toEqual({
    status: 409,
    json: { message: 'A webhook named "done" already exists. Choose another name.' },
  });
  const query = { webhook_name: "done" };
  expect((await call("GET", { query, key: STRANGERS_KEY })).status).toBe(404);
  expect((await call("DELETE", { query, key: STRANGERS_KEY })).status).toBe(404);
  expect((await call("POST", { json: HOOK, key: STRANGERS_KEY })).status).toBe(201);
});

test("a name is required where it is asked for", async () => {
  for (const method of ["GET", "DELETE"]) {
    expect(await call(method)).toEqual({ status: 400, json: { message: "webhook_name: required" } });
  }
});

test("the result that a webhook gets is what a retrieval answers, with status and hash", async () => {
  await call("POST", { json: HOOK });
  const { handle } = await world.read([aPageRead(1)], {
    use_webhook: "done",
    webhook_metadata: ' {"a": 1} ',
    add_line_nos: "true",
  });
  await world.deliver();
  const retrieved = await (await world.get("/whisper-retrieve", { whisper_hash: handle })).json();
  const { whisper_metadata: _, ...result } = Object(retrieved);
  expect(result).toMatchObject({
    webhook_metadata: ' {"a": 1} ',
    result_text: expect.stringContaining("42"),
  });
  expect(JSON.parse(world.targets.sent.at(-1)?.body ?? "")).toEqual({
    payload_status: { status: "success", message: "", whisper_hash: handle },
    ...result,
  });
});

test("a webhook hears of a document that could not be read", async () => {
  await call("POST", { json: HOOK });
  const { handle } = await world.read([aPageFailed(1)], { use_webhook: "done", webhook_metadata: "m" });
  await world.deliver();
  expect(JSON.parse(world.targets.sent.at(-1)?.body ?? "")).toEqual({
    payload_status: {
      status: "error",
      message: "No page could be read. The page took too long.",
      whisper_hash: handle,
    },
    line_metadata: [],
    confidence_metadata: [],
    result_text: "",
    metadata: {},
    webhook_metadata: "m",
  });
});

test("a result that no retry brought to its webhook is told with the status, and can be retrieved", async () => {
  await call("POST", { json: HOOK });
  const { handle } = await world.read([aPageRead(1)], { use_webhook: "done" });
  world.targets.willAnswer([{ kind: "answered", status: 500, retryAfter: undefined, body: "" }]);
  await world.deliver();
  const status = await world.get("/whisper-status", { whisper_hash: handle });
  expect(await status.json()).toMatchObject({
    status: "processed",
    message:
      'webhook_retries_exceeded: the webhook "done" did not accept the result; retrieve it with whisper-retrieve',
  });
  expect((await world.get("/whisper-retrieve", { whisper_hash: handle })).status).toBe(200);
});
