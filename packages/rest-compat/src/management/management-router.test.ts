import { once } from "node:events";
import { createServer } from "node:http";
import { boundPort } from "@galley/core/testing";
import { OtherAnswer } from "../http/endpoint.ts";
import { DomainError } from "@galley/core/domain";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryApplication } from "../testing/memory-application.ts";
import { managementEndpoint } from "./management-endpoint.ts";
import { managementRouter } from "./management-router.ts";
import { envelope, envelopeOf, PAGE_PARAMETERS, rangeOf } from "./pagination.ts";

const FIRST = {
  organization: "press",
  managerEmail: "editor@press.example",
  extractionKey: "an extraction key",
  accessToken: "1f1cf0b5-8f0d-4c5f-9a3a-0c6f8b8d4a11",
};
const UNKNOWN_TOKEN = "00000000-0000-4000-8000-000000000000";

const proof = z.object({ id: z.string(), title: z.string(), made_at: z.iso.datetime() });
const proofBody = z.strictObject({
  title: z.string().min(1).max(8),
  copies: z.int().min(1).optional(),
  colour: z.enum(["black", "red"]).optional(),
});
const PROOF = { id: "1", title: "A", made_at: "2026-01-01T00:00:00.000Z" };

const ENDPOINTS = [
  managementEndpoint({
    method: "GET",
    path: "/proof/",
    summary: "Lists proofs.",
    query: z.object(PAGE_PARAMETERS),
    body: "none",
    response: { status: 200, body: envelopeOf(proof) },
    async handle({ query, url }) {
      return envelope(rangeOf(query), { count: 120, results: [PROOF] }, url);
    },
  }),
  managementEndpoint({
    method: "POST",
    path: "/proof/",
    summary: "Makes a proof.",
    query: z.object({}),
    body: proofBody,
    response: { status: 201, body: proof },
    async handle({ json }) {
      const { title } = await json(proofBody);
      if (title === "taken") throw new DomainError("CONFLICT", "name: is taken", { field: "name" });
      return { ...PROOF, title };
    },
    fields: { name: "title" },
  }),
  managementEndpoint({
    method: "GET",
    path: "/proof/{id}/",
    summary: "One proof.",
    records: { id: "Proof" },
    query: z.object({}),
    body: "none",
    response: { status: 200, body: z.object({ id: z.string() }) },
    handle: async ({ params }) => ({ id: params["id"] ?? "" }),
  }),
  managementEndpoint({
    method: "DELETE",
    path: "/proof/{id}/",
    summary: "Deletes a proof.",
    records: { id: "Proof" },
    query: z.object({}),
    body: "none",
    response: { status: 204, body: z.undefined() },
    handle: async () => undefined,
  }),
  managementEndpoint({
    method: "GET",
    path: "/proof/last/",
    summary: "Where the last proof is.",
    query: z.object({}),
    body: "none",
    response: { status: 200, body: z.undefined() },
    handle: async ({ publicUrl }) =>
      new OtherAnswer(302, undefined, { headers: { location: `${publicUrl}/last` } }),
  }),
];

let url = "";
let close: () => Promise<void> = async () => {};

beforeAll(async () => {
  const { application } = await createMemoryApplication();
  await application.access.createFirst(FIRST);
  const router = managementRouter(application, { onFault() {}, publicUrl: () => url }, ENDPOINTS);
  const server = createServer(express().use(router)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${boundPort(server)}`;
  close = async () => {
    server.close();
    server.closeAllConnections();
  };
});

afterAll(() => close());

interface Asked {
  readonly method?: string;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly type?: string;
}

async function ask(
  path: string,
  { method = "GET", token = FIRST.accessToken, body, type }: Asked = {},
): Promise<{ status: number; headers: Headers; json: unknown }> {
  const answer = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { "content-type": type }),
      ...(type === undefined && body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text === "" ? undefined : JSON.parse(text) };
}

test("both prefixes, the organization's name and id, with and without the slash at the end", async () => {
  for (const path of ["/api/v1/service/press/proof/", "/api/v1/unstract/press/proof"]) {
    expect((await ask(path)).status).toBe(200);
  }
});

test.each([
  [{ token: null }, 401, "Unauthorized"],
  [{ token: "no-uuid" }, 401, "Invalid API key format"],
  [{ token: UNKNOWN_TOKEN }, 401, "Invalid or inactive API key"],
])("a caller who does not pass the gate: %j", async (asked, status, message) => {
  expect(await ask("/api/v1/service/press/proof/", asked)).toMatchObject({ status, json: { message } });
});

test("another organization is denied, whether it exists or not", async () => {
  const { status, json } = await ask("/api/v1/service/other/proof/");
  expect({ status, json }).toEqual({ status: 403, json: { message: "Organization access denied" } });
});

test("a list has the envelope, and clamps what is asked of it", async () => {
  const { json } = await ask("/api/v1/service/press/proof/?page=2&search=x");
  const base = `${url}/api/v1/service/press/proof/`;
  expect(json).toEqual({
    count: 120,
    next: `${base}?page=3&search=x`,
    previous: `${base}?search=x`,
    results: [PROOF],
  });
  expect((await ask("/api/v1/service/press/proof/?page_size=10000")).json).toMatchObject({ next: null });
  expect((await ask("/api/v1/service/press/proof/?page_size=none")).json).toMatchObject({ count: 120 });
});

test.each(["0", "4", "-1", "x", "99999999999999999999"])("page %s is not found", async (page) => {
  expect(await ask(`/api/v1/service/press/proof/?page=${page}`)).toMatchObject({
    status: 404,
    json: { type: "client_error", errors: [{ code: "not_found", detail: "Invalid page.", attr: "page" }] },
  });
});

test.each([
  [{}, { code: "required", attr: "title" }],
  [{ title: null }, { code: "null", attr: "title" }],
  [{ title: "" }, { code: "blank", attr: "title" }],
  [{ title: 7 }, { code: "invalid", detail: "Not a valid string.", attr: "title" }],
  [{ title: "too long a title" }, { code: "max_length", attr: "title" }],
  [
    { title: "A", copies: 0 },
    { code: "min_value", attr: "copies" },
  ],
  [
    { title: "A", copies: "1" },
    { code: "invalid", attr: "copies" },
  ],
  [
    { title: "A", colour: "blue" },
    { code: "invalid_choice", attr: "colour" },
  ],
  [
    { title: "A", titel: "B" },
    { code: "unknown", attr: "titel" },
  ],
  ["{", { code: "parse_error", attr: null }],
  [String.raw`{"title":"a\u0000"}`, { code: "null_characters_not_allowed", attr: null }],
  [String.raw`{"title":"\\\u0000"}`, { code: "null_characters_not_allowed", attr: null }],
])("a body that is wrong is named: %j", async (body, error) => {
  const { status, json } = await ask("/api/v1/service/press/proof/", { method: "POST", body });
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { type: "validation_error", errors: [error] },
  });
});

test("a refusal of the application names the documented field", async () => {
  const asked = { method: "POST", body: { title: "taken" } };
  expect(await ask("/api/v1/service/press/proof/", asked)).toMatchObject({
    status: 409,
    json: { type: "client_error", errors: [{ code: "conflict", detail: "is taken", attr: "title" }] },
  });
});

test("a backslash before what looks like an escape is a backslash", async () => {
  const body = String.raw`{"title":"\\u0000"}`;
  expect((await ask("/api/v1/service/press/proof/", { method: "POST", body })).status).toBe(201);
});

test("a body of another type is refused", async () => {
  const asked = { method: "POST", body: "title=A", type: "application/x-www-form-urlencoded" };
  expect((await ask("/api/v1/service/press/proof/", asked)).status).toBe(415);
});

test("a malformed id is not found", async () => {
  expect(await ask("/api/v1/service/press/proof/nonsense/")).toMatchObject({
    status: 404,
    json: { errors: [{ detail: "Proof not found." }] },
  });
});

test("a word goes before a placeholder, and answers can be redirects", async () => {
  const { status, headers } = await ask("/api/v1/service/press/proof/last/");
  expect([status, headers.get("location")]).toEqual([302, `${url}/last`]);
});

test("success without a body has none", async () => {
  const { status, json } = await ask(`/api/v1/service/press/proof/${UNKNOWN_TOKEN}/`, { method: "DELETE" });
  expect([status, json]).toEqual([204, undefined]);
});

test("other paths and methods are refused in the same form", async () => {
  expect(await ask("/api/v1/service/press/nothing/")).toMatchObject({
    status: 404,
    json: { errors: [{ code: "not_found" }] },
  });
  const { status, headers, json } = await ask("/api/v1/service/press/proof/", { method: "PATCH" });
  expect([status, headers.get("allow")]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
  expect(json).toMatchObject({ errors: [{ code: "method_not_allowed" }] });
});

test("OPTIONS describes the fields that can be given and those that are only answered", async () => {
  const { status, json } = await ask("/api/v1/service/press/proof/", { method: "OPTIONS" });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    name: "Proof",
    actions: {
      POST: {
        id: { type: "string", read_only: true, required: false },
        title: { type: "string", read_only: false, required: true, label: "Title", max_length: 8 },
        copies: { type: "integer", read_only: false, required: false, min_value: 1 },
        colour: { type: "choice", choices: [{ value: "black", display_name: "black" }, { value: "red" }] },
        made_at: { type: "datetime", read_only: true },
      },
    },
  });
});
