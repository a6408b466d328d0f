import { expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const READ = `query ($id: ID!) {
  job(id: $id) { status textExpiresAt page(number: 1) { text words { text } } }
  highlights(jobId: $id, lines: "0-5") { number page }
}`;
const SEARCH = 'query ($id: ID!) { searchText(jobId: $id, term: "Harbour") { text } }';
const TAKE = "mutation ($id: ID!) { retrieveText(input: {jobId: $id}) { text } }";
const FIND = "query ($handle: String!) { job(handle: $handle) { id } }";

const foundSchema = z.object({ job: z.object({ id: z.uuid() }) });
const highlightsSchema = z.object({ highlights: z.array(z.unknown()) });

interface Retrieved {
  readonly hash: string;
  readonly id: string;
  /** The text as REST returned it. */
  readonly text: string;
}

async function retrievedByRest(service: RunningService): Promise<Retrieved> {
  const rest = createRestClient(service);
  const hash = await rest.submit(letter().bytes, { mode: "native_text" });
  await rest.waitUntilSettled(hash);
  const { job } = await createGraphqlClient(service).read(foundSchema, FIND, { handle: hash });
  const { result_text: text } = await rest.retrieve(hash);
  return { hash, id: job.id, text };
}

function viewed(service: RunningService, path: string): Promise<Response> {
  return fetch(`${service.url}/view/${path}`, { headers: { "service-key": service.serviceKey } });
}

async function expectDelivered(service: RunningService, hash: string): Promise<void> {
  const again = await createRestClient(service).request("/whisper-retrieve", {
    query: { whisper_hash: hash },
  });
  expect(again.status).toBe(400);
  expect(await again.json()).toEqual({ message: "Whisper already delivered" });
}

test("REST returns a text once; GraphQL and the viewer show it until it expires", async () => {
  await using service = await startService();
  const { hash, id, text } = await retrievedByRest(service);
  await expectDelivered(service, hash);
  const graphql = createGraphqlClient(service);
  const { data } = await graphql.ask(READ, { id });
  expect(data).toMatchObject({
    job: {
      status: "RETRIEVED",
      textExpiresAt: expect.any(String),
      page: {
        text: expect.stringContaining("Harbour"),
        words: expect.arrayContaining([{ text: "Harbour" }]),
      },
    },
  });
  expect(highlightsSchema.parse(data).highlights).toHaveLength(6);
  expect((await graphql.ask(SEARCH, { id })).data).toMatchObject({
    searchText: expect.arrayContaining([{ text: "Harbour" }]),
  });
  for (let count = 0; count < 2; count++) {
    expect((await graphql.ask(TAKE, { id })).data).toEqual({ retrieveText: { text } });
  }
  await expectDelivered(service, hash);
  expect(await (await viewed(service, `${id}/pages/1`)).json()).toMatchObject({
    text: expect.stringContaining("Harbour"),
  });
  expect(await (await viewed(service, `${id}/search?text=Harbour`)).json()).toMatchObject({ pages: [1] });
  expect((await viewed(service, `${id}/pages/1.png?dpi=36`)).status).toBe(200);
});

test("with GALLEY_KEEP_TEXT=until_retrieved, the first retrieval deletes the text in every API", async () => {
  await using service = await startService({ env: { GALLEY_KEEP_TEXT: "until_retrieved" } });
  const { hash, id } = await retrievedByRest(service);
  await expectDelivered(service, hash);
  const graphql = createGraphqlClient(service);
  const { data } = await graphql.ask(READ, { id });
  expect(data).toMatchObject({ job: { textExpiresAt: null, page: { text: null, words: [] } } });
  expect(highlightsSchema.parse(data).highlights).toHaveLength(6);
  for (const [query, code] of [
    [SEARCH, "CONFLICT"],
    [TAKE, "ALREADY_DELIVERED"],
  ] as const) {
    expect((await graphql.ask(query, { id })).errors[0]?.extensions["code"]).toBe(code);
  }
  expect(await (await viewed(service, `${id}/pages/1`)).json()).toMatchObject({ text: null, words: [] });
});
