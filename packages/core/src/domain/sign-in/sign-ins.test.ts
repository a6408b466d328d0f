import { expect, test } from "vitest";
import { createSessions, type Sessions } from "../access/sessions/sessions.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import { People } from "../testing/people.ts";
import { anAccessToken } from "../testing/records.ts";
import { createSignIns, type SignIns } from "./sign-ins.ts";

const VISITOR = { address: "192.0.2.7", userAgent: "Browser/1.0" };
const UNAUTHENTICATED = expect.objectContaining({ code: "UNAUTHENTICATED" });
const MINUTE_MS = 60_000;

async function world(): Promise<{
  readonly people: People;
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  readonly request: { readonly organization: string; readonly managerEmail: string };
}> {
  const people = new People();
  await people.found();
  const signIns = createSignIns({ ...portsOf(people), sessionSeconds: 3600 });
  const sessions = createSessions(people, { sessionSeconds: 3600, identities: undefined });
  const request = { organization: "press", managerEmail: "nobody@press.example" };
  return { people, signIns, sessions, request };
}

function portsOf({ database, environment }: People): Pick<People, "database" | "environment"> {
  return { database, environment };
}

test("a link works within 15 minutes and not after", async () => {
  const { people, signIns, request } = await world();
  const { userId } = await people.member("manager");
  const [early, late] = [await signIns.issueLink(request), await signIns.issueLink(request)];
  const issuedAt = people.now.getTime();
  people.now = new Date(issuedAt + 15 * MINUTE_MS - 1);
  const { secret } = await signIns.withLink(early.secret, VISITOR);
  expect(await people.access.authenticate({ session: secret })).toMatchObject({
    kind: "session",
    userId,
    role: "manager",
    tier: "full_access",
  });
  people.now = new Date(issuedAt + 15 * MINUTE_MS);
  await expect(signIns.withLink(late.secret, VISITOR)).rejects.toEqual(UNAUTHENTICATED);
  await expect(signIns.withLink("forged", VISITOR)).rejects.toEqual(UNAUTHENTICATED);
});

test("a link is for the preferred manager, any manager, or the member that is named", async () => {
  const { people, signIns, request } = await world();
  await expect(signIns.issueLink(request)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const member = await people.member();
  await expect(signIns.issueLink(request)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const [first, second] = [await people.member("manager"), await people.member("manager")];
  const addressOf = async (id: string): Promise<string> =>
    (await people.database.records.users.find(id))?.email ?? "";
  expect((await signIns.issueLink(request)).user.id).toBe(first.userId);
  const preferring = { ...request, managerEmail: await addressOf(second.userId) };
  expect((await signIns.issueLink(preferring)).user.id).toBe(second.userId);
  const plain = { ...request, managerEmail: await addressOf(member.userId) };
  expect((await signIns.issueLink(plain)).user.id).toBe(first.userId);
  const named = { ...request, email: await addressOf(member.userId) };
  expect((await signIns.issueLink(named)).user.id).toBe(member.userId);
  await people.database.transaction(({ users }) => users.update(member.userId, { active: false }));
  await expect(signIns.issueLink(named)).rejects.toMatchObject({ code: "NOT_FOUND", field: "email" });
});

test("a member who was deactivated or removed meanwhile does not sign in", async () => {
  const { people, signIns, request } = await world();
  const { organizationId, userId } = await people.member("manager");
  const link = await signIns.issueLink(request);
  await people.database.transaction(({ users }) => users.update(userId, { active: false }));
  await expect(signIns.withLink(link.secret, VISITOR)).rejects.toEqual(UNAUTHENTICATED);
  await people.database.transaction(async ({ users, memberships }) => {
    await users.update(userId, { active: true });
    await memberships.remove(organizationId, userId);
  });
  await expect(signIns.withLink(link.secret, VISITOR)).rejects.toEqual(UNAUTHENTICATED);
});

test("the session of a token has the token's tier, and ends when the token is revoked", async () => {
  const { people, signIns, sessions } = await world();
  const { organizationId, userId } = await people.member("manager");
  const token = anAccessToken(organizationId, { userId, tier: "read", digest: digestOf("secret") });
  await people.database.transaction(({ accessTokens }) => accessTokens.insert(token));
  const { secret } = await signIns.withAccessToken("secret", VISITOR);
  expect(await people.access.authenticate({ session: secret })).toMatchObject({ userId, tier: "read" });
  expect(await people.access.enter({ session: secret }, "press")).toMatchObject({ userId, tier: "read" });
  await people.database.transaction(({ accessTokens }) => accessTokens.update(token.id, { active: false }));
  await expect(people.access.authenticate({ session: secret })).rejects.toEqual(UNAUTHENTICATED);
  await expect(people.access.enter({ session: secret }, "press")).rejects.toEqual(UNAUTHENTICATED);
  await expect(sessions.view(secret)).rejects.toEqual(UNAUTHENTICATED);
  await expect(signIns.withAccessToken("secret", VISITOR)).rejects.toEqual(UNAUTHENTICATED);
});

test("a session knows when it was last used, to the minute, and is no longer listed when it has expired", async () => {
  const { people, signIns, sessions, request } = await world();
  const { organizationId, userId } = await people.member("manager");
  const { secret } = await signIns.withLink((await signIns.issueLink(request)).secret, {
    ...VISITOR,
    userAgent: "x".repeat(1000),
  });
  const member = await people.access.authenticate({ session: secret });
  const issuedAt = people.now;
  const lastUse = async (): Promise<Date | undefined> => (await sessions.list(member))[0]?.lastUsedAt;
  people.now = new Date(issuedAt.getTime() + MINUTE_MS - 1);
  await people.access.authenticate({ session: secret });
  expect(await lastUse()).toEqual(issuedAt);
  people.now = new Date(issuedAt.getTime() + MINUTE_MS);
  await people.access.authenticate({ session: secret });
  expect(await lastUse()).toEqual(people.now);
  expect((await sessions.list(member))[0]?.userAgent).toHaveLength(200);
  people.now = new Date(issuedAt.getTime() + 60 * MINUTE_MS);
  expect(await people.database.records.sessions.listOfMember(organizationId, userId)).toHaveLength(1);
  expect(await sessions.list(member)).toEqual([]);
});
