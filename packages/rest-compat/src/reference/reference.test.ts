import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "../endpoints.ts";
import { MANAGEMENT_ENDPOINTS } from "../management/endpoints.ts";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";
import { openApiDocument } from "./open-api.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("every endpoint is described, under a name of its own", () => {
  const management = MANAGEMENT_ENDPOINTS.map(({ method, path }) => ({
    method,
    path: `/api/v1/service/{org_id}${path}`,
  }));
  const others = [
    ["POST", "/deployment/pipeline/api/{org_id}/{pipeline_id}/"],
    ["GET", "/deployment/pipeline/api/{org_id}/{pipeline_id}/"],
    ["GET", "/api/v1/oauth/cache-key/{backend}"],
    ["GET", "/api/v1/service/{org_id}/oauth/login/{backend}/"],
    ["GET", "/api/v1/service/{org_id}/oauth/complete/{backend}/"],
    ["GET", "/api/v1/login"],
    ["GET", "/api/v1/login/callback"],
    ["POST", "/api/v1/logout"],
    ["GET", "/api/v1/session"],
    ["GET", "/api/v1/organization"],
    ["POST", "/api/v1/organization/{id}/set"],
    ["PUT", "/uploads/{name}"],
    ["GET", "/"],
  ].map(([method = "", path = ""]) => ({ method, path }));
  const endpoints = [...ENDPOINTS, ...management, ...others];
  expect(operations.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual(
    endpoints
      .map(({ path, method }) => `${method.toLowerCase()} ${path.replace(/(?<=.)\/$/, "")}`)
      .toSorted(),
  );
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(endpoints.length);
});

test.each(operations)("$method $path says what each of its parameters means", ({ operation }) => {
  expect(operation.parameters.filter(({ description }) => description === "")).toEqual([]);
});

test.each(operations)("$method $path has an example of its answer and of its body", ({ operation }) => {
  const { requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = [...answers.map(([, { content }]) => content), requestBody?.content ?? {}];
  const shown = contents.flatMap((content) => Object.entries(content)).filter(([type]) => !isOfFiles(type));
  expect(shown.filter(([, media]) => media.example === undefined)).toEqual([]);
});

function isOfFiles(type: string): boolean {
  return type === "application/octet-stream" || type === "multipart/form-data";
}

test("a parameter is required where nothing stands in for it", () => {
  const { parameters = [] } = document.paths["/v1/whisper"]?.["post"] ?? {};
  expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
    "processing_mode",
    "output_mode",
  ]);
  expect(parameters.find(({ name }) => name === "timeout")?.schema).toMatchObject({
    type: "integer",
    default: 200,
  });
});

test("an answer that is a text or an object is described as both", () => {
  const { responses = {} } = document.paths["/v1/whisper"]?.["post"] ?? {};
  expect(Object.keys(responses["200"]?.content ?? {}).toSorted()).toEqual(["application/json", "text/plain"]);
  expect(responses["200"]?.headers).toHaveProperty("Whisper-Hash");
  expect(Object.keys(responses["202"]?.content ?? {})).toEqual(["application/json"]);
});

test("every reference within the document leads somewhere", () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  const lost = [...references].filter(([, path = ""]) => {
    const found = path.split("/").reduce<unknown>((part, name) => Reflect.get(Object(part), name), document);
    return found === undefined;
  });
  expect(lost).toEqual([]);
});

test("the served document is the described one, and the committed one", async () => {
  const served = await fetch(`${world.url}/openapi.json`);
  expect(served.headers.get("content-type")).toBe("application/json");
  expect(await served.json()).toEqual({ ...document, servers: [{ url: world.url }] });
  const committed = readFileSync(new URL("../../../../docs/reference/openapi.json", import.meta.url), "utf8");
  expect(JSON.parse(committed)).toEqual({
    ...document,
    servers: [expect.objectContaining({ url: expect.any(String) })],
  });
});

test("the page runs only scripts of the service, which are packaged", async () => {
  const served = await fetch(`${world.url}/openapi`);
  expect(served.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(served.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self';.* connect-src 'self'/,
  );
  const loaded = [...(await served.text()).matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(loaded).toEqual(
    expect.arrayContaining(["openapi/scalar.js", "openapi/page.js", "openapi/page.css"]),
  );
  for (const path of loaded.filter((one) => one.startsWith("openapi/"))) {
    expect((await fetch(`${world.url}/${path}`)).status).toBe(200);
  }
  expect((await fetch(`${world.url}/openapi/index.html.map`)).status).toBe(404);
  expect((await fetch(`${world.url}/openapi`, { method: "POST" })).status).toBe(405);
});

const UNAUTHENTICATED_PATHS: ReadonlySet<string> = new Set([
  "/",
  "/api/v1/service/{org_id}/oauth/login/{backend}",
  "/api/v1/service/{org_id}/oauth/complete/{backend}",
]);

test.each(operations.filter(({ path }) => !UNAUTHENTICATED_PATHS.has(path)))(
  "$method $path describes the 429 for too many wrong credentials",
  ({ operation }) => {
    expect(operation.responses["429"]?.description).toContain("Too many wrong credentials");
    expect(operation.responses["429"]?.headers).toHaveProperty("Retry-After");
  },
);

test("the public address of a pipeline describes the password of encrypted files", () => {
  const { parameters = [], requestBody } =
    document.paths["/deployment/pipeline/api/{org_id}/{pipeline_id}"]?.["post"] ?? {};
  expect(parameters.map(({ name }) => name)).toContain("Document-Password");
  expect(requestBody?.content["multipart/form-data"]?.schema["properties"]).toMatchObject({
    timeout: {},
    include_metadata: {},
    document_password: {},
  });
});

test.each([
  ["GET", "/api/v2/whisper-status", "whisperStatus"],
  ["GET", "/v1/whisper-status", "whisperStatusV1"],
  ["GET", "/api/v1/service/{org_id}/pipeline", "listPipelines"],
  ["PATCH", "/api/v1/service/{org_id}/pipeline/{id}", "updatePipeline"],
  ["POST", "/api/v1/service/{org_id}/pipeline/{id}/share", "sharePipeline"],
  ["GET", "/api/v1/service/{org_id}/api/keys/pipeline/{pipeline_id}", "listApiKeysOfPipeline"],
])("%s %s is a method %s of a generated client", (method, path, id) => {
  expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(id);
});

test("every call has a name of its own that is an identifier", () => {
  const ids = Object.values(document.paths).flatMap((calls) =>
    Object.values(calls).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
});
