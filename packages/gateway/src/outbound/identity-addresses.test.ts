import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOAuthClient } from "../oauth/oauth-client.ts";
import { createIdentityProvider } from "../sign-in/identity-provider.ts";
import { createConnectorNetwork } from "./connector-network.ts";
import { createPolicyFetch } from "./policy-fetch.ts";

/**
 * Addresses of private networks, of this machine and of cloud metadata services, in every spelling; a server
 * listens on PORT.
 */
const TARGETS = readFileSync(
  new URL("../../../../test/fixtures/forbidden-targets.txt", import.meta.url),
  "utf8",
);

/** Acts as the only public address: the only one that may be reached. */
const PUBLIC = "127.0.0.2";

const CLIENT = { client_id: "galley", client_secret: "secret" };
const fetch = createPolicyFetch(createConnectorNetwork({ allow: [`${PUBLIC}/32`] }));

/** A provider whose discovery document names the token endpoint in its path. */
const provider = createServer(({ url, headers }, response) => {
  const [, tokenEndpoint = ""] = url?.split("/") ?? [];
  const issuer = `http://${headers.host}/${tokenEndpoint}`;
  const authorization = { authorization_endpoint: `${issuer}/authorize` };
  const found = { issuer, ...authorization, token_endpoint: decodeURIComponent(tokenEndpoint) };
  response.setHeader("content-type", "application/json").end(JSON.stringify(found));
});
let hits = 0;
let visits = 0;
let port: number;

beforeAll(async () => {
  provider.on("connection", ({ localAddress = "" }: Socket) => {
    if (localAddress.replace("::ffff:", "") === PUBLIC) visits += 1;
    else hits += 1;
  });
  provider.listen(0);
  await once(provider, "listening");
  port = boundPort(provider);
});
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});

beforeEach(() => {
  [hits, visits] = [0, 0];
});

const targets = (): readonly string[] =>
  TARGETS.trim()
    .split(/\s+/)
    .map((word) => (/^[\d[]/.test(word) ? `http://${word}:${port}/` : word.replaceAll("PORT", `${port}`)));

/** The targets that received a request. */
async function reached(asked: (target: string) => Promise<unknown>): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(targets().map(asked));
  return targets().filter((_, index) => outcomes[index]?.status === "fulfilled");
}

test("no internal provider is contacted, neither for sign-in nor for a connector's credentials", async () => {
  const settings = { clientId: "galley", clientSecret: "secret" };
  const signedIn = reached((issuer) => createIdentityProvider({ ...settings, issuer }, fetch).begin(issuer));
  expect(await signedIn).toEqual([]);
  const challenge = { state: "s", nonce: "n", codeVerifier: "v", redirectUri: "https://galley.example/" };
  const granted = reached((issuer) => {
    const clients = { oidc: { ...CLIENT, issuer, scope: "openid" } };
    return createOAuthClient(clients, fetch).authorizationUrl("oidc", challenge);
  });
  expect(await granted).toEqual([]);
  expect(hits).toBe(0);
});

test("an external provider that names an internal token endpoint is not followed there", async () => {
  const refreshed = reached((tokenEndpoint) => {
    const issuer = `http://${PUBLIC}:${port}/${encodeURIComponent(tokenEndpoint)}`;
    const clients = { oidc: { ...CLIENT, issuer, scope: "openid" } };
    return createOAuthClient(clients, fetch).refresh("oidc", "a refresh token");
  });
  expect(await refreshed).toEqual([]);
  expect(visits).toBe(targets().length);
  expect(hits).toBe(0);
});
