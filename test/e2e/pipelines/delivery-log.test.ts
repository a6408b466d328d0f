import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { answerWith, startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const ENV = { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", GALLEY_WEBHOOK_RETRIES: "1" };
const TOKEN = "a-bearer-token-that-nobody-should-find";
const SOON = { timeout: 30_000, interval: 50 };

const LOG = `query ($state: DeliveryState, $first: PositiveInt = 50, $after: String) {
  webhooks { name deliveries(state: $state, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes {
      id state job { id }
      attempts { number at seconds status message answer responseHeaders request { headers bytes body } }
    }
  } }
}`;

const logSchema = z.object({
  webhooks: z.tuple([
    z.object({
      deliveries: z.looseObject({
        totalCount: z.number(),
        nodes: z.array(z.looseObject({ id: z.string(), state: z.string() })),
      }),
    }),
  ]),
});

async function logOf(
  client: GraphqlClient,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<z.output<typeof logSchema>["webhooks"][0]["deliveries"]> {
  return (await client.read(logSchema, LOG, variables)).webhooks[0].deliveries;
}

const TEST = 'mutation { sendTestMessage(input: { name: "done" }) { delivery { id state } } }';

test(
  "a webhook's log shows what was sent and answered, without secrets and texts",
  { timeout: 60_000 },
  async () => {
    await using service = await startService({ env: ENV });
    await using receiver = await startWebhookReceiver();
    const client = createGraphqlClient(service);
    await client.ask(
      'mutation ($url: String!, $token: String!) { createWebhook(input: { name: "done", url: $url, authToken: $token }) { webhook { id } } }',
      { url: receiver.url, token: TOKEN },
    );
    const answered = { "x-request": "7", "set-cookie": "session=1", echo: TOKEN };
    receiver.willAnswer(answerWith(200, answered, `thanks, ${TOKEN}`));
    const upload = await client.upload("report.pdf", textDocument(1).bytes);
    await client.ask(
      'mutation ($id: ID!) { submitDocument(input: { upload: $id, webhook: "done", webhookMetadata: "mine" }) { job { id } } }',
      { id: upload.id },
    );
    await expect.poll(async () => (await logOf(client)).nodes[0]?.state, SOON).toBe("DELIVERED");
    const delivered = await logOf(client);
    expect(delivered).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          job: { id: expect.any(String) },
          attempts: [
            {
              number: 1,
              status: 200,
              message: "",
              answer: "thanks, (hidden)",
              responseHeaders: { "x-request": "7", echo: "(hidden)" },
              request: {
                headers: {
                  "content-type": "application/json",
                  authorization: "********",
                  "webhook-signature": expect.stringMatching(/^v1,/),
                },
                bytes: Buffer.byteLength(receiver.results()[0]?.body ?? ""),
              },
            },
          ],
        },
      ],
    });
    const shown = JSON.stringify(delivered);
    expect(receiver.results()[0]?.body).toContain("Page 1 of 1");
    expect(shown).toContain("mine");
    for (const secret of [TOKEN, "session=1", "Page 1 of 1"]) expect(shown).not.toContain(secret);

    receiver.willAnswer(answerWith(500, {}, "no"));
    expect((await client.ask(TEST)).data).toMatchObject({
      sendTestMessage: { delivery: { state: "PENDING" } },
    });
    await expect.poll(async () => (await logOf(client, { state: "GIVEN_UP" })).totalCount, SOON).toBe(1);
    const failed = await logOf(client, { state: "GIVEN_UP" });
    expect(failed).toMatchObject({
      nodes: [
        {
          job: null,
          attempts: [{ status: 500, message: "The target responded with status 500.", answer: "no" }],
        },
      ],
    });
    receiver.willAnswer(answerWith(200));
    await client.ask(
      "mutation ($id: ID!) { replayDelivery(input: { deliveryId: $id }) { delivery { state } } }",
      {
        id: failed.nodes[0]?.id,
      },
    );
    await expect.poll(async () => (await logOf(client, { state: "DELIVERED" })).totalCount, SOON).toBe(2);
    expect(await logOf(client, { first: 1 })).toMatchObject({
      nodes: [{ id: failed.nodes[0]?.id, attempts: [{ number: 1 }, { number: 2, status: 200 }] }],
      pageInfo: { hasNextPage: true },
    });
  },
);

test("a rotated signing secret signs at once", { timeout: 60_000 }, async () => {
  await using service = await startService({ env: ENV });
  await using receiver = await startWebhookReceiver();
  const client = createGraphqlClient(service);
  await client.ask(
    'mutation ($url: String!) { createWebhook(input: { name: "done", url: $url }) { webhook { id } } }',
    { url: receiver.url },
  );
  const rotated = await client.ask(
    'mutation { rotateSigningSecret(input: { name: "done" }) { signingSecret webhook { signingSecret } } }',
  );
  const { signingSecret, webhook } = Object(rotated.data).rotateSigningSecret;
  expect(webhook).toEqual({ signingSecret });
  await client.ask(TEST);
  await expect.poll(() => receiver.messages.length, SOON).toBe(2);
  const [before, after] = receiver.messages;
  const verified = (message: typeof before): unknown =>
    new StandardWebhook(signingSecret).verify(message?.body ?? "", {
      "webhook-id": String(message?.headers["webhook-id"]),
      "webhook-timestamp": String(message?.headers["webhook-timestamp"]),
      "webhook-signature": String(message?.headers["webhook-signature"]),
    });
  expect(verified(after)).toMatchObject({ payload_status: { status: "test" } });
  expect(() => verified(before)).toThrow("signature");
});

test("the log of a notification is for those who manage the pipeline", { timeout: 60_000 }, async () => {
  await using files = temporaryFolder();
  for (const folder of ["in", "out"]) await mkdir(join(files.path, folder));
  await writeFile(join(files.path, "in", "bad.pdf"), "\0 no document");
  await using service = await startService({ env: { ...ENV, GALLEY_LOCAL_ROOTS: files.path } });
  await using receiver = await startWebhookReceiver();
  const client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
  const end = { kind: LOCAL, settings: { path: files.path } };
  const pipeline = await madePipeline(service, {
    source: { ...end, configuration: { folders: ["in"] } },
    destination: { ...end, configuration: { folder: "out" } },
  });
  const created = await client.ask(
    `mutation ($id: ID!, $url: String!, $key: String!) {
      createOutcomeNotification(input: {
        pipelineId: $id, name: "ops", url: $url, failuresOnly: true, authorization: CUSTOM_HEADER,
        authorizationHeader: "X-Key", authorizationKey: $key
      }) { notification { id } }
    }`,
    { id: pipeline, url: receiver.url, key: TOKEN },
  );
  expect(created.errors).toEqual([]);
  await ran(service, pipeline);
  const log =
    "{ outcomeNotifications { deliveries { nodes { id state attempts { request { headers body } } } } } }";
  const nodes = async (): Promise<{ id: string; state: string }[]> =>
    Object((await client.ask(log)).data).outcomeNotifications[0].deliveries.nodes;
  await expect.poll(async () => (await nodes())[0]?.state, SOON).toBe("DELIVERED");
  expect(await nodes()).toMatchObject([
    {
      attempts: [
        {
          request: { headers: { "x-key": "********" }, body: expect.stringContaining('"status":"FAILURE"') },
        },
      ],
    },
  ]);
  const variables = { id: (await nodes())[0]?.id };
  const keyed = createGraphqlClient(service);
  const hidden = await keyed.ask("query ($id: ID!) { node(id: $id) { id } }", variables);
  expect(hidden.errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  const replay = await keyed.ask(
    "mutation ($id: ID!) { replayDelivery(input: { deliveryId: $id }) { delivery { id } } }",
    variables,
  );
  expect(replay.errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
});
