import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const TOKEN = "token of the target";
const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) {
  webhook { id name url hasAuthToken signingSecret disabledAt }
} }`;
const INPUT = { name: "done", url: "https://example.com/done", authToken: TOKEN };

async function codeOf(
  service: GraphqlService,
  query: string,
  variables: object = {},
): Promise<readonly unknown[]> {
  const { errors } = await service.ask(query, variables);
  return errors.map(({ extensions }) => extensions["code"]);
}

test("a webhook is created, listed, updated and deleted, and its token is never returned", async () => {
  await using service = await startGraphqlService();
  const created = await service.ask(CREATE, { input: INPUT });
  expect(created.data).toMatchObject({
    createWebhook: {
      webhook: {
        name: "done",
        url: INPUT.url,
        hasAuthToken: true,
        signingSecret: expect.stringMatching(/^whsec_/),
        disabledAt: null,
      },
    },
  });
  const listed = await service.ask(
    '{ webhooks { name url createdAt updatedAt signingSecret } webhook(name: "done") { name } }',
  );
  expect(listed.data).toMatchObject({ webhooks: [{ name: "done" }], webhook: { name: "done" } });
  expect(JSON.stringify([created, listed])).not.toContain(TOKEN);

  const updated = await service.ask(
    `mutation { updateWebhook(input: {name: "done", authToken: ""}) { webhook { url hasAuthToken } } }`,
  );
  expect(updated.data).toEqual({ updateWebhook: { webhook: { url: INPUT.url, hasAuthToken: false } } });
  const deletion = `mutation { deleteWebhook(input: {name: "done"}) { deletedId } }`;
  expect((await service.ask(deletion)).errors).toEqual([]);
  expect(await codeOf(service, deletion)).toEqual(["NOT_FOUND"]);
  expect(await codeOf(service, '{ webhook(name: "done") { name } }')).toEqual(["NOT_FOUND"]);
});

test("errors have their codes", async () => {
  await using service = await startGraphqlService();
  await service.ask(CREATE, { input: INPUT });
  expect(await codeOf(service, CREATE, { input: INPUT })).toEqual(["CONFLICT"]);
  expect(await codeOf(service, CREATE, { input: { ...INPUT, name: "x", url: "gopher://x" } })).toEqual([
    "BAD_INPUT",
  ]);
  service.targets.willAnswer([{ kind: "answered", status: 500, retryAfter: undefined, body: "no" }]);
  const refused = await service.ask(CREATE, { input: { ...INPUT, name: "other" } });
  expect(refused.errors).toMatchObject([
    { message: "Error calling webhook: 500 no", extensions: { code: "BAD_INPUT", field: "url" } },
  ]);
  const replay = `mutation ($id: ID!) { replayDelivery(input: {deliveryId: $id}) { delivery { id } } }`;
  expect(await codeOf(service, replay, { id: randomUUID() })).toEqual(["NOT_FOUND"]);
  expect(await codeOf(service, replay, { id: "x" })).toEqual(["NOT_FOUND"]);
});

test("a job shows its deliveries with their attempts, and one that was given up is replayed", async () => {
  await using service = await startGraphqlService();
  await service.ask(CREATE, { input: INPUT });
  const uploaded = await fetch(`${service.url}/uploads/report.pdf`, {
    method: "PUT",
    headers: { "service-key": service.key },
    body: "%PDF-1.7 made for a test",
  });
  const { id: upload } = Object(await uploaded.json());
  const submitted = await service.ask(
    `mutation ($upload: ID!) { submitDocument(input: {upload: $upload, webhook: "done", webhookMetadata: "mine"}) {
      job { id webhookName webhookMetadata deliveries { id } }
    } }`,
    { upload },
  );
  expect(submitted.data).toMatchObject({
    submitDocument: { job: { webhookName: "done", webhookMetadata: "mine", deliveries: [] } },
  });
  const { id } = Object(submitted.data).submitDocument.job;
  await service.work(id);
  service.targets.willAnswer([{ kind: "answered", status: 503, retryAfter: undefined, body: "busy" }]);
  await service.deliver();

  const query = `query ($id: ID!) { job(id: $id) { status deliveries {
    id webhookName state attemptsMade nextAttemptAt attempts { number status message answer seconds }
  } } }`;
  const found = await service.ask(query, { id });
  expect(found.data).toMatchObject({
    job: {
      status: "PROCESSED",
      deliveries: [
        {
          webhookName: "done",
          state: "GIVEN_UP",
          attemptsMade: 1,
          nextAttemptAt: null,
          attempts: [
            { number: 1, status: 503, message: "The target responded with status 503.", answer: "busy" },
          ],
        },
      ],
    },
  });
  const [delivery] = Object(found.data).job.deliveries;
  const replay = `mutation ($id: ID!) { replayDelivery(input: {deliveryId: $id}) { delivery { state } } }`;
  const replayed = await service.ask(replay, { id: delivery.id });
  expect(replayed.data).toEqual({ replayDelivery: { delivery: { state: "PENDING" } } });
  expect(await codeOf(service, replay, { id: delivery.id })).toEqual(["CONFLICT"]);
  await service.deliver();
  const after = await service.ask(query, { id });
  expect(after.data).toMatchObject({ job: { deliveries: [{ state: "DELIVERED", attemptsMade: 2 }] } });
});

test("webhooks need credentials", async () => {
  await using service = await startGraphqlService();
  const { status } = await service.ask("{ webhooks { name } }", {}, {});
  expect(status).toBe(401);
});
