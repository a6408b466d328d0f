import { expect, test } from "vitest";
import { startGraphqlService } from "../testing/graphql-service.ts";

const repeated = (count: number, text: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => text(k)).join(" ");

const PAGES_OF_JOBS = "jobs(first: $n) { nodes { pages(first: 100) { nodes { text } } } }";

test.each([
  ["101 aliases", `{ ${repeated(101, (k) => `a${k}: health { ready }`)} }`, "TOO_COMPLEX"],
  ["500 duplicate fields", `{ health { ${"ready ".repeat(500)} } }`, "TOO_COMPLEX"],
  ["100 directives", `{ health { ready ${"@include(if: true) ".repeat(100)} } }`, "TOO_COMPLEX"],
  ["deep nesting", `{ ${"a { ".repeat(50)} b ${"} ".repeat(50)} }`, "TOO_COMPLEX"],
  [
    "nesting through fragments",
    `{ ...f0 } ${repeated(20, (k) => `fragment f${k} on Query { jobs { nodes { pages { nodes { lines { words { ...f${k + 1} } } } } } } }`)} fragment f20 on Query { health { ready } }`,
    "TOO_COMPLEX",
  ],
  [
    "circular fragments",
    "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }",
    "GRAPHQL_VALIDATION_FAILED",
  ],
  [
    "fragments that double",
    `{ ...f0 } ${repeated(24, (k) => `fragment f${k} on Query { ...f${k + 1} ...f${k + 1} }`)} fragment f24 on Query { health { ready } }`,
    "TOO_COMPLEX",
  ],
  ["10,000 names", `{ health { ${"x ".repeat(10_000)} } }`, "TOO_COMPLEX"],
  ["10,000 names and no end", `{ health { ${"x ".repeat(10_000)}`, "TOO_COMPLEX"],
  ["a mistake after 1,990 names", `{ health { ${"x ".repeat(1990)} ) }`, "GRAPHQL_PARSE_FAILED"],
  ["pages of many jobs at once", `{ ${PAGES_OF_JOBS.replace("$n", "100")} }`, "TOO_COMPLEX"],
])("a document with %s is rejected before execution", async (_what, query, code) => {
  let executed = false;
  await using service = await startGraphqlService(
    {},
    {
      isReady: async () => {
        executed = true;
        return true;
      },
    },
  );
  const { status, errors, data } = await service.ask(query);
  expect(status).toBe(400);
  expect(data).toBeUndefined();
  expect(errors.map(({ extensions }) => extensions["code"])).toContain(code);
  expect(executed).toBe(false);
  expect(service.faults).toEqual([]);
});

test("the message about too many tokens names the limit", async () => {
  await using service = await startGraphqlService();
  const { errors } = await service.ask(`{ health { ${"ready ".repeat(2000)} } }`);
  expect(errors.map(({ message }) => message)).toEqual([
    "The document has too many tokens; at most 2000 are allowed. Send long values as variables, or split the document.",
  ]);
});

test("the cost of an operation counts the values of its variables", async () => {
  await using service = await startGraphqlService();
  const query = `query ($n: PositiveInt!) { ${PAGES_OF_JOBS} }`;
  expect((await service.ask(query, { n: 20 })).errors).toEqual([]);
  expect((await service.ask(query, { n: 100 })).errors[0]?.extensions).toMatchObject({ code: "TOO_COMPLEX" });
});

test.each([
  ["20,000 statuses", { statuses: Array.from({ length: 20_000 }, () => "PROCESSED") }],
  ["20,000 statuses that are none", { statuses: Array.from({ length: 20_000 }, () => "OTHER") }],
  ["20,000 nested lists", { statuses: JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) }],
  ["10,000 unknown variables", Object.fromEntries(Array.from({ length: 10_000 }, (_, k) => [`v${k}`, k]))],
])("variables with %s are rejected", async (_what, variables) => {
  await using service = await startGraphqlService();
  const query = "query ($statuses: [JobStatus!]) { jobs(filter: { statuses: $statuses }) { totalCount } }";
  expect((await service.ask(query, { statuses: ["PROCESSED"] })).errors).toEqual([]);
  const { status, errors } = await service.ask(query, variables);
  expect([status, errors.length, errors[0]?.extensions["code"]]).toEqual([400, 1, "TOO_COMPLEX"]);
});

test("the whole geometry of a hundred pages is affordable", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  const box = "box { x0 y0 x1 y1 }";
  const query = `query ($id: ID!) { job(id: $id) { pages(first: 100) { nodes {
    number text lines { text ${box} words { text confidence ${box} } } rules { x0 y0 x1 y1 }
  } } } }`;
  expect((await service.ask(query, { id })).errors).toEqual([]);
});

test("a subscription by POST is rejected", async () => {
  await using service = await startGraphqlService();
  const { status, errors } = await service.ask("subscription { jobsChanged { kind } }");
  expect([status, errors[0]?.extensions["code"]]).toEqual([400, "GRAPHQL_VALIDATION_FAILED"]);
});

test("an array of operations is rejected", async () => {
  await using service = await startGraphqlService();
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "service-key": service.key },
    body: JSON.stringify([{ query: "{ health { ready } }" }]),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_INPUT" } }] });
});

test("a mutation by GET is rejected", async () => {
  await using service = await startGraphqlService();
  const query = encodeURIComponent('mutation { cancelJob(input: {jobId: "x"}) { job { id } } }');
  const response = await fetch(`${service.url}/graphql?query=${query}`, {
    headers: { "service-key": service.key, "apollo-require-preflight": "1" },
  });
  expect(response.status).toBe(405);
});

test("a request that another site's page could send is rejected", async () => {
  await using service = await startGraphqlService();
  const byForm = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: JSON.stringify({ query: "{ health { ready } }" }),
  });
  const byGet = await fetch(`${service.url}/graphql?query=${encodeURIComponent("{ health { ready } }")}`);
  expect([byForm.status, byGet.status]).toEqual([400, 400]);
});

test("with a closed schema, introspection is rejected and errors suggest no names", async () => {
  await using service = await startGraphqlService({ openSchema: false });
  const introspection = await service.ask("{ __schema { queryType { name } } }");
  expect(introspection.errors[0]?.extensions).toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
  expect((await service.ask("{ helth { ready } }")).errors[0]?.message).not.toContain("health");
  const wrong = "{ jobs(filter: {statuses: [DONE]}) { totalCount } }";
  expect((await service.ask(wrong)).errors[0]?.message).not.toContain("PROCESSED");

  await using open = await startGraphqlService();
  expect((await open.ask("{ __schema { queryType { name } } }", {}, {})).errors).toEqual([]);
  expect((await open.ask("{ helth { ready } }")).errors[0]?.message).toContain("health");
  const values = "Valid values: .*PROCESSED, .*";
  const byVariable = "query ($s: JobStatus!) { jobs(filter: {statuses: [$s]}) { totalCount } }";
  for (const { errors } of [await open.ask(wrong), await open.ask(byVariable, { s: "DONE" })])
    expect(errors[0]?.message).toMatch(new RegExp(`"DONE" does not exist in "JobStatus" enum\\. ${values}`));
});
