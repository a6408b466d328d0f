import { expect, test } from "vitest";
import { z } from "zod";
import { startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const CREATE = `mutation ($input: CreateExtractionKeyInput!) {
  createExtractionKey(input: $input) {
    secret
    key { id description masked pagesPerDay pagesPerMonth requestsPerMinute createdAt rotatedAt revokedAt lastUsedAt }
  }
}`;
const ROTATE =
  "mutation ($id: ID!) { rotateExtractionKey(input: {keyId: $id}) { secret key { id rotatedAt } } }";
const REVOKE = "mutation ($id: ID!) { revokeExtractionKey(input: {keyId: $id}) { key { id revokedAt } } }";

const issuedSchema = z.object({ secret: z.string(), key: z.looseObject({ id: z.string() }) });

function manager({ token }: GraphqlService): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function created(service: GraphqlService, input: object = {}): Promise<z.infer<typeof issuedSchema>> {
  const { data, errors } = await service.ask(CREATE, { input }, manager(service));
  expect(errors).toEqual([]);
  return issuedSchema.parse(data?.["createExtractionKey"]);
}

async function codeOf(asked: ReturnType<GraphqlService["ask"]>): Promise<unknown> {
  return (await asked).errors[0]?.extensions["code"];
}

test("a key is issued, used, rotated, revoked, and listed without its secret", async () => {
  await using service = await startGraphqlService();
  const { key, secret } = await created(service, { description: "nightly batch", pagesPerDay: 100 });
  expect(key).toMatchObject({
    description: "nightly batch",
    masked: `galley_…${secret.slice(-4)}`,
    pagesPerDay: 100,
    pagesPerMonth: null,
    requestsPerMinute: null,
    lastUsedAt: null,
  });
  const viewer = "{ viewer { kind } }";
  expect((await service.ask(viewer, {}, { "service-key": secret })).errors).toEqual([]);

  const { data } = await service.ask(ROTATE, { id: key.id }, manager(service));
  const rotated = issuedSchema.parse(data?.["rotateExtractionKey"]);
  expect(await codeOf(service.ask(viewer, {}, { "service-key": secret }))).toBe("UNAUTHENTICATED");
  expect((await service.ask(viewer, {}, { "service-key": rotated.secret })).errors).toEqual([]);

  await service.ask(REVOKE, { id: key.id }, manager(service));
  expect(await codeOf(service.ask(viewer, {}, { "service-key": rotated.secret }))).toBe("FORBIDDEN");
  const list = "{ extractionKeys { id masked lastUsedAt revokedAt } }";
  const listed = await service.ask(list, {}, manager(service));
  expect(listed.data?.["extractionKeys"]).toContainEqual({
    id: key.id,
    masked: `galley_…${rotated.secret.slice(-4)}`,
    lastUsedAt: expect.any(String),
    revokedAt: expect.any(String),
  });
  expect(JSON.stringify(listed)).not.toContain(rotated.secret);
});

test("an extraction key cannot manage keys", async () => {
  await using service = await startGraphqlService();
  const { key } = await created(service);
  for (const asked of [
    service.ask("{ extractionKeys { id } }"),
    service.ask(CREATE, { input: {} }),
    service.ask(ROTATE, { id: key.id }),
    service.ask(REVOKE, { id: key.id }),
  ]) {
    expect(await codeOf(asked)).toBe("FORBIDDEN");
  }
});

test("an unknown key is NOT_FOUND, and a limit below 1 is BAD_INPUT", async () => {
  await using service = await startGraphqlService();
  for (const id of ["nonsense", "4f2a8e6c-9f0e-4d0e-8b8a-2f5c1d3e7a90"]) {
    expect(await codeOf(service.ask(ROTATE, { id }, manager(service)))).toBe("NOT_FOUND");
    expect(await codeOf(service.ask(REVOKE, { id }, manager(service)))).toBe("NOT_FOUND");
  }
  const input = { pagesPerDay: 0 };
  expect(await codeOf(service.ask(CREATE, { input }, manager(service)))).toBe("BAD_INPUT");
});

test("a caller over its rate limit gets a retryable 429 with Retry-After", async () => {
  await using service = await startGraphqlService();
  const { secret } = await created(service, { requestsPerMinute: 1 });
  const request = (): Promise<Response> =>
    fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "service-key": secret },
      body: JSON.stringify({ query: "{ viewer { kind } }" }),
    });
  // A clock minute can end between two of the three requests, but not between all of them.
  const answers = [await request(), await request(), await request()];
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(await refused?.json()).toMatchObject({
    errors: [
      {
        extensions: {
          code: "QUOTA_EXCEEDED",
          status: 429,
          retryable: true,
          retryAfterSeconds: expect.any(Number),
        },
      },
    ],
  });
});

test("an upload over the key's rate limit is rejected with 429 and Retry-After", async () => {
  await using service = await startGraphqlService();
  const { secret } = await created(service, { requestsPerMinute: 1 });
  const upload = (): Promise<Response> =>
    fetch(`${service.url}/uploads/a.pdf`, {
      method: "PUT",
      headers: { "service-key": secret },
      body: "%PDF-1.7 made for a test",
    });
  const answers = [await upload(), await upload(), await upload()];
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(await refused?.json()).toEqual({ message: expect.any(String) });
});

test("the organization's usage is reported by mode and by day", async () => {
  await using service = await startGraphqlService();
  await service.work(await service.submit({ mode: "table" }));
  const today = new Date().toISOString().slice(0, 10);
  const query =
    "query ($from: LocalDate, $tag: String) { usage(from: $from, tag: $tag) { from to tag pages byMode { mode pages } byDay { day pages } } }";
  const { data } = await service.ask(query, { from: today, tag: "default" });
  expect(data?.["usage"]).toEqual({
    from: today,
    to: today,
    tag: "default",
    pages: 2,
    byMode: [{ mode: "TABLE", pages: 2 }],
    byDay: [{ day: today, pages: 2 }],
  });
  const other = await service.ask(query, { tag: "nobody's" });
  expect(other.data?.["usage"]).toMatchObject({ tag: "nobody's", pages: 0, byMode: [], byDay: [] });
  expect(await codeOf(service.ask('{ usage(from: "2026-02-30") { pages } }'))).toBe(
    "GRAPHQL_VALIDATION_FAILED",
  );
  const reversed = '{ usage(from: "2026-02-02", to: "2026-02-01") { pages } }';
  expect(await codeOf(service.ask(reversed))).toBe("BAD_INPUT");
});

test("repeating a submission with its idempotency key returns the same job", async () => {
  await using service = await startGraphqlService();
  const uploaded = await fetch(`${service.url}/uploads/a.pdf`, {
    method: "PUT",
    headers: { "service-key": service.key },
    body: "%PDF-1.7 made for a test",
  });
  const { id } = z.object({ id: z.string() }).parse(await uploaded.json());
  const submit = (input: object): ReturnType<GraphqlService["ask"]> =>
    service.ask("mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }", {
      input: { upload: id, idempotencyKey: "batch-1", ...input },
    });
  const first = await submit({});
  expect(first.errors).toEqual([]);
  expect((await submit({})).data).toEqual(first.data);
  expect(await codeOf(submit({ tag: "other" }))).toBe("CONFLICT");
  expect(await codeOf(submit({ idempotencyKey: "" }))).toBe("BAD_INPUT");
  expect((await submit({ idempotencyKey: null })).data).not.toEqual(first.data);
});
