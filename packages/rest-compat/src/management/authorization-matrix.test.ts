import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { MEMORY_KINDS, boundPort } from "@galley/core/testing";
import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryApplication } from "../testing/memory-application.ts";
import { AuthorizationWorld, CALLERS, type CallerName, type Things } from "../testing/authorization-world.ts";
import { MANAGEMENT_ENDPOINTS } from "./endpoints.ts";
import { managementRouter } from "./management-router.ts";

/** The callers that a route admits after the gate. */
type Rule =
  /** Every member of the organization. */
  | "everyone"
  /** Every member; the response contains only what the caller can see. */
  | "lists what is seen"
  /** Every member; the response contains only what the caller can manage. */
  | "lists what is managed"
  /** Owners, viewers, and every member if the record is shared with the organization. */
  | "sees"
  /** The creator, co-owners, managers and service accounts. */
  | "manages"
  /** The user the key acts for, managers and service accounts. */
  | "own key"
  /** The target of the path does not exist. */
  | "nothing there";

interface Row {
  readonly rule: Rule;
  /** Values of the placeholders and the query. */
  readonly at?: (things: Things) => string;
  readonly body?: (things: Things) => unknown;
}

const named = (field: string) => (): Record<string, string> => ({ [field]: randomUUID().slice(0, 30) });

const aNotification = (): object => ({ ...named("name")(), url: "https://example.com/ended" });

const aConnector = (): object => ({
  ...named("connector_name")(),
  connector_id: MEMORY_KINDS.files,
  connector_metadata: { host: "files.example" },
});

/** The sharing routes of each kind of record. */
function sharingRows(kind: "pipeline" | "workflow" | "connector"): Record<string, Row> {
  const id = (things: Things): string => things[kind];
  return {
    [`GET /${kind}/{id}/users/`]: { rule: "sees", at: (things) => `/${kind}/${id(things)}/users/` },
    [`GET /${kind}/users/{id}/`]: { rule: "sees", at: (things) => `/${kind}/users/${id(things)}/` },
    [`GET /${kind}/{id}/owners/`]: { rule: "sees", at: (things) => `/${kind}/${id(things)}/owners/` },
    [`GET /${kind}/{id}/effective-members/`]: {
      rule: "sees",
      at: (things) => `/${kind}/${id(things)}/effective-members/`,
    },
    [`POST /${kind}/{id}/share/`]: {
      rule: "manages",
      at: (things) => `/${kind}/${id(things)}/share/`,
      body: ({ spareNumber }) => ({ shared_users: [spareNumber] }),
    },
    [`POST /${kind}/{id}/owners/`]: {
      rule: "manages",
      at: (things) => `/${kind}/${id(things)}/owners/`,
      body: ({ spareNumber }) => ({ user_id: spareNumber }),
    },
    [`DELETE /${kind}/{id}/owners/{user_id}/`]: {
      rule: "manages",
      at: (things) => `/${kind}/${id(things)}/owners/${things.spareOwnerNumber}/`,
    },
    [`GET /${kind}/{id}/`]: { rule: "sees", at: (things) => `/${kind}/${id(things)}/` },
    [`DELETE /${kind}/{id}/`]: { rule: "manages", at: (things) => `/${kind}/${id(things)}/` },
    [`GET /${kind}/`]: { rule: "lists what is seen", at: ({ mark }) => `/${kind}/?search=${mark}` },
  };
}

const onPipeline = (things: Things): string => `/pipeline/${things.pipeline}/`;
const onWorkflow = (things: Things): string => `/workflow/${things.workflow}/`;
const onEnd = (things: Things): string => `/workflow/endpoint/${things.end}/`;
const onConnector = (things: Things): string => `/connector/${things.connector}/`;
const onKey = (things: Things): string => `/api/keys/${things.pipelineKey}/`;
const onNotification = (things: Things): string => `/notifications/${things.notification}/`;
const onPlatformKey = (things: Things): string => `/platform-api/keys/${things.platformKey}/`;

/** Every route of the management API. */
const MATRIX: Readonly<Record<string, Row>> = {
  ...sharingRows("pipeline"),
  ...sharingRows("workflow"),
  ...sharingRows("connector"),

  "GET /users/": { rule: "everyone" },
  "GET /groups/": { rule: "everyone" },

  "GET /platform-api/keys/": { rule: "everyone" },
  "POST /platform-api/keys/": { rule: "everyone", body: named("name") },
  "GET /platform-api/keys/{id}/": { rule: "own key", at: onPlatformKey },
  "PUT /platform-api/keys/{id}/": { rule: "own key", at: onPlatformKey, body: named("name") },
  "PATCH /platform-api/keys/{id}/": { rule: "own key", at: onPlatformKey, body: named("name") },
  "DELETE /platform-api/keys/{id}/": { rule: "own key", at: onPlatformKey },
  "POST /platform-api/keys/{id}/rotate/": {
    rule: "own key",
    at: (things) => `${onPlatformKey(things)}rotate/`,
  },

  "POST /pipeline/": {
    rule: "everyone",
    body: ({ openWorkflow }) => ({ ...named("pipeline_name")(), workflow: openWorkflow }),
  },
  "PUT /pipeline/{id}/": {
    rule: "manages",
    at: onPipeline,
    body: ({ openWorkflow }) => ({ ...named("pipeline_name")(), workflow: openWorkflow }),
  },
  "PATCH /pipeline/{id}/": { rule: "manages", at: onPipeline, body: named("pipeline_name") },
  "POST /pipeline/execute/": { rule: "manages", body: ({ pipeline }) => ({ pipeline_id: pipeline }) },
  "GET /pipeline/{id}/executions/": {
    rule: "manages",
    at: (things) => `${onPipeline(things)}executions/`,
  },
  "GET /pipeline/api/client_collection/{id}/": {
    rule: "sees",
    at: ({ pipeline }) => `/pipeline/api/client_collection/${pipeline}/`,
  },
  "GET /pipeline/api/postman_collection/{id}/": {
    rule: "sees",
    at: ({ pipeline }) => `/pipeline/api/postman_collection/${pipeline}/`,
  },
  "GET /api/client_collection/{id}/": {
    rule: "sees",
    at: ({ pipeline }) => `/api/client_collection/${pipeline}/`,
  },

  "GET /api/keys/pipeline/{pipeline_id}/": {
    rule: "sees",
    at: ({ pipeline }) => `/api/keys/pipeline/${pipeline}/`,
  },
  "POST /api/keys/pipeline/{pipeline_id}/": {
    rule: "manages",
    at: ({ pipeline }) => `/api/keys/pipeline/${pipeline}/`,
    body: ({ pipeline }) => ({ pipeline }),
  },
  "POST /api/keys/pipeline/": { rule: "manages", body: ({ pipeline }) => ({ pipeline }) },
  "GET /api/keys/{id}/": { rule: "sees", at: onKey },
  "PUT /api/keys/{id}/": { rule: "manages", at: onKey, body: named("description") },
  "PATCH /api/keys/{id}/": { rule: "manages", at: onKey, body: named("description") },
  "DELETE /api/keys/{id}/": { rule: "manages", at: onKey },
  "GET /api/keys/api/{api_id}/": { rule: "nothing there", at: () => `/api/keys/api/${randomUUID()}/` },
  "POST /api/keys/api/{api_id}/": { rule: "nothing there", at: () => `/api/keys/api/${randomUUID()}/` },

  "GET /notifications/": { rule: "lists what is managed" },
  "POST /notifications/": {
    rule: "manages",
    body: ({ pipeline }) => ({ ...aNotification(), pipeline }),
  },
  "GET /notifications/pipeline/{pipeline_id}/": {
    rule: "manages",
    at: ({ pipeline }) => `/notifications/pipeline/${pipeline}/`,
  },
  "POST /notifications/pipeline/{pipeline_id}/": {
    rule: "manages",
    at: ({ pipeline }) => `/notifications/pipeline/${pipeline}/`,
    body: aNotification,
  },
  "GET /notifications/{id}/": { rule: "manages", at: onNotification },
  "PUT /notifications/{id}/": { rule: "manages", at: onNotification, body: aNotification },
  "PATCH /notifications/{id}/": { rule: "manages", at: onNotification, body: named("name") },
  "DELETE /notifications/{id}/": { rule: "manages", at: onNotification },

  "POST /workflow/": { rule: "everyone", body: named("workflow_name") },
  "PUT /workflow/{id}/": { rule: "manages", at: onWorkflow, body: named("workflow_name") },
  "PATCH /workflow/{id}/": { rule: "manages", at: onWorkflow, body: named("description") },
  "GET /workflow/endpoint/": { rule: "everyone" },
  "GET /workflow/endpoint/{id}/": { rule: "sees", at: onEnd },
  "PUT /workflow/endpoint/{id}/": { rule: "manages", at: onEnd, body: () => ({ connection_type: "API" }) },
  "PATCH /workflow/endpoint/{id}/": { rule: "manages", at: onEnd, body: () => ({ connection_type: "API" }) },

  "POST /connector/": { rule: "everyone", body: aConnector },
  "PUT /connector/{id}/": { rule: "manages", at: onConnector, body: aConnector },
  "PATCH /connector/{id}/": { rule: "manages", at: onConnector, body: named("connector_name") },
  "GET /supported_connectors/": { rule: "everyone" },
  "GET /connector_schema/": {
    rule: "everyone",
    at: () => `/connector_schema/?id=${encodeURIComponent(MEMORY_KINDS.files)}`,
  },
  "POST /test_connectors/": {
    rule: "everyone",
    body: () => ({ connector_id: MEMORY_KINDS.files, connector_metadata: { host: "files.example" } }),
  },
};

/** The status for a caller who passed the gate; undefined for success. */
const OUTCOMES: Readonly<Record<Rule, Partial<Record<CallerName, 403 | 404>>>> = {
  everyone: {},
  "lists what is seen": {},
  "lists what is managed": {},
  sees: { "a stranger": 404 },
  manages: { "a stranger": 404, "a viewer": 403, "a viewer through the organization": 403 },
  "own key": {
    "a stranger": 404,
    "a viewer": 404,
    "a viewer through the organization": 404,
    "a co-owner": 404,
  },
  "nothing there": Object.fromEntries(
    CALLERS.filter(({ gate }) => gate === undefined).map(({ name }) => [name, 404] as const),
  ),
};

/** The callers whose lists do not contain the record. */
const HIDDEN_IN_LISTS: Readonly<Partial<Record<Rule, readonly CallerName[]>>> = {
  "lists what is seen": ["a stranger"],
  "lists what is managed": ["a stranger", "a viewer", "a viewer through the organization"],
};

/** Callers who pass the gate but cannot change the record that the path names. */
const REFUSED = Object.entries(MATRIX).flatMap(([route, { rule, at, body }]) =>
  CALLERS.flatMap(({ name, gate, forbids = [] }) => {
    const [method = ""] = route.split(" ");
    const status = OUTCOMES[rule][name];
    const isRefused = gate === undefined && !forbids.includes(method) && status !== undefined;
    return at && body && isRefused ? [{ route, method, at, name, status }] : [];
  }),
);

let world: AuthorizationWorld;
let close: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  const { application } = await createMemoryApplication();
  const faults = (fault: unknown): never => {
    throw fault;
  };
  const options = { onFault: faults, publicUrl: () => "https://galley.example" };
  const server = createServer(express().use(managementRouter(application, options))).listen(0, "127.0.0.1");
  await once(server, "listening");
  world = await AuthorizationWorld.open(application, `http://127.0.0.1:${boundPort(server)}`);
  close = async () => {
    server.close();
    server.closeAllConnections();
  };
});

afterAll(() => close());

test("every route is in the table, and the table names nothing else", () => {
  const served = MANAGEMENT_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(MATRIX).toSorted()).toEqual([...new Set(served)].toSorted());
});

describe.each(Object.entries(MATRIX))("%s", (route, { rule, at, body }) => {
  const [method = "", path = ""] = route.split(" ");
  const success = MANAGEMENT_ENDPOINTS.find((one) => one.method === method && one.path === path)?.response
    .status;

  test.each(CALLERS)("by $name", async ({ name, gate, forbids = [] }) => {
    const status = gate ?? (forbids.includes(method) ? 403 : (OUTCOMES[rule][name] ?? success));
    const things = await world.things({
      changing: method !== "GET" && status === success,
      toOrganization: name.includes("organization"),
    });
    const answer = await world.call(name, {
      method,
      path: at?.(things) ?? path,
      body: body?.(things),
    });
    const tells = answer.text.includes(things.mark);
    const told = { status: answer.status, tells, refusal: answer.status < 400 || answer.text };
    const isTold = answer.status < 400 && !(HIDDEN_IN_LISTS[rule] ?? []).includes(name);
    const mustTell = isTold && rule in HIDDEN_IN_LISTS;
    expect(told).toEqual({ ...told, status, tells: mustTell || (isTold && tells) });
  });
});

test.each(REFUSED)("$route tells $name nothing of the body", async ({ method, at, name, status }) => {
  const things = await world.things({ changing: false, toOrganization: name.includes("organization") });
  const answer = await world.call(name, { method, path: at(things), body: "no object" });
  expect(answer).toMatchObject({ status });
});
