import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { CookieBrowser, type Landing } from "../../support/clients/cookie-browser.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import {
  CLIENT,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../../support/servers/identity-provider.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startForAnotherOrganization, startService } from "../../support/service.ts";

const MANAGER = "manager@press.example";
const BACKEND = "google-oauth2";
const TOKEN = "0a0b0c0d-0000-4000-8000-00000000000f";
const ACCOUNTS = [
  { email: MANAGER, verified: true },
  { email: "unverified@staff.example", verified: false },
  { email: "grace@staff.example", verified: true },
  { email: "eve@elsewhere.example", verified: true },
  { email: "ada@press.example", verified: true },
];

let provider: TestIdentityProvider;
let service: RunningService;

beforeAll(async () => {
  provider = await startIdentityProvider(ACCOUNTS);
  service = await startService({
    env: {
      GALLEY_MANAGER_EMAIL: MANAGER,
      GALLEY_OIDC_ISSUER: provider.issuer,
      GALLEY_OIDC_CLIENT_ID: CLIENT.id,
      GALLEY_OIDC_CLIENT_SECRET: CLIENT.secret,
      GALLEY_OIDC_MEMBER_DOMAIN: "staff.example",
      GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
      GALLEY_ACCESS_TOKEN: TOKEN,
      GALLEY_OAUTH_CLIENTS: JSON.stringify({
        [BACKEND]: { client_id: CLIENT.id, client_secret: CLIENT.secret, issuer: provider.issuer },
      }),
    },
  });
  provider.register(`${service.url}/api/v1/login/callback`);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Signs in at the provider like a person, up to the callback URL. */
async function atCallback(browser: CookieBrowser, email: string, returnTo = "/graphql"): Promise<URL> {
  const isCallback = (url: URL): boolean => url.pathname === "/api/v1/login/callback";
  const form = await browser.follow(`${service.url}/api/v1/login?return_to=${encodeURIComponent(returnTo)}`);
  const consent = await submitted(browser, form, { prompt: "login", login: email, password: "any" });
  const done = await submitted(browser, consent, { prompt: "consent" }, isCallback);
  return done.url;
}

async function submitted(
  browser: CookieBrowser,
  { url, answer }: Landing,
  fields: Readonly<Record<string, string>>,
  stopAt?: (url: URL) => boolean,
): Promise<Landing> {
  const action = /<form[^>]* action="([^"]+)"/.exec((await answer?.text()) ?? "")?.[1] ?? "";
  const posted = await browser.send(new URL(action, url), {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return browser.follow(new URL(posted.headers.get("location") ?? "", url), stopAt);
}

async function signedIn(email: string): Promise<CookieBrowser> {
  const browser = new CookieBrowser();
  const answer = await browser.send(await atCallback(browser, email));
  expect({ status: answer.status, to: answer.headers.get("location") }).toEqual({
    status: 302,
    to: "/graphql",
  });
  return browser;
}

function sessionOf(browser: CookieBrowser): Promise<Response> {
  return browser.send(`${service.url}/api/v1/session`);
}

const VIEWER = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: "{ viewer { kind role user { email } } }" }),
};

test("a person signs in, is identified by a cookie that scripts cannot read, and signs out", async () => {
  const browser = new CookieBrowser();
  const answer = await browser.send(await atCallback(browser, MANAGER));
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("galley_session="));
  expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  expect(await (await sessionOf(browser)).json()).toMatchObject({
    user: { email: MANAGER },
    organization: { name: "default" },
  });
  const organizations = await browser.send(`${service.url}/api/v1/organization`);
  expect(await organizations.json()).toMatchObject({ organizations: [{ name: "default" }] });
  const users = await browser.send(`${service.url}/api/v1/service/default/users/`);
  expect(await users.json()).toMatchObject({ members: [{ email: MANAGER, is_admin: true }] });
  const own = { origin: service.url };
  const out = await browser.send(`${service.url}/api/v1/logout`, { method: "POST", headers: own });
  expect(out.status).toBe(204);
  expect((await sessionOf(browser)).status).toBe(401);
});

test("requests that another site makes a browser send change nothing", async () => {
  const browser = await signedIn(MANAGER);
  const keys = `${service.url}/api/v1/service/default/platform-api/keys/`;
  const create = (headers: Record<string, string>): Promise<Response> =>
    browser.send(keys, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ name: "stolen" }),
    });
  for (const foreign of [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: service.url },
  ]) {
    expect((await create(foreign)).status).toBe(401);
  }
  expect((await create({ origin: service.url, "sec-fetch-site": "same-origin" })).status).toBe(201);
  const foreignOut = await browser.send(`${service.url}/api/v1/logout`, { method: "POST" });
  expect(foreignOut.status).toBe(401);
  const asked = (origin: string): Promise<Response> =>
    browser.send(`${service.url}/graphql`, { ...VIEWER, headers: { ...VIEWER.headers, origin } });
  expect((await asked("https://evil.example")).status).toBe(401);
  expect(await (await asked(service.url)).json()).toMatchObject({
    data: { viewer: { kind: "SESSION", role: "MANAGER", user: { email: MANAGER } } },
  });
});

test("users of the trusted domain become members; others and unverified ones do not", async () => {
  const grace = await signedIn("grace@staff.example");
  expect(await (await sessionOf(grace)).json()).toMatchObject({ user: { email: "grace@staff.example" } });
  for (const email of ["eve@elsewhere.example", "unverified@staff.example"]) {
    const browser = new CookieBrowser();
    const answer = await browser.send(await atCallback(browser, email));
    expect(answer.status).toBe(403);
    expect((await sessionOf(browser)).status).toBe(401);
  }
});

test("a response that was not requested, was changed or is repeated is rejected", async () => {
  const browser = new CookieBrowser();
  const callback = await atCallback(browser, MANAGER);
  expect((await new CookieBrowser().send(callback)).status).toBe(400);
  for (const [name, value] of [
    ["state", "of another sign-in"],
    ["iss", "https://evil.example"],
    ["code", "made up"],
  ] as const) {
    const other = new CookieBrowser();
    const changed = await atCallback(other, MANAGER);
    changed.searchParams.set(name, value);
    expect((await other.send(changed)).status).toBe(400);
  }
  expect((await browser.send(callback)).status).toBe(302);
  expect((await browser.send(callback)).status).toBe(400);
});

test("sign-in redirects only to the service itself", async () => {
  for (const elsewhere of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1"]) {
    const browser = new CookieBrowser();
    const answer = await browser.send(await atCallback(browser, MANAGER, elsewhere));
    expect(answer.headers.get("location")).toBe("/");
  }
});

test("failed sign-ins are counted", async () => {
  const refusals = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^galley_wrong_credentials_total\{kind="sign_in"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const before = await refusals();
  const browser = new CookieBrowser();
  await browser.send(`${service.url}/api/v1/login`);
  const made = await browser.send(`${service.url}/api/v1/login/callback?code=made-up&state=made-up`);
  expect(made.status).toBe(400);
  const stranger = new CookieBrowser();
  expect((await stranger.send(await atCallback(stranger, "eve@elsewhere.example"))).status).toBe(403);
  expect(await refusals()).toBe(before + 2);
});

test("only the browser of the member who requested a provider's credentials is redirected there", async () => {
  const asked = await fetch(`${service.url}/api/v1/oauth/cache-key/${BACKEND}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const { cache_key } = z.object({ cache_key: z.string() }).parse(await asked.json());
  const path = `/oauth/login/${BACKEND}/?oauth-key=${encodeURIComponent(cache_key)}`;
  const login = service.url + path;

  const nobody = await new CookieBrowser().send(login);
  expect(nobody.status).toBe(302);
  const to = new URL(nobody.headers.get("location") ?? "");
  expect([to.origin, to.pathname, to.searchParams.get("return_to")]).toEqual([
    service.url,
    "/api/v1/login",
    path,
  ]);

  const other = await (await signedIn("grace@staff.example")).send(login);
  expect([other.status, other.headers.get("set-cookie")]).toEqual([403, null]);

  const own = await (await signedIn(MANAGER)).send(login);
  expect([own.status, new URL(own.headers.get("location") ?? "").origin]).toEqual([
    302,
    new URL(provider.issuer).origin,
  ]);

  // A user who signs in on the way continues afterwards.
  const onTheWay = new CookieBrowser();
  const back = await onTheWay.send(await atCallback(onTheWay, MANAGER, path));
  expect(back.headers.get("location")).toBe(path);
});

test("a person cannot enter an organization without membership", async () => {
  const browser = await signedIn(MANAGER);
  const headers = { origin: service.url };
  const chosen = await browser.send(`${service.url}/api/v1/organization/default/set`, {
    method: "POST",
    headers,
  });
  expect(chosen.status).toBe(200);
  const other = await browser.send(`${service.url}/api/v1/organization/other/set`, {
    method: "POST",
    headers,
  });
  expect(other.status).toBe(403);
  expect((await browser.send(`${service.url}/api/v1/service/other/users/`)).status).toBe(403);
});

/** The id of a job whose document has been read. */
async function readJob(): Promise<string> {
  const rest = createRestClient(service);
  const hash = await rest.submit(textDocument(1).bytes, { mode: "native_text" });
  await rest.waitUntilSettled(hash);
  const { job } = await createGraphqlClient(service).read(
    z.object({ job: z.object({ id: z.string() }) }),
    `{ job(handle: ${JSON.stringify(hash)}) { id } }`,
  );
  return job.id;
}

test("a document is shown only to signed-in members", async () => {
  const url = `${service.url}/view/${await readJob()}/document`;
  expect((await fetch(url)).status).toBe(401);
  expect((await (await signedIn(MANAGER)).send(url)).status).toBe(200);
});

const chromium = chromiumPath();

describe.skipIf(chromium === undefined)("in a browser", () => {
  test("a person signs in, views a document, uses GraphQL and signs out", async () => {
    const path = `/view/${await readJob()}`;
    await using browser = await startBrowser(chromium ?? "");
    const page = await browser.newPage();
    await page.goto(`${service.url}/api/v1/login?return_to=${encodeURIComponent(path)}`);
    await page.fill('input[name="login"]', MANAGER);
    await page.fill('input[name="password"]', "any");
    await page.click('button[type="submit"]');
    await page.click('button[type="submit"]');
    await page.waitForURL(`${service.url}${path}**`);
    await page.locator('[data-page="1"] pre').filter({ hasText: "Page 1 of 1" }).waitFor();

    const ask = (method: string, to: string, body?: string): Promise<string> =>
      page.evaluate(
        async ([how, where, what]) => {
          const headers = { "content-type": "application/json" };
          const answer = await fetch(where ?? "", { method: how ?? "", headers, body: what ?? null });
          return `${answer.status} ${await answer.text()}`;
        },
        [method, to, body],
      );
    expect(await ask("POST", "/graphql", VIEWER.body)).toContain('"kind":"SESSION"');
    expect(await ask("POST", "/api/v1/logout")).toMatch(/^204/);
    expect(await ask("GET", `${path}/document`)).toMatch(/^401/);
  });

  test("a person of several organizations chooses one in the console, and changes to another", async () => {
    await using bank = await startForAnotherOrganization(service);
    for (const { accessToken } of [service, bank])
      await createGraphqlClient(service, { authorization: `Bearer ${accessToken}` }).ask(
        'mutation { addMember(input: {email: "ada@press.example"}) { member { role } } }',
      );
    await using browser = await startBrowser(chromium ?? "");
    const page = await browser.newPage();
    await page.goto(`${service.url}/console/usage`);
    await page.getByRole("link", { name: "Sign in with your organization" }).click();
    await page.fill('input[name="login"]', "ada@press.example");
    await page.fill('input[name="password"]', "any");
    await page.click('button[type="submit"]');
    await page.click('button[type="submit"]');
    await page.getByRole("heading", { name: "Choose an organization", level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "bank" }).click();
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    const banner = page.getByRole("banner");
    expect(await banner.innerText()).toContain("bank");
    await banner.getByRole("button", { name: "ada" }).click();
    await page.getByRole("menuitem", { name: "default" }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(await banner.innerText()).toContain("default");
  });
});
