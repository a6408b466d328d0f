import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import {
  CLIENT,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../../support/servers/identity-provider.ts";
import { startDrive, type Drive } from "../../support/servers/drive-server.ts";
import { type RunningService, startService } from "../../support/service.ts";

const PERSON = "ada@press.example";
const BACKEND = "google-oauth2";
const TOKEN = "0a0b0c0d-0000-4000-8000-00000000000f";
const DRIVE = "gdrive|3ac4b966-9136-4261-944a-bdbfc51cd21c";

let provider: TestIdentityProvider;
let drive: Drive;
let service: RunningService;

beforeAll(async () => {
  provider = await startIdentityProvider([{ email: PERSON, verified: true }]);
  drive = await startDrive();
  const client = { client_id: CLIENT.id, client_secret: CLIENT.secret, issuer: provider.issuer };
  service = await startService({
    env: {
      GALLEY_ACCESS_TOKEN: TOKEN,
      GALLEY_OAUTH_CLIENTS: JSON.stringify({ [BACKEND]: client }),
      GALLEY_PROVIDER_ENDPOINTS: JSON.stringify({ google_drive: drive.url }),
      GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
    },
  });
  provider.register(`${service.url}/oauth/complete/${BACKEND}/`);
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await drive?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

async function ask(path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${service.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json() };
}

async function cacheKey(): Promise<string> {
  const { json } = await ask(`/api/v1/oauth/cache-key/${BACKEND}`);
  return z.object({ cache_key: z.string() }).parse(json).cache_key;
}

function loginUrl(key: string, area = ""): string {
  return `${service.url}${area}/oauth/login/${BACKEND}/?oauth-key=${encodeURIComponent(key)}`;
}

const AREA = "/api/v1/service/default";

function createWith(key: string, name: string): Promise<{ status: number; json: unknown }> {
  const body = { connector_id: DRIVE, connector_metadata: { connectorName: name } };
  return ask(`${AREA}/connector/?oauth-key=${encodeURIComponent(key)}`, body);
}

test("an OAuth key requires credentials and a known backend", async () => {
  expect((await fetch(`${service.url}/api/v1/oauth/cache-key/${BACKEND}`)).status).toBe(401);
  expect((await ask("/api/v1/oauth/cache-key/nobody")).status).toBe(400);
  const detail = expect.stringMatching(/box is not configured.*GALLEY_OAUTH_CLIENTS/);
  expect(await ask("/api/v1/oauth/cache-key/box")).toMatchObject({
    status: 400,
    json: { errors: [{ detail, attr: "backend" }] },
  });
  expect(await cacheKey()).toMatch(/^oauth:[^|]+\|[^|]+\|google-oauth2\|[0-9a-f-]{36}$/);
});

test("a connector cannot be created with a key that has no credentials", async () => {
  for (const key of ["made up", await cacheKey()]) {
    expect(await createWith(key, "early")).toMatchObject({
      status: 408,
      json: { errors: [{ detail: "Timed out. Please re-authenticate." }] },
    });
  }
});

test("an unknown state, and another browser's, are rejected", async () => {
  const key = await cacheKey();
  const left = await fetch(loginUrl(key), { redirect: "manual" });
  const consent = new URL(left.headers.get("location") ?? "");
  expect(consent.searchParams.get("code_challenge_method")).toBe("S256");
  const state = consent.searchParams.get("state") ?? "";
  const complete = `${service.url}/oauth/complete/${BACKEND}/`;
  expect((await fetch(`${complete}?state=made-up&code=x`)).status).toBe(408);
  expect((await fetch(`${complete}?state=${state}&code=x`)).status).toBe(403);
});

const chromium = chromiumPath();

/** Signs in at the provider in a new browser, and resolves to the final page. */
async function consented(key: string, area: string): Promise<string | null> {
  await using browser = await startBrowser(chromium ?? "");
  const page = await browser.newPage();
  await page.goto(loginUrl(key, area));
  await page.fill('input[name="login"]', PERSON);
  await page.fill('input[name="password"]', "any");
  await page.click('button[type="submit"]');
  await page.click('button[type="submit"]');
  await page.waitForURL((url) => url.pathname === `${area}/oauth/complete/${BACKEND}/`);
  return await page.textContent("main");
}

describe.skipIf(chromium === undefined)("in a browser", () => {
  test.each([
    ["drive", ""],
    ["drive of the organization", AREA],
  ])(
    "a person consents at the provider, and the connector %s has the credentials, once",
    async (name, area) => {
      drive.tokens.length = 0;
      provider.register(`${service.url}${area}/oauth/complete/${BACKEND}/`);
      const key = await cacheKey();
      expect(await consented(key, area)).toContain("You are signed in");

      const trial = { connector_id: DRIVE, connector_metadata: { connectorName: name, "oauth-key": key } };
      expect(await ask(`${AREA}/test_connectors/`, trial)).toMatchObject({
        status: 200,
        json: { is_valid: true },
      });
      const created = await createWith(key, name);
      expect(created).toMatchObject({
        status: 201,
        json: {
          connector_metadata: { connectorName: name, provider: BACKEND, uid: PERSON, token_type: "bearer" },
        },
      });
      expect(new Set(drive.tokens).size).toBe(1);
      expect((await createWith(key, "again")).status).toBe(408);

      const next = await cacheKey();
      await consented(next, area);
      const { id } = z.object({ id: z.string() }).parse(created.json);
      const replaced = await fetch(
        `${service.url}${AREA}/connector/${id}/?oauth-key=${encodeURIComponent(next)}`,
        {
          method: "PUT",
          headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
          body: JSON.stringify({
            connector_id: DRIVE,
            connector_name: name,
            connector_metadata: { connectorName: name },
          }),
        },
      );
      expect(replaced.status).toBe(200);
      const tokens = z.object({ connector_metadata: z.object({ access_token: z.string() }) });
      expect(tokens.parse(await replaced.json())).not.toEqual(tokens.parse(created.json));
    },
  );
});
