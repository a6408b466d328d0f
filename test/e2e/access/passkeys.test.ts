import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addAuthenticator, chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { askAsConsole, exchangeToken, type ConsoleAnswer } from "../../support/clients/console-client.ts";
import { CookieBrowser } from "../../support/clients/cookie-browser.ts";
import { startService, type RunningService } from "../../support/service.ts";

const BEGIN_ADDING = "mutation { beginAddingPasskey { challenge options } }";
const ADD = `mutation ($challenge: String!, $response: JSONObject!, $name: String!) {
  addPasskey(input: {challenge: $challenge, response: $response, name: $name}) { passkey { id name lastUsedAt } }
}`;
const BEGIN = "mutation { beginPasskeySignIn { challenge options } }";
const SIGN_IN = `mutation ($challenge: String!, $response: JSONObject!) {
  signInWithPasskey(input: {challenge: $challenge, response: $response}) { session { way } }
}`;
const PASSKEYS = "{ viewer { user { email } passkeys { id name lastUsedAt } } }";

const begunSchema = z.object({ challenge: z.string(), options: z.record(z.string(), z.unknown()) });
const credentialSchema = z.looseObject({ response: z.record(z.string(), z.unknown()) });
type Credential = z.output<typeof credentialSchema>;

let service: RunningService;
/** The service under the name at which browsers allow passkeys. */
let named: { readonly url: string };

beforeAll(async () => {
  service = await startService({ env: { GALLEY_MANAGER_EMAIL: "ada@press.example" } });
  named = { url: service.url.replace("127.0.0.1", "localhost") };
});

afterAll(() => service[Symbol.asyncDispose]());

function ask(browser: CookieBrowser, query: string, variables: object = {}): Promise<ConsoleAnswer> {
  return askAsConsole(named, browser, { query, variables });
}

async function begun(browser: CookieBrowser, query: string): Promise<z.output<typeof begunSchema>> {
  const { data } = await ask(browser, query);
  return begunSchema.parse(Object.values(data ?? {})[0]);
}

/** The browser of a member whom a manager has invited. */
async function invitedMember(manager: CookieBrowser, email: string): Promise<CookieBrowser> {
  const invite = "mutation ($email: EmailAddress!) { inviteMember(input: {email: $email}) { link } }";
  const { data } = await ask(manager, invite, { email });
  const { link } = z.object({ link: z.string() }).parse(data?.["inviteMember"]);
  const accept =
    "mutation ($secret: String!) { acceptInvitation(input: {secret: $secret}) { session { id } } }";
  const browser = new CookieBrowser();
  await ask(browser, accept, { secret: link.split("#invitation=")[1] });
  return browser;
}

test("passkeys are offered only where browsers allow them", async () => {
  const ways = async (at: { readonly url: string }): Promise<unknown> =>
    (await askAsConsole(at, new CookieBrowser(), { query: "{ signInOptions { ways } }" })).data;
  expect(await ways(named)).toEqual({ signInOptions: { ways: expect.arrayContaining(["PASSKEY"]) } });
  expect(await ways(service)).toEqual({ signInOptions: { ways: expect.not.arrayContaining(["PASSKEY"]) } });
  const refused = await askAsConsole(service, new CookieBrowser(), { query: BEGIN });
  expect(refused).toMatchObject({ code: "BAD_INPUT", message: expect.stringContaining("GALLEY_PUBLIC_URL") });
});

test("without a session or full access no passkey is added", async () => {
  expect((await ask(new CookieBrowser(), BEGIN_ADDING)).code).toBe("UNAUTHENTICATED");
  const owner = new CookieBrowser();
  await exchangeToken(named, owner, service.accessToken);
  const create = `mutation { createAccessToken(input: {name: "service", tier: FULL_ACCESS}) { secret } }`;
  const { data } = await ask(owner, create);
  const { secret } = z.object({ secret: z.string() }).parse(data?.["createAccessToken"]);
  const account = new CookieBrowser();
  await exchangeToken(named, account, secret);
  expect((await ask(account, BEGIN_ADDING)).code).toBe("FORBIDDEN");
});

const chromium = chromiumPath();

describe.skipIf(chromium === undefined)("in a browser with an authenticator", () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Awaited<ReturnType<typeof browser.newPage>>;

  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
    page = await browser.newPage();
    await addAuthenticator(page);
    // Any page of the service's origin will do.
    await page.goto(`${named.url}/graphql`);
  });

  afterAll(() => browser[Symbol.asyncDispose]());

  /** Has the browser answer a ceremony. */
  async function answer(kind: "create" | "get", options: object): Promise<Credential> {
    const parse = kind === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
    const publicKey = `PublicKeyCredential.${parse}(${JSON.stringify(options)})`;
    const json: unknown = await page.evaluate(
      `navigator.credentials.${kind}({ publicKey: ${publicKey} }).then(JSON.stringify)`,
    );
    return credentialSchema.parse(JSON.parse(String(json)));
  }

  test("a member adds a passkey, signs in with it, renames and removes it", async () => {
    const owner = new CookieBrowser();
    await exchangeToken(named, owner, service.accessToken);
    const { challenge, options } = await begun(owner, BEGIN_ADDING);
    const response = await answer("create", options);
    const added = await ask(owner, ADD, { challenge, response, name: "Laptop" });
    expect(added.data).toMatchObject({ addPasskey: { passkey: { name: "Laptop", lastUsedAt: null } } });
    // The same challenge and the same credential again.
    expect((await ask(owner, ADD, { challenge, response, name: "Again" })).code).toBe("CONFLICT");

    const signIn = await begun(new CookieBrowser(), BEGIN);
    const credential = await answer("get", signIn.options);
    const attempts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = new CookieBrowser();
        const variables = { challenge: signIn.challenge, response: credential };
        return { visitor, outcome: await ask(visitor, SIGN_IN, variables) };
      }),
    );
    const [won, ...others] = attempts.toSorted((one, other) => one.outcome.status - other.outcome.status);
    expect(won?.outcome.data).toEqual({ signInWithPasskey: { session: { way: "PASSKEY" } } });
    expect(others.map(({ outcome }) => outcome.code)).toEqual(others.map(() => "UNAUTHENTICATED"));

    const visitor = won?.visitor ?? new CookieBrowser();
    const listed = await ask(visitor, PASSKEYS);
    expect(listed.data).toMatchObject({
      viewer: {
        user: { email: "ada@press.example" },
        passkeys: [{ name: "Laptop", lastUsedAt: expect.any(String) }],
      },
    });
    const { passkeys } = z
      .object({ passkeys: z.array(z.object({ id: z.string() })) })
      .parse(listed.data?.["viewer"]);
    const id = passkeys[0]?.id ?? "";
    const rename = `mutation ($id: ID!, $name: String!) {
      renamePasskey(input: {passkeyId: $id, name: $name}) { passkey { name } }
    }`;
    expect((await ask(visitor, rename, { id, name: "Desk" })).data).toMatchObject({
      renamePasskey: { passkey: { name: "Desk" } },
    });
    expect((await ask(visitor, rename, { id, name: " " })).code).toBe("BAD_INPUT");
    const remove = `mutation ($id: ID!) { removePasskey(input: {passkeyId: $id}) { passkey { id } } }`;
    const node = "query ($id: ID!) { node(id: $id) { id } }";
    const stranger = await invitedMember(visitor, "eve@press.example");
    expect((await ask(stranger, PASSKEYS)).data).toMatchObject({ viewer: { passkeys: [] } });
    for (const query of [rename, remove, node]) {
      const variables = query === rename ? { id, name: "Mine" } : { id };
      expect((await ask(stranger, query, variables)).code).toBe("NOT_FOUND");
    }
    expect((await ask(visitor, node, { id })).data).toEqual({ node: { id } });
    expect((await ask(visitor, remove, { id })).code).toBeUndefined();
    expect((await ask(visitor, remove, { id })).code).toBe("NOT_FOUND");
    const gone = await begun(new CookieBrowser(), BEGIN);
    const late = await answer("get", gone.options);
    const variables = { challenge: gone.challenge, response: late };
    expect((await ask(new CookieBrowser(), SIGN_IN, variables)).code).toBe("UNAUTHENTICATED");
  });

  test("a response that was changed, or answers another challenge, signs nobody in", async () => {
    const owner = new CookieBrowser();
    await exchangeToken(named, owner, service.accessToken);
    const adding = await begun(owner, BEGIN_ADDING);
    const created = await answer("create", adding.options);
    expect(
      (await ask(owner, ADD, { challenge: adding.challenge, response: created, name: "Key" })).code,
    ).toBeUndefined();
    const one = await begun(new CookieBrowser(), BEGIN);
    const other = await begun(new CookieBrowser(), BEGIN);
    const response = await answer("get", one.options);
    const changed = (field: string, value: unknown): object => ({
      ...response,
      response: { ...response.response, [field]: value },
    });
    const attempt = async (challenge: string, given: object): Promise<unknown> =>
      (await ask(new CookieBrowser(), SIGN_IN, { challenge, response: given })).code;
    expect(await attempt(other.challenge, response)).toBe("UNAUTHENTICATED");
    expect(await attempt(adding.challenge, response)).toBe("UNAUTHENTICATED");
    expect(await attempt("made up", response)).toBe("UNAUTHENTICATED");
    expect(await attempt(one.challenge, {})).toBe("UNAUTHENTICATED");
    expect(await attempt(one.challenge, changed("signature", "AAAA"))).toBe("UNAUTHENTICATED");
    const forged = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge: "x", origin: named.url }));
    expect(await attempt(one.challenge, changed("clientDataJSON", forged.toString("base64url")))).toBe(
      "UNAUTHENTICATED",
    );
    expect(await attempt(one.challenge, changed("authenticatorData", "not base64 !"))).toBe(
      "UNAUTHENTICATED",
    );
    // None of these used the challenge up.
    expect(await attempt(one.challenge, response)).toBeUndefined();
    expect(await attempt(one.challenge, response)).toBe("UNAUTHENTICATED");
  });
});
