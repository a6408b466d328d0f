import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { askAsConsole, exchangeToken, type ConsoleAnswer } from "../../support/clients/console-client.ts";
import { CookieBrowser } from "../../support/clients/cookie-browser.ts";
import { startForAnotherOrganization, startService, type RunningService } from "../../support/service.ts";

let service: RunningService;
let other: RunningService;
/** What each caller sends. */
const callers: Record<string, { readonly browser: CookieBrowser; readonly headers: Record<string, string> }> =
  {};
/** Records of the first manager. */
const ids = { session: "", invitation: "", passkey: randomUUID() };

beforeAll(async () => {
  service = await startService({ env: { GALLEY_MANAGER_EMAIL: "ada@press.example" } });
  other = await startForAnotherOrganization(service);
  const manager = await sessionOf(service.accessToken);
  const own = { origin: service.url };
  callers["nobody"] = { browser: new CookieBrowser(), headers: own };
  callers["an extraction key"] = {
    browser: new CookieBrowser(),
    headers: { "service-key": service.serviceKey },
  };
  callers["a manager"] = { browser: manager, headers: own };
  const grace = await addedMember("grace@press.example");
  const member = await tokenOf("FULL_ACCESS", grace);
  callers["a member"] = { browser: await sessionOf(member), headers: own };
  callers["a member's token"] = {
    browser: new CookieBrowser(),
    headers: { authorization: `Bearer ${member}` },
  };
  callers["a reader"] = { browser: await sessionOf(await tokenOf("READ", grace)), headers: own };
  callers["a service account"] = { browser: await sessionOf(await tokenOf("FULL_ACCESS")), headers: own };
  callers["another organization's manager"] = { browser: await sessionOf(other.accessToken), headers: own };

  const sessions = z.object({ sessions: z.array(z.object({ id: z.string() })) });
  const viewer = (await ask("a manager", "{ viewer { sessions { id } } }")).data?.["viewer"];
  ids.session = sessions.parse(viewer).sessions[0]?.id ?? "";
  const invite = `mutation { inviteMember(input: {email: "new@press.example"}) { invitation { id } } }`;
  const invited = (await ask("a manager", invite)).data?.["inviteMember"];
  ids.invitation = z.object({ invitation: z.object({ id: z.string() }) }).parse(invited).invitation.id;
});

afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function sessionOf(token: string): Promise<CookieBrowser> {
  const browser = new CookieBrowser();
  await exchangeToken(service, browser, token);
  return browser;
}

function ask(caller: string, query: string, variables: object = {}): Promise<ConsoleAnswer> {
  const { browser, headers } = callers[caller] ?? { browser: new CookieBrowser(), headers: {} };
  return askAsConsole(service, browser, { query, variables }, headers);
}

async function addedMember(email: string): Promise<string> {
  const query =
    "mutation ($email: EmailAddress!) { addMember(input: {email: $email}) { member { user { id } } } }";
  const { data } = await ask("a manager", query, { email });
  const schema = z.object({ member: z.object({ user: z.object({ id: z.string() }) }) });
  return schema.parse(data?.["addMember"]).member.user.id;
}

async function tokenOf(tier: string, userId?: string): Promise<string> {
  const query = `mutation ($tier: AccessTier!, $userId: ID) {
    createAccessToken(input: {name: "own", tier: $tier, userId: $userId}) { secret }
  }`;
  const { data } = await ask("a manager", query, { tier, userId });
  return z.object({ secret: z.string() }).parse(data?.["createAccessToken"]).secret;
}

const [DENIED, MISSING, ANONYMOUS] = ["FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"];

const NODE = "query ($id: ID!) { node(id: $id) { id } }";

interface RefusedCall {
  readonly name: string;
  readonly query: string;
  readonly variables: () => object;
  /** The codes of the errors, in the order of `CALLERS`; undefined for success. */
  readonly codes: readonly (string | undefined)[];
}

const CALLS: readonly RefusedCall[] = [
  {
    name: "list invitations",
    query: "{ invitations { id } }",
    variables: () => ({}),
    codes: [DENIED, DENIED, DENIED, DENIED, undefined, undefined],
  },
  {
    name: "revoke another's session",
    query: "mutation ($id: ID!) { revokeSession(input: {sessionId: $id}) { session { id } } }",
    variables: () => ({ id: ids.session }),
    codes: [DENIED, MISSING, MISSING, DENIED, MISSING, MISSING],
  },
  {
    name: "see another's session",
    query: NODE,
    variables: () => ({ id: ids.session }),
    codes: [MISSING, MISSING, MISSING, MISSING, MISSING, MISSING],
  },
  {
    name: "see an invitation",
    query: NODE,
    variables: () => ({ id: ids.invitation }),
    codes: [MISSING, MISSING, MISSING, MISSING, undefined, MISSING],
  },
  {
    name: "revoke an invitation",
    query: "mutation ($id: ID!) { revokeInvitation(input: {invitationId: $id}) { invitation { id } } }",
    variables: () => ({ id: ids.invitation }),
    codes: [DENIED, DENIED, DENIED, DENIED, undefined, MISSING],
  },
  {
    name: "remove another's passkey",
    query: "mutation ($id: ID!) { removePasskey(input: {passkeyId: $id}) { passkey { id } } }",
    variables: () => ({ id: ids.passkey }),
    codes: [DENIED, MISSING, MISSING, DENIED, DENIED, MISSING],
  },
];

const CALLERS = [
  "an extraction key",
  "a member",
  "a member's token",
  "a reader",
  "a service account",
  "another organization's manager",
];

test.each(CALLS)("$name", async ({ query, variables, codes }) => {
  expect((await ask("nobody", query, variables())).code).toBe(ANONYMOUS);
  const found: (string | undefined)[] = [];
  for (const caller of CALLERS) found.push((await ask(caller, query, variables())).code);
  expect(found).toEqual(codes);
});

test("only managers with write access invite", async () => {
  const invite = "mutation ($email: EmailAddress!) { inviteMember(input: {email: $email}) { emailed } }";
  const codes: Record<string, string | undefined> = {};
  for (const caller of ["nobody", ...CALLERS, "a manager"]) {
    codes[caller] = (await ask(caller, invite, { email: `${randomUUID()}@press.example` })).code;
  }
  expect(codes).toEqual({
    nobody: ANONYMOUS,
    "an extraction key": DENIED,
    "a member": DENIED,
    "a member's token": DENIED,
    "a reader": DENIED,
    "a service account": undefined,
    "another organization's manager": undefined,
    "a manager": undefined,
  });
  const listed = await ask("another organization's manager", "{ invitations { email } }");
  expect(listed.data).toMatchObject({ invitations: [{ email: expect.any(String) }] });
});

test("the viewer says who the caller is and what they may do", async () => {
  const query = "{ viewer { role user { name email } organization { slug } permissions sessions { id } } }";
  const viewer = async (caller: string): Promise<unknown> => (await ask(caller, query)).data?.["viewer"];
  expect(await viewer("a manager")).toMatchObject({
    role: "MANAGER",
    user: { name: "ada", email: "ada@press.example" },
    organization: { slug: "default" },
    permissions: expect.arrayContaining(["INVITE_MEMBERS", "DELETE_RECORDS", "MANAGE_PASSKEYS"]),
  });
  expect(await viewer("a reader")).toMatchObject({
    role: "MEMBER",
    permissions: ["SEE_USAGE", "SEE_EXTRACTION_KEYS", "SEE_ACCESS_TOKENS", "SEE_MEMBERS", "SEE_RECORDS"],
  });
  expect(await viewer("an extraction key")).toMatchObject({
    role: null,
    user: null,
    permissions: [
      "SUBMIT_DOCUMENTS",
      "CANCEL_JOBS",
      "RETRIEVE_TEXTS",
      "CORRECT_TEXTS",
      "DELETE_JOBS",
      "READ_FIELDS",
      "REVIEW_FIELDS",
      "MANAGE_SCHEMAS",
      "DELETE_SCHEMAS",
      "MANAGE_WEBHOOKS",
      "SEE_USAGE",
    ],
    sessions: [],
  });
});
