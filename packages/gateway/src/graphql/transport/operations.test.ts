import { once } from "node:events";
import { request } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { anExtractionKey } from "@galley/core/testing";
import { digestOf, startGraphqlService } from "../testing/graphql-service.ts";

test("without credentials only the health query is allowed", async () => {
  await using service = await startGraphqlService();
  const health = await service.ask("{ health { ready } }", {}, {});
  expect(health).toMatchObject({ status: 200, data: { health: { ready: true } } });
  for (const query of [
    "{ viewer { kind } }",
    "{ jobs { nodes { id } } }",
    '{ job(handle: "x") { id } }',
    '{ highlights(jobId: "4f2a8e6c-9f0e-4d0e-8b8a-2f5c1d3e7a90") { number } }',
    'mutation { cancelJob(input: {jobId: "4f2a8e6c-9f0e-4d0e-8b8a-2f5c1d3e7a90"}) { job { id } } }',
    'mutation { retrieveText(input: {jobId: "4f2a8e6c-9f0e-4d0e-8b8a-2f5c1d3e7a90"}) { text } }',
    'mutation { submitDocument(input: {upload: "4f2a8e6c-9f0e-4d0e-8b8a-2f5c1d3e7a90"}) { job { id } } }',
  ]) {
    const { status, errors } = await service.ask(query, {}, {});
    expect([query, status, errors[0]?.extensions["code"]]).toEqual([query, 401, "UNAUTHENTICATED"]);
  }
});

test.each([["service-key"], ["unstract-key"], ["Service-Key"]])(
  "the header %s carries a key",
  async (name) => {
    await using service = await startGraphqlService();
    expect((await service.ask("{ viewer { kind } }", {}, { [name]: service.key })).errors).toEqual([]);
  },
);

test("invalid credentials are rejected for every operation", async () => {
  await using service = await startGraphqlService();
  const unknown = await service.ask("{ health { ready } }", {}, { "service-key": "wrong" });
  expect(unknown.status).toBe(401);
  expect(unknown.errors[0]?.extensions).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });

  const revoked = anExtractionKey(service.organizationId, {
    digest: digestOf("revoked"),
    revokedAt: new Date(),
  });
  await service.database.transaction(({ extractionKeys }) => extractionKeys.insert(revoked));
  const forbidden = await service.ask("{ health { ready } }", {}, { "service-key": "revoked" });
  expect(forbidden.status).toBe(403);
  expect(forbidden.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
});

test("an internal error is logged and masked in the response", async () => {
  const fault = new Error("password hunter2 was refused by db.internal");
  await using service = await startGraphqlService({}, { isReady: () => Promise.reject(fault) });
  const { errors } = await service.ask("{ health { ready } }");
  expect(errors[0]?.extensions).toEqual({ code: "INTERNAL", field: null, status: 500, retryable: true });
  expect(JSON.stringify(errors)).not.toContain("hunter2");
  expect(service.faults).toEqual([fault]);
});

test.each([
  ["that is not JSON", "{", 400, "BAD_INPUT"],
  ["without an operation", "{}", 400, "BAD_INPUT"],
  ["that is too large", JSON.stringify({ query: " ".repeat(300_000) }), 413, "TOO_LARGE"],
  ["that is not GraphQL", JSON.stringify({ query: "{" }), 400, "GRAPHQL_PARSE_FAILED"],
  [
    "without the operation it names",
    JSON.stringify({ query: "{ health { ready } }", operationName: "Other" }),
    400,
    "BAD_INPUT",
  ],
])("a body %s is rejected with a GraphQL error", async (_what, body, status, code) => {
  await using service = await startGraphqlService();
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code, status } }] });
  expect(service.faults).toEqual([]);
});

test("a body over the limit is rejected before it is fully sent", async () => {
  await using service = await startGraphqlService();
  for (const head of [{ "transfer-encoding": "chunked" }, { "content-length": 1024 ** 3 }]) {
    const sent = request(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...head },
    });
    sent.on("error", () => {});
    sent.write(" ".repeat(300_000));
    const [answer] = await once(sent, "response");
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, "close"]);
    sent.destroy();
  }
});

test.each([
  ["gzip", gzipSync('{"query":"{ health { ready } }"}'), 200],
  ["deflate", deflateSync('{"query":"{ health { ready } }"}'), 200],
  ["br", brotliCompressSync('{"query":"{ health { ready } }"}'), 200],
  ["gzip", gzipSync(Buffer.alloc(50_000_000, " ")), 413],
  ["gzip", Buffer.from("no gzip"), 400],
  ["compress", Buffer.from("{}"), 415],
])("a body in %s is decompressed up to the size limit", async (encoding, body, status) => {
  await using service = await startGraphqlService();
  const headers = { "content-type": "application/json", "content-encoding": encoding };
  const response = await fetch(`${service.url}/graphql`, { method: "POST", headers, body });
  expect(response.status).toBe(status);
  expect(service.faults).toEqual([]);
});

test.each([
  [undefined, "application/json"],
  ["application/json", "application/json"],
  ["application/graphql-response+json", "application/graphql-response+json"],
  ["application/graphql-response+json, application/json;q=0.9", "application/graphql-response+json"],
])("a request that accepts %s gets %s", async (accept, type) => {
  await using service = await startGraphqlService();
  for (const body of ['{"query":"{ health { ready } }"}', '{"query":"{ nothing }"}', "{"]) {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(accept !== undefined && { accept }) },
      body,
    });
    expect(response.headers.get("content-type")).toBe(body === "{" ? "application/json" : type);
  }
});

test.each(["PUT", "DELETE", "PATCH", "OPTIONS"])("the method %s is rejected", async (method) => {
  await using service = await startGraphqlService();
  const response = await fetch(`${service.url}/graphql`, { method });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ message: `${method} is not allowed here.` });
});

test.each(["%2e%2e%2fpackage.json", "%zz", "missing.js"])(
  "a request for the unknown editor file %s gets a plain error, not a GraphQL one",
  async (file) => {
    await using service = await startGraphqlService();
    const response = await fetch(`${service.url}/graphql/graphiql/${file}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  },
);
