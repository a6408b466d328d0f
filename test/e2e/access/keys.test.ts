import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { startService, type RunningService } from "../../support/service.ts";

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service[Symbol.asyncDispose]());

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

/** The response to a manager of the organization. */
async function manage<T>(schema: z.ZodType<T>, query: string, variables: object = {}): Promise<T> {
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = answerSchema.parse(await response.json());
  expect(errors).toEqual([]);
  return schema.parse(Object.values(data ?? {})[0]);
}

const issuedSchema = z.object({ secret: z.string(), key: z.object({ id: z.string() }) });

function newKey(input: object): Promise<z.infer<typeof issuedSchema>> {
  const query =
    "mutation ($input: CreateExtractionKeyInput!) { createExtractionKey(input: $input) { secret key { id } } }";
  return manage(issuedSchema, query, { input });
}

type Init = Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> };

function call(path: string, secret: string, init: Init = {}): Promise<Response> {
  return fetch(`${service.url}/api/v2${path}`, {
    ...init,
    headers: { "service-key": secret, ...init.headers },
  });
}

const document = Buffer.from(FIXTURES["three-pages"]?.().bytes ?? "");

test("a key's pages are counted up to its quota, then rejected with Retry-After", async () => {
  const { secret } = await newKey({ pagesPerDay: 3 });
  const accepted = await call("/whisper?mode=native_text", secret, { method: "POST", body: document });
  expect(accepted.status).toBe(202);
  const today = async (): Promise<unknown> => (await call("/get-usage-info", secret)).json();
  await expect.poll(today, { timeout: 20_000 }).toMatchObject({
    daily_quota: 3,
    monthly_quota: -1,
    today_page_count: 3,
    current_page_count_native_text: 3,
  });
  const refused = await call("/whisper", secret, { method: "POST", body: document });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(86_400);
});

test("a key's rate limit applies to concurrent requests", async () => {
  const { secret } = await newKey({ requestsPerMinute: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => call("/test-connection", secret)));
  const allowed = answers.filter(({ status }) => status === 200).length;
  // A minute may end in between.
  expect([5, 6, 7, 8, 9, 10]).toContain(allowed);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - allowed);
});

test("a key's rate limit counts the calls of one request: those of a batch, and those under other names", async () => {
  const batch = await newKey({ requestsPerMinute: 5 });
  const extract = (id: number): object => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "extract_document", arguments: { url: "https://example.invalid/a.pdf" } },
  });
  const sent = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${batch.secret}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(Array.from({ length: 50 }, (_, id) => extract(id))),
  });
  expect(sent.status).toBe(429);
  expect(Number(sent.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await sent.text()).toContain("This key has exceeded its limit of 5 requests per minute.");

  const aliases = await newKey({ requestsPerMinute: 5 });
  const fields = Array.from({ length: 20 }, (_, index) => `a${index}: jobs(first: 1) { totalCount }`);
  const asked = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "service-key": aliases.secret, "content-type": "application/json" },
    body: JSON.stringify({ query: `{ ...All } fragment All on Query { ${fields.join(" ")} }` }),
  });
  expect(asked.status).toBe(429);
  expect(Number(asked.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a revoked key is rejected, and its last use is recorded", async () => {
  const { secret, key } = await newKey({ description: "nightly batch" });
  expect((await call("/test-connection", secret)).status).toBe(200);
  const revoke =
    "mutation ($id: ID!) { revokeExtractionKey(input: {keyId: $id}) { key { description lastUsedAt revokedAt } } }";
  expect(await manage(z.unknown(), revoke, { id: key.id })).toMatchObject({
    key: { description: "nightly batch", lastUsedAt: expect.any(String), revokedAt: expect.any(String) },
  });
  expect((await call("/test-connection", secret)).status).toBe(403);
  expect((await call("/test-connection", `${secret}x`)).status).toBe(401);
});

test("of many concurrent submissions under one Idempotency-Key, one creates the job", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const submit = (): Promise<Response> =>
    call("/whisper?tag=idempotent", service.serviceKey, { method: "POST", body: document, headers });
  const answers = await Promise.all(Array.from({ length: 12 }, submit));
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 202));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
});
