import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { askAsConsole, exchangeToken } from "../../support/clients/console-client.ts";
import { CookieBrowser } from "../../support/clients/cookie-browser.ts";
import { environmentOf, startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MANAGER = "manager@press.example";
const CLI = fileURLToPath(new URL("../../../packages/gateway/dist/cli.js", import.meta.url));
const LINK = /http\S+\/console\/sign-in#link=(\S+)/;

const SIGN_IN = `mutation ($secret: String!) {
  signInWithLink(input: {secret: $secret}) { session { id way address userAgent current } }
}`;
const VIEWER = "{ viewer { kind role tier user { email } sessions { id way current userAgent } } }";

const createdSchema = z.object({ secret: z.string(), token: z.object({ id: z.string() }) });
const listedSchema = z.object({
  viewer: z.object({ sessions: z.array(z.object({ id: z.string(), current: z.boolean() })) }),
});

let folder: ReturnType<typeof temporaryFolder>;
let service: RunningService;
let replica: RunningService;

beforeAll(async () => {
  folder = temporaryFolder();
  const env = { GALLEY_MANAGER_EMAIL: MANAGER };
  service = await startService({ dataDir: folder.path, env });
  replica = await startService({ dataDir: folder.path, env });
});

afterAll(async () => {
  await replica[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Runs `galley sign-in` beside the running services. */
async function galleySignIn(
  ...rest: readonly string[]
): Promise<{ code: unknown; out: string; error: string }> {
  const child = spawn(process.execPath, [CLI, "sign-in", ...rest], {
    env: { ...environmentOf(folder.path), GALLEY_MANAGER_EMAIL: MANAGER },
  });
  const ended = new Promise<unknown>((resolve) => void child.once("exit", resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, error };
}

async function newSecret(): Promise<string> {
  const { out } = await galleySignIn("--url", service.url);
  return LINK.exec(out)?.[1] ?? "";
}

test("the start message's link signs the first manager in, once, at any replica", async () => {
  const secret = LINK.exec(service.logs())?.[1] ?? "";
  // Opening the link changes nothing: its secret is in the fragment, and mail scanners only fetch.
  await fetch(`${service.url}/console/sign-in`, { headers: { accept: "text/html" } });
  const browser = new CookieBrowser();
  const first = await askAsConsole(replica, browser, { query: SIGN_IN, variables: { secret } });
  expect(first).toMatchObject({
    status: 200,
    data: {
      signInWithLink: {
        session: { way: "LINK", address: "127.0.0.1", userAgent: "Test/1.0", current: true },
      },
    },
  });
  expect(first.cookie).toMatch(/^galley_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
  expect((await askAsConsole(replica, browser, { query: VIEWER })).data).toMatchObject({
    viewer: { kind: "SESSION", role: "MANAGER", tier: "FULL_ACCESS", user: { email: MANAGER } },
  });
  for (const other of [service, replica]) {
    const again = await askAsConsole(other, new CookieBrowser(), { query: SIGN_IN, variables: { secret } });
    expect(again).toMatchObject({ status: 401, code: "UNAUTHENTICATED", cookie: undefined });
  }
});

test("the service's root leads browsers to the console and tells programs what there is", async () => {
  const browser = await fetch(service.url, { redirect: "manual", headers: { accept: "text/html" } });
  expect([browser.status, browser.headers.get("location")]).toEqual([302, "/console/"]);
  expect(await (await fetch(service.url)).json()).toMatchObject({
    name: "Galley",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    links: { console: `${service.url}/console/`, health: `${service.url}/health/ready` },
  });
});

test("of concurrent uses of a link at two replicas, one signs in", async () => {
  const secret = await newSecret();
  const uses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      askAsConsole(index % 2 ? service : replica, new CookieBrowser(), {
        query: SIGN_IN,
        variables: { secret },
      }),
    ),
  );
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(uses.filter(({ code }) => code === "UNAUTHENTICATED")).toHaveLength(7);
});

test("galley sign-in prints a link for a member, and says what is wrong", async () => {
  const { code, out } = await galleySignIn(
    "--url",
    "https://galley.example/",
    "--email",
    MANAGER.toUpperCase(),
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^https:\/\/galley\.example\/console\/sign-in#link=[\w-]{43}\n$/);
  expect(await galleySignIn("--url", service.url, "--email", "eve@elsewhere.example")).toMatchObject({
    code: 1,
    error: "The organization default has no active member with the address eve@elsewhere.example.\n",
  });
  expect(await galleySignIn()).toMatchObject({ code: 2, error: expect.stringContaining("PORT is 0") });
  expect(await galleySignIn("--url", "ftp://galley")).toMatchObject({ code: 2 });
});

test("an access token is exchanged for a session that allows no more and ends with it", async () => {
  const owner = new CookieBrowser();
  await exchangeToken(service, owner, service.accessToken);
  expect((await askAsConsole(service, owner, { query: VIEWER })).data).toMatchObject({
    viewer: { kind: "SESSION", role: "MANAGER", tier: "FULL_ACCESS", user: { email: MANAGER } },
  });
  const create = `mutation { createAccessToken(input: {name: "reader", tier: READ}) { secret token { id } } }`;
  const created = (await askAsConsole(service, owner, { query: create })).data?.["createAccessToken"];
  const { secret, token } = createdSchema.parse(created);

  const reader = new CookieBrowser();
  await exchangeToken(service, reader, secret);
  expect((await askAsConsole(replica, reader, { query: VIEWER }, {})).code).toBe("UNAUTHENTICATED");
  expect((await askAsConsole(service, reader, { query: VIEWER })).data).toMatchObject({
    viewer: { kind: "SESSION", tier: "READ", user: null, sessions: [] },
  });
  expect((await askAsConsole(service, reader, { query: create })).code).toBe("FORBIDDEN");
  const rotate = `mutation ($id: ID!) { rotateAccessToken(input: {tokenId: $id}) { token { id } } }`;
  await askAsConsole(service, owner, { query: rotate, variables: { id: token.id } });
  expect((await askAsConsole(service, reader, { query: VIEWER })).code).toBe("UNAUTHENTICATED");
  const wrong = await exchangeToken(service, reader, secret);
  expect(wrong).toMatchObject({ status: 401, code: "UNAUTHENTICATED", cookie: undefined });
});

test("signing in replaces the browser's session; sessions are listed and revoked", async () => {
  const browser = new CookieBrowser();
  const one = await exchangeToken(service, browser, service.accessToken);
  const old = new CookieBrowser();
  const oldCookie = (one.cookie ?? "").split(";")[0] ?? "";
  await exchangeToken(service, browser, service.accessToken);
  expect(
    (await askAsConsole(service, old, { query: VIEWER }, { origin: service.url, cookie: oldCookie })).code,
  ).toBe("UNAUTHENTICATED");
  const other = new CookieBrowser();
  await exchangeToken(service, other, service.accessToken);
  const listed = (await askAsConsole(service, browser, { query: VIEWER })).data;
  const { sessions } = listedSchema.parse(listed).viewer;
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const revoke = `mutation ($id: ID!) { revokeSession(input: {sessionId: $id}) { session { id } } }`;
  for (const { id } of sessions.filter(({ current }) => !current)) {
    expect((await askAsConsole(service, browser, { query: revoke, variables: { id } })).code).toBeUndefined();
    expect((await askAsConsole(service, browser, { query: revoke, variables: { id } })).code).toBe(
      "NOT_FOUND",
    );
  }
  expect((await askAsConsole(service, other, { query: VIEWER })).code).toBe("UNAUTHENTICATED");
  const out = await askAsConsole(service, browser, { query: "mutation { signOut { signedOut } }" });
  expect(out.cookie).toBe("galley_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  expect((await askAsConsole(service, browser, { query: VIEWER })).code).toBe("UNAUTHENTICATED");
});

test("a browser whose session has ended can still ask how to sign in, and sign in", async () => {
  const browser = new CookieBrowser();
  const stale = { origin: service.url, cookie: "galley_session=ended" };
  const options = "{ signInOptions { ways openIdConnectPath } }";
  expect((await askAsConsole(service, browser, { query: options }, stale)).data).toEqual({
    signInOptions: { ways: ["LINK", "INVITATION", "ACCESS_TOKEN"], openIdConnectPath: null },
  });
  expect((await exchangeToken(service, browser, service.accessToken, stale)).cookie).toBeDefined();
});

test("pages of other sites can neither sign in, nor act, upload or subscribe with the cookie", async () => {
  const browser = new CookieBrowser();
  const { cookie = "" } = await exchangeToken(service, browser, service.accessToken);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: service.url },
  ]) {
    const signedIn = await exchangeToken(service, new CookieBrowser(), service.accessToken, headers);
    expect(signedIn).toMatchObject({ code: "FORBIDDEN", cookie: undefined });
    const out = await askAsConsole(
      service,
      browser,
      { query: "mutation { signOut { signedOut } }" },
      headers,
    );
    expect(out).toMatchObject({ code: "FORBIDDEN", cookie: undefined });
    expect((await askAsConsole(service, browser, { query: VIEWER }, headers)).code).toBe("UNAUTHENTICATED");
    const upload = await browser.send(`${service.url}/uploads/a.txt`, {
      method: "PUT",
      headers,
      body: "text",
    });
    expect(upload.status).toBe(401);
  }
  // A form can send neither JSON nor a header of its own.
  const form = await browser.send(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "text/plain", origin: service.url },
    body: JSON.stringify({ query: "mutation { signOut { signedOut } }" }),
  });
  expect(form.status).toBe(400);
  const session = cookie.split(";")[0] ?? "";
  expect(await closeCode(service, { cookie: session, origin: "https://evil.example" })).toBe(4401);
  expect(await closeCode(service, { cookie: session })).toBe(4401);
  expect(await closeCode(service, { cookie: session, origin: service.url })).toBe("connected");
});

/** What happens to a WebSocket with these headers. */
async function closeCode(
  { url }: RunningService,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  class Socket extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, { headers });
    }
  }
  const client = createClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
    on: {
      connected: () => resolve("connected"),
      closed: (event) => resolve(event instanceof Object && "code" in event ? event.code : event),
    },
  });
  const outcome = await promise;
  await client.dispose();
  return outcome;
}

test("wrong links and tokens count as wrong credentials", async () => {
  const refusals = async (kind: string): Promise<number> => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      new RegExp(`^galley_wrong_credentials_total\\{kind="${kind}"\\} (\\d+)$`, "m").exec(metrics)?.[1] ?? 0,
    );
  };
  const before = [await refusals("sign_in"), await refusals("access_token")];
  await askAsConsole(service, new CookieBrowser(), { query: SIGN_IN, variables: { secret: "forged" } });
  await exchangeToken(service, new CookieBrowser(), "forged");
  expect([await refusals("sign_in"), await refusals("access_token")]).toEqual(
    before.map((count) => count + 1),
  );
});
