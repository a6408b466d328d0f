import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { METHODS, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type RunningService } from "../../support/service.ts";

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const MARK = "zq";
/** The start of every path of the service; "*" is an unknown name. */
const PLACES = [
  "/*",
  "/api/v2/*",
  "/api/v2/whisper",
  "/v1/*",
  "/v1/whisper",
  "/api/v1/service/*",
  "/api/v1/service/*/pipeline/",
  "/api/v1/service/*/pipeline/*/",
  "/api/v1/service/*/workflow/*/",
  "/api/v1/service/*/*",
  "/API/V1/Service/*/Connector/*/",
  "/api/v1/unstract/*/pipeline/*/",
  "/api/v1/unstract/*/*",
  "/api/v1/*",
  "/api/v1/organization/*/set",
  "/api/v1/oauth/cache-key/*",
  "/api/v1/oauth/login/*/",
  "/oauth/login/*/",
  "/oauth/complete/*/",
  "/oauth/*",
  "/api/v1/login",
  "/api/v1/login/callback",
  "/deployment/pipeline/api/*/*/",
  "/api/v1/pipeline/api/*/*/",
  "/deployment/*",
  "/graphql",
  "/GraphQL/*",
  "/graphql/graphiql/*",
  "/uploads/*",
  "/UpLoads/*",
  "/view/*",
  "/view/*/document",
  "/view/*/pages",
  "/view/*/pages/*",
  "/view/*/pages/*.png",
  "/icons/connector-icons/*",
  "/Icons/connector-icons/*",
  "/openapi.json",
  "/openapi",
  "/docs",
  "/docs/*",
  "/health/*",
  "/health/ready",
  "/metrics",
];

const AT_ONCE = 10;

/** Upgrades and tunnels have no normal response. */
const SENDABLE = METHODS.filter((method) => method !== "CONNECT");

function named(place: string): string {
  return place.replaceAll("*", () => MARK + randomUUID());
}

/** Also sends methods that `fetch` does not allow. */
async function send(method: string, path: string): Promise<number> {
  const sent = request(`${service.url}${path}?${MARK}=${randomUUID()}`, {
    method,
    headers: { "x-request-id": MARK + randomUUID() },
  });
  sent.end();
  const [answer] = await once(sent, "response");
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
}

async function seriesOf(): Promise<readonly string[]> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** Returns the number of 5xx responses. */
async function everywhere(methods: readonly string[]): Promise<number> {
  const calls = PLACES.flatMap((place) => methods.map((method) => [method, named(place)] as const));
  const statuses: number[] = [];
  // Few at once: on a busy machine, more would exceed the limit of requests waiting for the database.
  for (let k = 0; k < calls.length; k += AT_ONCE) {
    const sent = calls.slice(k, k + AT_ONCE).map(([method, path]) => send(method, path));
    statuses.push(...(await Promise.all(sent)));
  }
  return statuses.filter((status) => status >= 500).length;
}

test(
  "random paths, methods and organizations add no series to those of the routes",
  { timeout: 180_000 },
  async () => {
    expect(await everywhere(SENDABLE)).toBe(0);
    const before = await seriesOf();
    expect(before.join("\n")).not.toContain(MARK);
    expect(before.filter((line) => line.includes("_seconds_count{method="))).not.toEqual([]);
    for (let round = 0; round < 5; round++) expect(await everywhere(["GET", "POST", "PROPFIND"])).toBe(0);
    // Without values, which change.
    const names = (lines: readonly string[]): readonly string[] =>
      lines.map((line) => line.replace(/ \S+$/, "")).filter((name) => name.startsWith("galley_http"));
    expect(names(await seriesOf()).toSorted()).toEqual(names(before).toSorted());
  },
);

test("a route is reported by its whole pattern", async () => {
  await send("GET", named("/api/v1/service/*/pipeline/*/"));
  await send("GET", named("/deployment/pipeline/api/*/*/"));
  await send("GET", named("/oauth/complete/*/"));
  const series = (await seriesOf()).join("\n");
  for (const route of [
    "/api/v1/service/:organization/pipeline/:id",
    "/deployment/pipeline/api/:organization/:pipeline",
    "/oauth/complete/:backend",
  ]) {
    expect(series).toContain(`method="GET",route="${route}",status=`);
  }
});
