import { randomUUID } from "node:crypto";
import { anAccessToken } from "@galley/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  digestOf,
  startGraphqlService,
  type Answer,
  type GraphqlService,
} from "./testing/graphql-service.ts";

let service: GraphqlService;
const secret = randomUUID();

beforeAll(async () => {
  service = await startGraphqlService();
  const facts = { digest: digestOf(secret), tier: "full_access" as const };
  await service.database.transaction(({ accessTokens }) =>
    accessTokens.insert(anAccessToken(service.organizationId, facts)),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

function did(mutation: string, facts: object, selection: string): Promise<Answer> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  return service.ask(
    `mutation ($input: ${type}) { ${mutation}(input: $input) { ${selection} } }`,
    { input: facts },
    { authorization: `Bearer ${secret}` },
  );
}

const blank = "name: must not be blank";
const control = "name: must not contain line breaks or other control characters";

describe.each([
  ["createWorkflow", {}, "workflow { id }"],
  ["createWebhook", { url: "https://example.com/" }, "webhook { id }"],
  ["createAccessToken", { tier: "READ" }, "token { id }"],
])("%s rejects a name", (mutation, facts, selection) => {
  test.each([
    ["", blank],
    [" \t ", blank],
    ["\u00a0\u2003\u3000", blank],
    ["\u200b\u2060\ufeff", blank],
    ["two\nlines", control],
    ["nul\0", control],
    ["escape\u001b[31m", control],
    ["half \ud83d", control],
  ])("%j", async (name, message) => {
    const { errors } = await did(mutation, { ...facts, name }, selection);
    expect(errors).toMatchObject([{ message, extensions: { code: "BAD_INPUT", field: "name" } }]);
  });
});

test.each(["فاتورة رقم ٤٧١١", "👩‍👩‍👧‍👦 🇩🇪", "<b>bold</b>", "עברית\u200f (1)"])(
  "a workflow can have the name %s",
  async (name) => {
    const { data } = await did("createWorkflow", { name }, "workflow { name }");
    expect(data).toEqual({ createWorkflow: { workflow: { name } } });
  },
);

test("a person with a blank name is named after the address", async () => {
  const person = { name: " \u200b", email: "ada@example.org" };
  const { data } = await did("addMember", person, "member { user { name } }");
  expect(data).toEqual({ addMember: { member: { user: { name: "ada" } } } });
});

test("a document without a name that can be seen gets one, and its blank tag is the default", async () => {
  const response = await fetch(`${service.url}/uploads/${encodeURIComponent("\u3000\u200b")}`, {
    method: "PUT",
    headers: { "service-key": service.key },
    body: "%PDF-1.7 made for a test",
  });
  const { id: upload, name }: { id: string; name: string } = JSON.parse(await response.text());
  expect(name).toBe("document");
  const { data } = await did("submitDocument", { upload, tag: " \u200b" }, "job { tag file { name } }");
  expect(data).toEqual({ submitDocument: { job: { tag: "default", file: { name: "document" } } } });
});
