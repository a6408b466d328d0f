import { randomUUID } from "node:crypto";
import { anAccessToken } from "@galley/core/testing";
import { expect, test } from "vitest";
import { digestOf, startGraphqlService } from "../testing/graphql-service.ts";

test("a READ token can read everything and change nothing", async () => {
  await using service = await startGraphqlService();
  const token = randomUUID();
  const facts = { digest: digestOf(token), tier: "read" } as const;
  await service.database.transaction(({ accessTokens }) =>
    accessTokens.insert(anAccessToken(service.organizationId, facts)),
  );
  const headers = { authorization: `Bearer ${token}` };
  const jobId = await service.submit();
  const id = randomUUID();

  const readable = "{ jobs { nodes { id } } webhooks { name } extractionKeys { id } usage { pages } }";
  expect((await service.ask(readable, {}, headers)).errors).toEqual([]);

  for (const change of [
    `submitDocument(input: {upload: "${id}"}) { job { id } }`,
    `cancelJob(input: {jobId: "${jobId}"}) { job { id } }`,
    `cancelJobs(input: {jobIds: ["${jobId}"]}) { jobs { id } }`,
    `deleteJobs(input: {jobIds: ["${jobId}"]}) { deletedIds }`,
    `resubmitJobs(input: {jobIds: ["${jobId}"]}) { failures { code } }`,
    `correctWord(input: {jobId: "${jobId}", page: 1, word: 0, text: "a"}) { correction { text } }`,
    `deleteCorrection(input: {jobId: "${jobId}", page: 1, word: 0}) { job { id } }`,
    `retrieveText(input: {jobId: "${jobId}"}) { text }`,
    'createWebhook(input: {name: "a", url: "https://example.com"}) { webhook { id } }',
    'updateWebhook(input: {name: "a"}) { webhook { id } }',
    'deleteWebhook(input: {name: "a"}) { deletedId }',
    `replayDelivery(input: {deliveryId: "${id}"}) { delivery { id } }`,
    "createExtractionKey(input: {}) { secret }",
  ]) {
    const { errors } = await service.ask(`mutation { ${change} }`, {}, headers);
    expect([change, errors[0]?.extensions["code"]]).toEqual([change, "FORBIDDEN"]);
  }
  const uploaded = await fetch(`${service.url}/uploads/a.pdf`, { method: "PUT", headers, body: "%PDF-1.7" });
  expect(uploaded.status).toBe(403);
});
