import { afterAll, beforeAll, expect, test } from "vitest";
import { startForAnotherOrganization, startService, type RunningService } from "../../support/service.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";

const QUERY = `{ system {
  version
  retention { keepText resultSeconds retrieveAgainSeconds }
  queue { waiting oldestSeconds }
  queueSamples { at waiting oldestSeconds }
  replicas { replicaId role version workers memoryBytes hosts { pid memoryBytes } hostRestarts startedAt seenAt }
  languages
  checks { name ok message }
  expiring { documents next }
} }`;

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service[Symbol.asyncDispose]());

async function ask(query: string, accessToken: string): Promise<unknown> {
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

test("managers see the state of the service", async () => {
  await expect
    .poll(() => ask(QUERY, service.accessToken), { timeout: 30_000 })
    .toMatchObject({
      data: {
        system: {
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          retention: { keepText: "UNTIL_EXPIRY", resultSeconds: 7 * 86_400, retrieveAgainSeconds: 0 },
          queue: { waiting: 0, oldestSeconds: 0 },
          queueSamples: expect.arrayContaining([{ at: expect.any(String), waiting: 0, oldestSeconds: 0 }]),
          replicas: [
            {
              role: "ALL",
              workers: expect.any(Number),
              memoryBytes: expect.any(Number),
              hosts: expect.any(Array),
              hostRestarts: 0,
            },
          ],
          languages: expect.arrayContaining(["eng"]),
          checks: ["database", "queue", "extraction", "storage"].map((name) => ({
            name,
            ok: true,
            message: "",
          })),
          expiring: { documents: 0, next: null },
        },
      },
    });
});

test("every dependency is listed with its licence", async () => {
  expect(await ask("{ system { licences { name version licence } } }", service.accessToken)).toMatchObject({
    data: {
      system: {
        licences: expect.arrayContaining([
          { name: "express", version: expect.any(String), licence: "MIT" },
          { name: "graphql", version: expect.any(String), licence: "MIT" },
        ]),
      },
    },
  });
});

test("others may not see it", async () => {
  const { errors } = await createGraphqlClient(service).ask("{ system { version } }");
  expect(errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
});

test("managers of a shared service see the load of their own organization only", async () => {
  await using other = await startForAnotherOrganization(service);
  const query =
    "{ system { shared queue { waiting oldestSeconds } queueSamples { waiting } replicas { version } } }";
  expect(await ask(query, other.accessToken)).toEqual({
    data: {
      system: { shared: true, queue: { waiting: 0, oldestSeconds: 0 }, queueSamples: [], replicas: [] },
    },
  });
});
