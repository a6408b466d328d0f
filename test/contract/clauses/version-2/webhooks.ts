import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  answerWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../../support/servers/webhook-receiver.ts";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { CUT_OFF, SAMPLE } from "../../documents.ts";
import { valueAt, type Exchange, type Reply } from "../../exchange.ts";
import { pauseSince } from "../../../support/pause.ts";

const PATH = "/whisper-manage-callback";
const TOKEN = "token of the target";

export const WEBHOOKS: readonly Clause[] = [
  {
    id: "webhook-life",
    rule: "MUST create, show, update and delete a webhook with the documented statuses, keys and messages",
    async check({ call }) {
      await using receiver = await startWebhookReceiver();
      const hook = webhookAt(receiver);
      const query = { webhook_name: hook.webhook_name };
      assertMessage(
        await call("POST", PATH, { body: JSON.stringify(hook) }),
        201,
        "Webhook created successfully",
      );
      const found = await call("GET", PATH, { query });
      assertJson(found, 200);
      assert.deepEqual(found.json, hook);
      const changed = { ...hook, auth_token: "" };
      assertMessage(
        await call("PUT", PATH, { body: JSON.stringify(changed) }),
        200,
        "Webhook updated successfully",
      );
      assert.deepEqual((await call("GET", PATH, { query })).json, changed);
      assertMessage(await call("DELETE", PATH, { query }), 200, "Webhook deleted successfully");
      assertRefused(await call("GET", PATH, { query }), 404, "Webhook details not found");
      assertRefused(await call("DELETE", PATH, { query }), 404, "Webhook details not found");
      assertRefused(
        await call("PUT", PATH, { body: JSON.stringify(hook) }),
        404,
        "Webhook details not found",
      );
    },
  },
  {
    id: "webhook-test-message",
    rule: "MUST send the documented test message to a new webhook, with its token as bearer token",
    async check({ call }) {
      await using receiver = await startWebhookReceiver();
      assertJson(await call("POST", PATH, { body: JSON.stringify(webhookAt(receiver)) }), 201);
      assertJson(
        await call("POST", PATH, { body: JSON.stringify({ ...webhookAt(receiver), auth_token: "" }) }),
        201,
      );
      const [withToken, without] = receiver.messages;
      assert.deepEqual(JSON.parse(withToken?.body ?? ""), {
        payload_status: { status: "test", message: "Testing webhook" },
        line_metadata: [],
        confidence_metadata: [],
        result_text: "WEBHOOK_TEST",
        metadata: {},
      });
      assert.equal(withToken?.headers["content-type"], "application/json");
      assert.equal(withToken?.headers.authorization, `Bearer ${TOKEN}`);
      assert.equal(without?.headers.authorization, undefined);
    },
  },
  {
    id: "webhook-target-refuses",
    rule: "MUST reject a webhook whose target does not return 200, with its status and 200 characters of its response",
    async check({ call }) {
      await using receiver = await startWebhookReceiver();
      for (const status of [201, 302, 401, 500]) {
        receiver.willAnswer(answerWith(status, { location: receiver.url }, `${status}${"x".repeat(300)}`));
        const refused = await call("POST", PATH, { body: JSON.stringify(webhookAt(receiver)) });
        assertRefused(refused, 400, `Error calling webhook: ${status} ${status}${"x".repeat(197)}`);
      }
      assert.equal(receiver.messages.length, 4, "a redirect was followed");
    },
  },
  {
    id: "webhook-address",
    rule: "MUST reject an invalid, unreachable or forbidden address, at creation and update",
    async check({ call }) {
      await using receiver = await startWebhookReceiver();
      const hook = webhookAt(receiver);
      assertJson(await call("POST", PATH, { body: JSON.stringify(hook) }), 201);
      for (const url of [
        "",
        "nonsense",
        "ftp://127.0.0.1/",
        "http://127.0.0.1:1/",
        "http://169.254.169.254/",
      ]) {
        const body = JSON.stringify({ ...hook, url, webhook_name: `other-${randomUUID()}` });
        assertRefused(await call("POST", PATH, { body }), 400);
        assertRefused(await call("PUT", PATH, { body: JSON.stringify({ ...hook, url }) }), 400);
      }
      const query = { webhook_name: hook.webhook_name };
      assert.deepEqual((await call("GET", PATH, { query })).json, hook);
    },
  },
  {
    id: "webhook-bad-body",
    rule: "MUST reject a body that is not a JSON object or has no name, the latter with the documented message",
    async check({ call }) {
      for (const body of ["", "{", "[]", "null", '"text"', "\u00ff"]) {
        assertRefused(await call("POST", PATH, { body }), 400);
        assertRefused(await call("PUT", PATH, { body }), 400);
      }
      for (const body of [{ url: "http://127.0.0.1/" }, { url: "http://127.0.0.1/", webhook_name: "" }]) {
        const refused = await call("POST", PATH, { body: JSON.stringify(body) });
        assertRefused(refused, 400, "Webhook name not provided in JSON");
      }
      assertRefused(await call("GET", PATH), 400, /^webhook_name/);
      assertRefused(await call("DELETE", PATH), 400, /^webhook_name/);
      assertRefused(await call("POST", PATH, { body: " ".repeat(1e6) }), 413);
    },
  },
  {
    id: "webhook-name-taken",
    rule: "MUST reject a name that is taken and leave the webhook unchanged",
    async check({ call }) {
      await using receiver = await startWebhookReceiver();
      const hook = webhookAt(receiver);
      assertJson(await call("POST", PATH, { body: JSON.stringify(hook) }), 201);
      assertRefused(await call("POST", PATH, { body: JSON.stringify({ ...hook, auth_token: "x" }) }), 409);
      const query = { webhook_name: hook.webhook_name };
      assert.deepEqual((await call("GET", PATH, { query })).json, hook);
    },
  },
  {
    id: "webhook-result",
    rule: "MUST send the result of a finished job with its metadata verbatim, and still return the text",
    async check(exchange) {
      await using receiver = await startWebhookReceiver();
      const name = await registered(exchange, receiver);
      const metadata = ' {"id": "ä|&=%7C"}\n';
      const hash = await exchange.settled(SAMPLE, {
        mode: "native_text",
        use_webhook: name,
        webhook_metadata: metadata,
        add_line_nos: "true",
      });
      const message = await result(receiver);
      assert.equal(message.headers.authorization, `Bearer ${TOKEN}`);
      const sent: unknown = JSON.parse(message.body);
      assertKeys(sent, [
        "payload_status",
        "line_metadata",
        "confidence_metadata",
        "result_text",
        "metadata",
        "webhook_metadata",
      ]);
      assert.deepEqual(valueAt(sent, "payload_status"), {
        status: "success",
        message: "",
        whisper_hash: hash,
      });
      const { json } = await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
      for (const key of ["line_metadata", "confidence_metadata", "result_text", "metadata"]) {
        assert.deepEqual(valueAt(sent, key), valueAt(json, key), key);
      }
      assert.equal(valueAt(sent, "webhook_metadata"), metadata);
      assert.equal(valueAt(json, "webhook_metadata"), metadata);
    },
  },
  {
    id: "webhook-failure",
    rule: "MUST notify a webhook of a failed job",
    async check(exchange) {
      await using receiver = await startWebhookReceiver();
      const name = await registered(exchange, receiver);
      const hash = await exchange.settled(CUT_OFF, { use_webhook: name, webhook_metadata: "mine" });
      const sent: unknown = JSON.parse((await result(receiver)).body);
      const status = valueAt(sent, "payload_status");
      assert.equal(valueAt(status, "status"), "error");
      assert.notEqual(valueAt(status, "message"), "");
      assert.equal(valueAt(status, "whisper_hash"), hash);
      assert.equal(valueAt(sent, "result_text"), "");
      assert.equal(valueAt(sent, "webhook_metadata"), "mine");
    },
  },
  {
    id: "webhook-metadata-without-webhook",
    rule: "MUST return webhook_metadata on retrieve, also without a webhook",
    async check({ call, settled }) {
      const hash = await settled(SAMPLE, { mode: "native_text", webhook_metadata: "mine" });
      const { json } = await call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
      assert.equal(valueAt(json, "webhook_metadata"), "mine");
    },
  },
];

function webhookAt({ url }: WebhookReceiver): { url: string; auth_token: string; webhook_name: string } {
  return { url, auth_token: TOKEN, webhook_name: `contract-${randomUUID()}` };
}

async function registered({ call }: Exchange, receiver: WebhookReceiver): Promise<string> {
  const hook = webhookAt(receiver);
  assertJson(await call("POST", PATH, { body: JSON.stringify(hook) }), 201);
  return hook.webhook_name;
}

const RESULT_TIMEOUT_MS = 15_000;

async function result(receiver: WebhookReceiver): Promise<WebhookReceiver["messages"][number]> {
  for (const start = Date.now(); Date.now() < start + RESULT_TIMEOUT_MS; await pauseSince(start)) {
    const [message] = receiver.results();
    if (message) return message;
  }
  throw new Error(`No result was sent in ${RESULT_TIMEOUT_MS} ms.`);
}

function assertMessage(reply: Reply, status: number, message: string): void {
  assertJson(reply, status);
  assert.deepEqual(reply.json, { message });
}
