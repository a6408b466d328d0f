import { randomUUID } from "node:crypto";
import { aPipeline, anAccessToken, aWorkflow } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  digestOf,
  startGraphqlService,
  type Answer,
  type GraphqlService,
} from "../testing/graphql-service.ts";

let service: GraphqlService;
let pipelineId: string;
const [manager, reader] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  service = await startGraphqlService();
  const workflow = aWorkflow(service.organizationId);
  const pipeline = aPipeline(workflow);
  pipelineId = pipeline.id;
  await service.database.transaction(async ({ accessTokens, workflows, pipelines }) => {
    for (const [secret, tier] of [[manager, "full_access"] as const, [reader, "read"] as const]) {
      await accessTokens.insert(anAccessToken(service.organizationId, { digest: digestOf(secret), tier }));
    }
    await workflows.insert(workflow);
    await pipelines.insert(pipeline);
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const FACTS = "id name url authorization authorizationHeader maxRetries platform active failuresOnly";
const CREATE = `mutation ($input: CreateOutcomeNotificationInput!) {
  createOutcomeNotification(input: $input) { notification { ${FACTS} signingSecret pipeline { id } } }
}`;
const UPDATE = `mutation ($input: UpdateOutcomeNotificationInput!) {
  updateOutcomeNotification(input: $input) { notification { ${FACTS} } }
}`;
const DELETE =
  "mutation ($input: DeleteOutcomeNotificationInput!) { deleteOutcomeNotification(input: $input) { deletedId } }";
const LIST = `query ($pipelineId: ID) { outcomeNotifications(pipelineId: $pipelineId) { ${FACTS} } }`;
const TARGET = { name: "Operations", url: "https://operations.example/hook" };

function ask(query: string, variables: object, secret = manager): Promise<Answer> {
  return service.ask(query, variables, { authorization: `Bearer ${secret}` });
}

const idSchema = z.object({
  createOutcomeNotification: z.object({ notification: z.looseObject({ id: z.string() }) }),
});

const errorOf = ({ errors }: Answer): unknown => errors[0]?.extensions;

test("notifications are created, listed, updated and deleted, with their signing secrets", async () => {
  const created = await ask(CREATE, { input: { pipelineId, ...TARGET } });
  const { notification } = idSchema.parse(created.data).createOutcomeNotification;
  expect(notification).toEqual({
    id: expect.any(String),
    ...TARGET,
    authorization: "NONE",
    authorizationHeader: "",
    maxRetries: 3,
    platform: "API",
    active: true,
    failuresOnly: false,
    signingSecret: expect.stringMatching(/^whsec_/),
    pipeline: { id: pipelineId },
  });
  const { id } = notification;
  const key = { authorization: "CUSTOM_HEADER", authorizationHeader: "X-Key", authorizationKey: "a key" };
  const changed = await ask(UPDATE, { input: { id, ...key, maxRetries: 0, failuresOnly: true } });
  expect(changed.data?.["updateOutcomeNotification"]).toMatchObject({
    notification: { ...TARGET, authorization: "CUSTOM_HEADER", maxRetries: 0, failuresOnly: true },
  });
  for (const variables of [{}, { pipelineId }]) {
    expect((await ask(LIST, variables)).data?.["outcomeNotifications"]).toMatchObject([{ id }]);
  }
  const secret = "{ outcomeNotifications { signingSecret } }";
  expect(errorOf(await ask(secret, {}, reader))).toMatchObject({ code: "FORBIDDEN" });
  expect((await ask(DELETE, { input: { id } })).data?.["deleteOutcomeNotification"]).toEqual({
    deletedId: id,
  });
  expect(errorOf(await ask(DELETE, { input: { id } }))).toMatchObject({ code: "NOT_FOUND" });
  expect((await ask(LIST, {})).data?.["outcomeNotifications"]).toEqual([]);
});

test("invalid notifications are rejected with the field, and read-only tokens cannot create any", async () => {
  const wrong = async (facts: object, secret = manager): Promise<unknown> =>
    errorOf(await ask(CREATE, { input: { pipelineId, ...TARGET, ...facts } }, secret));
  expect(await wrong({ url: "nowhere" })).toMatchObject({ code: "BAD_INPUT", field: "url" });
  expect(await wrong({ maxRetries: 5 })).toMatchObject({ code: "BAD_INPUT", field: "maxRetries" });
  expect(await wrong({ authorization: "BEARER" })).toMatchObject({ field: "authorizationKey" });
  expect(await wrong({ pipelineId: "none" })).toMatchObject({ code: "NOT_FOUND", field: "pipelineId" });
  expect(await wrong({ pipelineId: randomUUID() })).toMatchObject({ code: "NOT_FOUND" });
  expect(await wrong({}, reader)).toMatchObject({ code: "FORBIDDEN" });
});
