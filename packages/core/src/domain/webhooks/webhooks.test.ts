import { expect, test } from "vitest";
import type { Caller } from "../access/model/caller.ts";
import type { WebhookAnswer } from "./webhook-ports.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import {
  CALLER,
  STRANGER,
  TARGET,
  WebhookWorld,
  answer,
  refusal,
  submission,
} from "../testing/webhook-world.ts";

test("a registration sends the test message with the token and a signature", async () => {
  const { application, ports } = new WebhookWorld();
  const webhook = await application.webhooks.register(CALLER, TARGET);
  expect(ports.sent).toMatchObject([
    { url: TARGET.url, body: '{"kind":"test"}', headers: { authorization: `Bearer ${TARGET.authToken}` } },
  ]);
  expect(await application.webhooks.find(CALLER, TARGET.name)).toEqual(webhook);
  expect(application.webhooks.authToken(CALLER, webhook)).toBe(TARGET.authToken);
  expect(application.webhooks.signingSecret(CALLER, webhook)).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
});

test("a target without authentication is sent no authorization", async () => {
  const { application, ports } = new WebhookWorld();
  await application.webhooks.register(CALLER, { ...TARGET, authToken: "" });
  expect(ports.sent[0]?.headers).not.toHaveProperty("authorization");
});

test.each<[string, WebhookAnswer, string]>([
  ["answers 401", answer(401, { body: "who are you" }), "Error calling webhook: 401 who are you"],
  ["answers 204", answer(204), "Error calling webhook: 204"],
  ["redirects", answer(302), "Error calling webhook: 302"],
  ["is not reached", { kind: "failed", message: "Nobody there." }, "Error calling webhook: Nobody there."],
  ["may not be reached", { kind: "refused", message: "Refused." }, "Error calling webhook: Refused."],
  [
    "repeats the token",
    answer(500, { body: `got ${TARGET.authToken}` }),
    "Error calling webhook: 500 got (hidden)",
  ],
])("a target that %s is not registered", async (_, reply, message) => {
  const { application, ports } = new WebhookWorld();
  ports.willAnswer([reply]);
  const registered = application.webhooks.register(CALLER, TARGET);
  await expect(registered).rejects.toMatchObject({ code: "BAD_INPUT", field: "url", message });
  expect(await application.webhooks.list(CALLER)).toEqual([]);
});

test("a refusal shows 200 characters of the reply", async () => {
  const { application, ports } = new WebhookWorld();
  ports.willAnswer([answer(500, { body: "x".repeat(1000) })]);
  const registered = application.webhooks.register(CALLER, TARGET);
  await expect(registered).rejects.toThrow(`Error calling webhook: 500 ${"x".repeat(200)}`);
});

test.each([
  [{ name: " " }, "name"],
  [{ name: "n".repeat(256) }, "name"],
  [{ url: "ftp://example.com/" }, "url"],
  [{ url: "example.com" }, "url"],
  [{ url: `https://example.com/${"x".repeat(2048)}` }, "url"],
  [{ authToken: "two\r\nlines" }, "authToken"],
  [{ authToken: "größer" }, "authToken"],
])("%j is refused by name, and nothing is sent", async (facts, field) => {
  const { application, ports } = new WebhookWorld();
  const registered = application.webhooks.register(CALLER, { ...TARGET, ...facts });
  await expect(registered).rejects.toMatchObject({ code: "BAD_INPUT", field });
  expect(ports.sent).toEqual([]);
});

test("a name belongs to one webhook of an organization", async () => {
  const { application } = new WebhookWorld();
  await application.webhooks.register(CALLER, TARGET);
  expect(await refusal(application.webhooks.register(CALLER, TARGET))).toBe("CONFLICT");
  expect(await refusal(application.webhooks.register(STRANGER, TARGET))).toBeUndefined();
});

test("an update changes what is given, after another test", async () => {
  const { application, ports } = new WebhookWorld();
  await application.webhooks.register(CALLER, TARGET);
  const updated = await application.webhooks.update(CALLER, {
    name: TARGET.name,
    url: "https://example.org/",
  });
  expect(ports.sent.at(-1)).toMatchObject({
    url: "https://example.org/",
    headers: { authorization: `Bearer ${TARGET.authToken}` },
  });
  expect(await application.webhooks.find(CALLER, TARGET.name)).toEqual(updated);
  ports.willAnswer([answer(500)]);
  const failed = application.webhooks.update(CALLER, { name: TARGET.name, authToken: "another" });
  expect(await refusal(failed)).toBe("BAD_INPUT");
  expect(application.webhooks.authToken(CALLER, updated)).toBe(TARGET.authToken);
});

test("a webhook of another organization is as good as not there", async () => {
  const { application } = new WebhookWorld();
  await application.webhooks.register(CALLER, TARGET);
  expect(await refusal(application.webhooks.find(STRANGER, TARGET.name))).toBe("NOT_FOUND");
  expect(await refusal(application.webhooks.update(STRANGER, { name: TARGET.name }))).toBe("NOT_FOUND");
  expect(await refusal(application.webhooks.remove(STRANGER, TARGET.name))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.submit(STRANGER, submission({ webhookName: TARGET.name })))).toBe(
    "BAD_INPUT",
  );
});

test("a token that may only read sees webhooks and none of their secrets", async () => {
  const { application } = new WebhookWorld();
  await application.webhooks.register(CALLER, TARGET);
  const reader: Caller = { ...CALLER, kind: "access_token", tier: "read", userId: null, role: "manager" };
  const webhook = await application.webhooks.find(reader, TARGET.name);
  expect(application.webhooks.hasAuthToken(webhook)).toBe(true);
  const forbidden = expect.objectContaining({ code: "FORBIDDEN" });
  expect(application.webhooks.authToken(reader, webhook)).toBe(HIDDEN_SECRET);
  expect(() => application.webhooks.signingSecret(reader, webhook)).toThrow(forbidden);
  expect(await refusal(application.webhooks.update(reader, TARGET))).toBe("FORBIDDEN");
  expect(await refusal(application.webhooks.remove(reader, TARGET.name))).toBe("FORBIDDEN");
});

test("a hidden token that is sent back keeps the one that is stored", async () => {
  const { application } = new WebhookWorld();
  await application.webhooks.register(CALLER, TARGET);
  const webhook = await application.webhooks.update(CALLER, { ...TARGET, authToken: HIDDEN_SECRET });
  expect(application.webhooks.authToken(CALLER, webhook)).toBe(TARGET.authToken);
});

test("metadata that is too long is refused by name", async () => {
  const { application } = new WebhookWorld();
  const submitted = application.jobs.submit(CALLER, submission({ webhookMetadata: "m".repeat(10_001) }));
  await expect(submitted).rejects.toMatchObject({ code: "BAD_INPUT", field: "webhookMetadata" });
});
