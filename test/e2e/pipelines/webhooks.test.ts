import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  answerInTurn,
  answerWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const ENV = { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", GALLEY_WEBHOOK_RETRIES: "1,2,3" };
const TOKEN = "a-bearer-token-that-nobody-should-find";
const SOON = { timeout: 30_000, interval: 50 };

const deliveriesSchema = z.object({
  data: z.object({
    job: z.object({
      deliveries: z.array(
        z.object({
          id: z.string(),
          state: z.string(),
          attempts: z.array(z.object({ status: z.number().nullable(), message: z.string() })),
        }),
      ),
    }),
  }),
});
const secretSchema = z.object({ data: z.object({ webhook: z.object({ signingSecret: z.string() }) }) });

describe("with one service", () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService({ env: ENV });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("a message verifies with the secret that GraphQL shows", async () => {
    await using receiver = await startWebhookReceiver();
    await register(service, receiver, "verified");
    await submit(service, "verified");
    await expect.poll(() => receiver.results().length, SOON).toBe(1);
    const [message] = receiver.results();
    const { signingSecret } = secretSchema.parse(
      await graphql(service, '{ webhook(name: "verified") { signingSecret } }'),
    ).data.webhook;
    const headers = {
      "webhook-id": String(message?.headers["webhook-id"]),
      "webhook-timestamp": String(message?.headers["webhook-timestamp"]),
      "webhook-signature": String(message?.headers["webhook-signature"]),
    };
    const verifier = new StandardWebhook(signingSecret);
    expect(verifier.verify(message?.body ?? "", headers)).toMatchObject({
      payload_status: { status: "success" },
    });
    expect(() => verifier.verify(`${message?.body} `, headers)).toThrow("signature");
  });

  test("failures are retried by the schedule, redirects are not followed, and then the delivery is given up", async () => {
    await using receiver = await startWebhookReceiver();
    await register(service, receiver, "retried");
    receiver.willAnswer(
      answerInTurn(
        answerWith(500),
        (_message, response) => response.destroy(),
        answerWith(302, { location: receiver.url }),
        answerWith(404, {}, "not here"),
      ),
    );
    const hash = await submit(service, "retried");
    await expect.poll(() => stateOf(service, hash), SOON).toBe("GIVEN_UP");
    const times = receiver.results().map(({ at }) => at);
    expect(times).toHaveLength(4);
    for (const [index, seconds] of [1, 2, 3].entries()) {
      const spacing = ((times[index + 1] ?? 0) - (times[index] ?? 0)) / 1000;
      expect(spacing).toBeGreaterThanOrEqual(seconds * 0.8 - 0.05);
    }
    expect(new Set(receiver.results().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [delivery] = await deliveriesOf(service, hash);
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, null, 302, 404]);

    const client = createRestClient(service);
    expect(await client.status(hash)).toMatchObject({
      status: "processed",
      message: expect.stringMatching(/^webhook_retries_exceeded/),
    });
    await graphql(
      service,
      `mutation { replayDelivery(input: {deliveryId: "${delivery?.id}"}) { delivery { id } } }`,
    );
    await expect.poll(() => stateOf(service, hash), SOON).toBe("DELIVERED");
    expect((await client.retrieve(hash)).result_text).not.toBe("");
  });

  test("Retry-After of a target is respected, and a target that responds 410 gets nothing more", async () => {
    await using receiver = await startWebhookReceiver();
    await register(service, receiver, "paused");
    receiver.willAnswer(answerInTurn(answerWith(429, { "retry-after": "4" }), answerWith(410)));
    const hash = await submit(service, "paused");
    await expect.poll(() => stateOf(service, hash), SOON).toBe("DISABLED");
    const [first, second] = receiver.results();
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3950);
    const another = await submit(service, "paused");
    await expect.poll(() => stateOf(service, another), SOON).toBe("DISABLED");
    expect(receiver.results()).toHaveLength(2);
  });

  test("an endpoint that never responds delays no other", async () => {
    await using dead = await startWebhookReceiver();
    await using living = await startWebhookReceiver();
    await register(service, dead, "dead");
    await register(service, living, "living");
    dead.willAnswer(() => undefined);
    await Promise.all(Array.from({ length: 20 }, () => submit(service, "dead")));
    await expect.poll(() => dead.results().length, SOON).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 5 }, () => submit(service, "living")));
    // Shorter than the time limit of one attempt at the dead endpoint.
    await expect.poll(() => living.results().length, { timeout: 12_000 }).toBe(5);
    // The dead endpoint holds its remaining attempts, which stopping the service aborts.
    expect(dead.results().length).toBeLessThanOrEqual(8);
  });
});

test("after kill -9, every result still arrives", { timeout: 120_000 }, async () => {
  await using folder = temporaryFolder();
  await using receiver = await startWebhookReceiver();
  await using first = await startService({ env: ENV, dataDir: folder.path });
  await register(first, receiver, "done");
  receiver.willAnswer(() => undefined);
  const hashes = await Promise.all(Array.from({ length: 12 }, () => submit(first, "done")));
  await expect.poll(() => receiver.results().length, SOON).toBeGreaterThanOrEqual(8);
  await first.kill9();
  receiver.willAnswer(answerWith(200));

  await using second = await startService({ env: ENV, dataDir: folder.path });
  await expect
    .poll(() => Promise.all(hashes.map((hash) => stateOf(second, hash))), { timeout: 60_000, interval: 250 })
    .toEqual(hashes.map(() => "DELIVERED"));
  expect(new Set(receiver.results().map(hashIn))).toEqual(new Set(hashes));
  const ids = Map.groupBy(receiver.results(), hashIn);
  for (const messages of ids.values()) {
    expect(new Set(messages.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  }
});

test("neither the log nor the database contains a secret in clear", async () => {
  await using folder = temporaryFolder();
  await using receiver = await startWebhookReceiver();
  await using service = await startService({
    env: { ...ENV, LOG_LEVEL: "trace" },
    dataDir: folder.path,
  });
  // The target repeats the token that it received.
  receiver.willAnswer((message, response) => {
    const test_ = message.body.includes("WEBHOOK_TEST");
    response.writeHead(test_ ? 200 : 500).end(message.headers.authorization);
  });
  await register(service, receiver, "done");
  const hash = await submit(service, "done");
  await expect.poll(() => receiver.results().length, SOON).toBeGreaterThan(0);
  await expect.poll(async () => (await deliveriesOf(service, hash))[0]?.attempts.length, SOON).toBe(1);
  const { signingSecret } = secretSchema.parse(
    await graphql(service, '{ webhook(name: "done") { signingSecret } }'),
  ).data.webhook;
  expect(await service.stop()).toEqual({ exitCode: 0 });
  const key = readFileSync(join(folder.path, "secret-keys"), "utf8").trim().split(":")[1] ?? "no key";
  for (const secret of [TOKEN, signingSecret, signingSecret.slice("whsec_".length), key]) {
    expect(service.logs()).not.toContain(secret);
    expect(filesWith(folder.path, secret).filter((file) => !file.endsWith("secret-keys"))).toEqual([]);
  }
});

test("a start without the key of the database's secrets fails, names it and changes nothing", async () => {
  const keys = {
    one: "k1:".concat(Buffer.alloc(32, 1).toString("base64")),
    two: "k2:".concat(Buffer.alloc(32, 2).toString("base64")),
  };
  await using folder = temporaryFolder();
  await using receiver = await startWebhookReceiver();
  {
    await using service = await startService({
      env: { ...ENV, GALLEY_SECRET_KEYS: keys.one },
      dataDir: folder.path,
    });
    await register(service, receiver, "done");
  }
  for (const env of [ENV, { ...ENV, GALLEY_SECRET_KEYS: keys.two }]) {
    await expect(startService({ env, dataDir: folder.path })).rejects.toThrow(/need the key \\"k1\\"/);
  }
  await using service = await startService({
    env: { ...ENV, GALLEY_SECRET_KEYS: `${keys.two},${keys.one}` },
    dataDir: folder.path,
  });
  const found = await createRestClient(service).request("/whisper-manage-callback", {
    query: { webhook_name: "done" },
  });
  expect(await found.json()).toMatchObject({ auth_token: TOKEN });
});

const sentSchema = z.object({
  result_text: z.string(),
  payload_status: z.object({ status: z.string() }),
  rendition: z.object({ format: z.string(), content: z.unknown(), message: z.string() }).optional(),
});

test("a webhook with a format also gets this rendition of each document", async () => {
  await using service = await startService({ env: { ...ENV, GALLEY_KEEP_TEXT: "until_retrieved" } });
  await using receiver = await startWebhookReceiver();
  const manage = (method: string, fields: object): Promise<Response> =>
    createRestClient(service).request("/whisper-manage-callback", {
      method,
      body: JSON.stringify({ url: receiver.url, webhook_name: "done", ...fields }),
    });
  const refused = await manage("POST", { format: "docx" });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching(/format.*markdown/u)]);
  expect((await manage("POST", { format: "markdown" })).status).toBe(201);
  await submit(service, "done");
  await expect.poll(() => receiver.results().length, SOON).toBe(1);
  expect((await manage("PUT", { format: "chunks" })).status).toBe(200);
  const query = { webhook_name: "done" };
  const found = await createRestClient(service).request("/whisper-manage-callback", { query });
  expect(await found.json()).toEqual({
    url: receiver.url,
    auth_token: "",
    webhook_name: "done",
    format: "chunks",
  });
  await submit(service, "done");
  await expect.poll(() => receiver.results().length, SOON).toBe(2);
  const [first, second] = receiver.results().map(({ body }) => sentSchema.parse(JSON.parse(body)));
  expect(first).toMatchObject({ payload_status: { status: "success" }, rendition: { format: "markdown" } });
  expect(first?.rendition?.content).toMatch(/\w+/u);
  expect(first?.result_text).not.toBe("");
  expect(second?.rendition).toMatchObject({ format: "chunks", content: [{ id: "c1", pages: [1] }] });
});

async function register(service: RunningService, { url }: WebhookReceiver, name: string): Promise<void> {
  const { status } = await createRestClient(service).request("/whisper-manage-callback", {
    method: "POST",
    body: JSON.stringify({ url, auth_token: TOKEN, webhook_name: name }),
  });
  expect(status).toBe(201);
}

function submit(service: RunningService, webhook: string): ReturnType<RestClient["submit"]> {
  return createRestClient(service).submit(letter().bytes, { mode: "native_text", use_webhook: webhook });
}

async function graphql(service: RunningService, query: string): Promise<unknown> {
  const answer = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "service-key": service.serviceKey, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  return answer.json();
}

async function deliveriesOf(
  service: RunningService,
  hash: string,
): Promise<z.infer<typeof deliveriesSchema>["data"]["job"]["deliveries"]> {
  const query = `{ job(handle: "${hash}") { deliveries { id state attempts { status message } } } }`;
  return deliveriesSchema.parse(await graphql(service, query)).data.job.deliveries;
}

async function stateOf(service: RunningService, hash: string): Promise<string | undefined> {
  return (await deliveriesOf(service, hash))[0]?.state;
}

function hashIn({ body }: { readonly body: string }): string {
  return z.object({ payload_status: z.object({ whisper_hash: z.string() }) }).parse(JSON.parse(body))
    .payload_status.whisper_hash;
}

/** The files below a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}
