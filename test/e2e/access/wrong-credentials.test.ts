import { randomUUID } from "node:crypto";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { letter } from "../../fixtures/business.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const PATIENCE = { timeout: 60_000, interval: 10 };

const JOB = randomUUID();

/** Every authenticated endpoint, each with unknown credentials. */
const DOORS: readonly (readonly [kind: string, path: string, headers: Readonly<Record<string, string>>])[] = [
  ["extraction_key", "/api/v2/get-usage-info", { "service-key": "wrong" }],
  ["extraction_key", "/v1/get-usage-info", { "unstract-key": "wrong" }],
  ["extraction_key", `/view/${JOB}/document`, { "service-key": "wrong" }],
  ["access_token", "/api/v1/service/default/pipeline/", { authorization: `Bearer ${randomUUID()}` }],
  ["access_token", "/api/v1/unstract/default/pipeline/", { authorization: `Bearer ${randomUUID()}` }],
  ["access_token", "/api/v1/oauth/cache-key/google-oauth2", { authorization: `Bearer ${randomUUID()}` }],
  [
    "access_token",
    "/graphql?query={viewer{organization{id}}}",
    { authorization: "Bearer wrong", "apollo-require-preflight": "1" },
  ],
  ["session", "/api/v1/service/default/pipeline/", { cookie: "galley_session=wrong" }],
  ["session", "/api/v1/session", { cookie: "galley_session=wrong" }],
];

async function counted(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = [...text.matchAll(/^galley_wrong_credentials_total\{kind="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, kind = "", count]) => [kind, Number(count)]));
}

test(
  "wrong credentials are counted, and past a limit get 429; correct ones are always accepted",
  { timeout: 180_000, retry: 0 },
  async () => {
    const first = await Promise.all(
      DOORS.map(([, path, headers]) => fetch(`${service.url}${path}`, { headers })),
    );
    expect(first.map(({ status }) => status)).toEqual(DOORS.map(() => 401));
    expect(await counted()).toEqual({ extraction_key: 3, access_token: 4, session: 2 });

    // Missing credentials do not count as wrong.
    for (let k = 0; k < 400; k++) await fetch(`${service.url}/api/v2/get-usage-info`);
    expect(await counted()).toEqual({ extraction_key: 3, access_token: 4, session: 2 });

    // The limit is 300 plus one per second; the wrong ones are sent faster than that.
    const [, path, headers] = DOORS[0] ?? ["", "", {}];
    const round = (): Promise<readonly number[]> =>
      Promise.all(
        Array.from({ length: 50 }, async () => (await fetch(service.url + path, { headers })).status),
      );
    await expect
      .poll(async () => (await round()).filter((status) => status === 429).length, PATIENCE)
      .toBeGreaterThan(40);

    for (const [, door, wrong] of DOORS) {
      const refusal = async (): Promise<unknown> => {
        await round();
        const answer = await fetch(service.url + door, { headers: wrong });
        const isSaid = (await answer.text()).includes("Too many wrong credentials");
        return [door, answer.status, answer.headers.get("retry-after"), isSaid];
      };
      await expect.poll(refusal, PATIENCE).toEqual([door, 429, "1", true]);
    }

    const client = createRestClient(service);
    const hash = await client.submit(letter().bytes, { mode: "native_text" });
    expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
    expect(await callManagement(service, "GET /pipeline/")).toMatchObject({ status: 200 });
  },
);

test("sockets with wrong credentials are counted, too", async () => {
  const before = (await counted())["access_token"] ?? 0;
  const client = createClient({
    url: `${service.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: "Bearer wrong" },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
  });
  await new Promise<void>((resolve) => void client.on("closed", () => resolve()));
  await client.dispose();
  expect((await counted())["access_token"]).toBe(before + 1);
});
