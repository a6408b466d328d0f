import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type RunningService } from "../support/service.ts";
import { SAMPLE } from "./documents.ts";
import { createExchange, valueAt } from "./exchange.ts";
import { madeConnector, madePipeline, madeWorkflow, rowsOf } from "./management.ts";
import { checkAgainst, type Answer } from "./schema-driven/answers.ts";
import { openApiSchema, operationsOf, type DescribedOperation } from "./schema-driven/described-service.ts";
import { requestsTo, type GeneratedRequest, type Known } from "./schema-driven/requests.ts";

/** Requests per operation; set `GALLEY_SCHEMA_RUNS=500` for more. */
const RUNS = Number(process.env["GALLEY_SCHEMA_RUNS"] ?? 8);
/** The same seed gives the same requests. */
const SEED = Number(process.env["GALLEY_SCHEMA_SEED"] ?? 20_261_122);
const TIMEOUT_MS = 120_000 + RUNS * 10_000;

const document: unknown = JSON.parse(
  readFileSync(new URL("../../docs/reference/openapi.json", import.meta.url), "utf8"),
);
const description = openApiSchema.parse(document);
const { assertDescribed } = checkAgainst(description);
const operations = operationsOf(description).toSorted((a, b) => turnOf(a) - turnOf(b));

/** Pipelines are called while they and their keys are active; records are deleted last. */
function turnOf({ method, path }: DescribedOperation): number {
  if (path.startsWith("/deployment/")) return 0;
  return method === "DELETE" ? 2 : 1;
}

let service: RunningService;
let known: Known;

beforeAll(async () => {
  // Without allowed addresses, so nothing leaves the machine.
  service = await startService({ env: { LOG_LEVEL: "error", GALLEY_LOCAL_ROOTS: "/usr" } });
  const { url, serviceKey: key, accessToken } = service;
  const exchange = createExchange({ url, key, token: accessToken, organization: "default" });
  const pipeline = await madePipeline(exchange, { allow_overlap: true });
  const workflow = await madeWorkflow(exchange);
  const connector = await madeConnector(exchange);
  const ends = rowsOf(await exchange.manage("GET", `/workflow/endpoint/?workflow=${workflow}`));
  const keys = await exchange.manage("GET", `/api/keys/pipeline/${pipeline}/`);
  const run = await exchange.manage("POST", "/pipeline/execute/", { body: { pipeline_id: pipeline } });
  const hash = await exchange.settled(SAMPLE, { mode: "native_text", add_line_nos: "true" });
  const management = { authorization: `Bearer ${accessToken}` };
  known = {
    ids: {
      org_id: ["default"],
      backend: ["google-oauth2", "azuread-tenant-oauth2"],
      name: ["a.pdf"],
      pipeline_id: [pipeline],
      user_id: ["1"],
      execution_id: [String(valueAt(run.json, "execution", "execution_id"))],
      // Version 1 waits for the text, which is not tested here.
      timeout: ["0", "1"],
      whisper_hash: [hash],
      "whisper-hash": [hash],
      pipeline: [pipeline],
      workflow: [workflow],
      "workflow/endpoint": ends.map((end) => String(valueAt(end, "id"))),
      connector: [connector],
      id: [pipeline, workflow, connector, String(valueAt(keys.json, 0, "id"))],
    },
    credentials: {
      serviceKey: { "service-key": key },
      unstractKey: { "unstract-key": key },
      accessToken: management,
      pipelineKey: { authorization: `Bearer ${String(valueAt(keys.json, 0, "api_key"))}` },
    },
  };
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function answerTo({ method, target, headers, body }: GeneratedRequest): Promise<Answer> {
  const response = await fetch(service.url + target, {
    method,
    headers,
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, contentType: response.headers.get("content-type"), text };
}

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s returns a documented response for any request",
  { timeout: TIMEOUT_MS },
  async (_name, operation) => {
    const property = fc.asyncProperty(requestsTo(operation, known), async (request) => {
      assertDescribed(operation, request, await answerTo(request));
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(service.logs()).not.toContain('"level":50');
  },
);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

test.each(Object.entries(description.paths))("%s rejects undocumented methods", async (path, methods) => {
  const target = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => known.ids[name]?.[0] ?? "x");
  const [scheme = ""] = operations.find((one) => one.path === path)?.schemes ?? [];
  const others = METHODS.filter((method) => !(method.toLowerCase() in methods));
  const refused = others.map(async (method) => {
    const headers = known.credentials[scheme] ?? {};
    const response = await fetch(service.url + target, { method, headers });
    const type = response.headers.get("content-type");
    return [method, response.status, type, response.headers.get("allow") !== null];
  });
  expect(await Promise.all(refused)).toEqual(others.map((method) => [method, 405, "application/json", true]));
});
