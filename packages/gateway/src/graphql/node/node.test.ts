import { randomUUID } from "node:crypto";
import type { Notice } from "@galley/core/domain";
import { expect, test } from "vitest";
import { startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const NODE = `query ($id: ID!) { node(id: $id) {
  __typename id
  ... on Job { status }
  ... on Webhook { name }
  ... on WebhookDelivery { state }
  ... on ExtractionKey { description }
} }`;

const asMember = (service: GraphqlService): Record<string, string> => ({
  authorization: `Bearer ${service.token}`,
});

async function created(service: GraphqlService, query: string, path: readonly string[]): Promise<string> {
  const { data } = await service.ask(query, {}, asMember(service));
  return String(path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), data));
}

test("a record of each type is found by its id", async () => {
  await using service = await startGraphqlService();
  const job = await service.submit();
  const webhook = await created(
    service,
    'mutation { createWebhook(input: {name: "done", url: "https://example.com/"}) { webhook { id } } }',
    ["createWebhook", "webhook", "id"],
  );
  const key = await created(
    service,
    'mutation { createExtractionKey(input: {description: "mine"}) { key { id } } }',
    ["createExtractionKey", "key", "id"],
  );
  const found = async (id: string): Promise<unknown> =>
    (await service.ask(NODE, { id }, asMember(service))).data?.["node"];
  expect(await found(job)).toEqual({ __typename: "Job", id: job, status: "ACCEPTED" });
  expect(await found(webhook)).toEqual({ __typename: "Webhook", id: webhook, name: "done" });
  expect(await found(key)).toEqual({ __typename: "ExtractionKey", id: key, description: "mine" });
});

test("a delivery is found by its id", async () => {
  await using service = await startGraphqlService();
  await service.ask(
    'mutation { createWebhook(input: {name: "done", url: "https://example.com/"}) { webhook { id } } }',
  );
  const id = await service.submit({}, { webhookName: "done" });
  await service.work(id);
  const { data } = await service.ask("query ($id: ID!) { job(id: $id) { deliveries { id } } }", { id });
  const delivery = Object(data).job.deliveries[0];
  expect((await service.ask(NODE, delivery)).data).toEqual({
    node: { __typename: "WebhookDelivery", ...delivery, state: "PENDING" },
  });
});

test("records that the caller may not see are NOT_FOUND", async () => {
  await using service = await startGraphqlService();
  await using other = await startGraphqlService();
  const key = await created(
    service,
    'mutation { createExtractionKey(input: {description: "mine"}) { key { id } } }',
    ["createExtractionKey", "key", "id"],
  );
  for (const id of [key, await other.submit(), randomUUID(), "x"]) {
    const { errors, data } = await service.ask(NODE, { id });
    expect(data).toEqual({ node: null });
    expect(errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND", field: "id", status: 404 });
  }
});

test("members find their organization, its users and their own notices", async () => {
  await using service = await startGraphqlService();
  await using other = await startGraphqlService();
  const added = await created(
    service,
    'mutation { addMember(input: {email: "ada@press.example", role: MEMBER}) { member { user { id } } } }',
    ["addMember", "member", "user", "id"],
  );
  const notice: Notice = {
    id: randomUUID(),
    organizationId: service.organizationId,
    userId: added,
    recordKind: "pipeline",
    recordId: randomUUID(),
    message: "A pipeline is shared with you.",
    createdAt: new Date(),
    readAt: null,
  };
  await service.database.transaction((records) => records.notices.insert(notice));
  const token = await created(
    service,
    `mutation { createAccessToken(input: {name: "hers", tier: READ, userId: "${added}"}) { secret } }`,
    ["createAccessToken", "secret"],
  );
  const typeOf = async (
    asked: GraphqlService,
    id: string,
    headers: Record<string, string>,
  ): Promise<unknown> =>
    Reflect.get(Object((await asked.ask(NODE, { id }, headers)).data?.["node"]), "__typename");
  const ada = { authorization: `Bearer ${token}` };
  expect(await typeOf(service, added, ada)).toBe("User");
  expect(await typeOf(service, notice.id, ada)).toBe("Notice");
  expect(await typeOf(service, service.organizationId, ada)).toBe("Organization");
  expect(await typeOf(service, notice.id, asMember(service))).toBeUndefined();
  for (const id of [added, notice.id, service.organizationId]) {
    expect(await typeOf(other, id, asMember(other))).toBeUndefined();
  }
});
