import { expect, test } from "vitest";
import { People } from "../../testing/people.ts";
import { anOrganization } from "../../testing/records.ts";
import { createSessions, type Identity, type IdentityRules, type Sessions } from "./sessions.ts";

const RULES: IdentityRules = { memberDomain: undefined, organization: "press" };
const VISITOR = { address: "192.0.2.7", userAgent: "Browser/1.0" };
const FORBIDDEN = expect.objectContaining({ code: "FORBIDDEN" });
const UNAUTHENTICATED = expect.objectContaining({ code: "UNAUTHENTICATED" });

async function world(rules: Partial<IdentityRules> = {}): Promise<{
  people: People;
  sessions: Sessions;
  ada: Identity & { readonly userId: string };
}> {
  const people = new People();
  await people.found();
  const { userId } = await people.member();
  const user = await people.database.records.users.find(userId);
  const ada = { email: user?.email.toUpperCase() ?? "", emailVerified: true, name: "Ada", userId };
  return {
    people,
    sessions: createSessions(people, { sessionSeconds: 3600, identities: { ...RULES, ...rules } }),
    ada,
  };
}

test("a session speaks for its user until it has expired or was ended", async () => {
  const { people, sessions, ada } = await world();
  const { secret } = await sessions.signIn(ada, VISITOR);
  const member = { kind: "session", userId: ada.userId, role: "member", tier: "full_access" };
  expect(await people.access.authenticate({ session: secret })).toMatchObject(member);
  expect(await people.access.enter({ session: secret }, "press")).toMatchObject(member);
  expect(await sessions.view(secret)).toMatchObject({ organization: { slug: "press" } });
  const second = await sessions.signIn(ada, VISITOR);
  await sessions.signOut(second.secret);
  await expect(sessions.view(second.secret)).rejects.toEqual(UNAUTHENTICATED);
  people.now = new Date(people.now.getTime() + 3_600_000);
  await expect(people.access.authenticate({ session: secret })).rejects.toEqual(UNAUTHENTICATED);
});

test("a session ends without requests, and each request prolongs it until it expires", async () => {
  const { people, ada } = await world();
  const sessions = createSessions(people, { sessionSeconds: 86_400, identities: RULES });
  const { secret } = await sessions.signIn(ada, VISITOR);
  const pass = (seconds: number): void => {
    people.now = new Date(people.now.getTime() + seconds * 1000);
  };
  pass(people.sessionIdleSeconds - 60);
  expect(await people.access.holds({ session: secret })).toBe(true);
  const member = await people.access.authenticate({ session: secret });
  pass(people.sessionIdleSeconds - 60);
  // Looking whether it holds is no request.
  expect(await people.access.holds({ session: secret })).toBe(true);
  expect(await sessions.list(member)).toHaveLength(1);
  pass(60);
  expect(await people.access.holds({ session: secret })).toBe(false);
  expect(await sessions.list(member)).toEqual([]);
  await expect(people.access.authenticate({ session: secret })).rejects.toEqual(UNAUTHENTICATED);
});

test("an organization is entered only by those who belong to it, and chosen where there are several", async () => {
  const { people, sessions, ada } = await world();
  const [other, foreign] = [anOrganization({ slug: "library" }), anOrganization({ slug: "bank" })];
  const { userId } = ada;
  await people.database.transaction(async ({ organizations, memberships }) => {
    await organizations.insert(other);
    await organizations.insert(foreign);
    await memberships.put({ organizationId: other.id, userId, role: "manager", createdAt: people.now });
  });
  const { secret } = await sessions.signIn(ada, VISITOR);
  await expect(people.access.authenticate({ session: secret })).rejects.toEqual(FORBIDDEN);
  await expect(people.access.enter({ session: secret }, "bank")).rejects.toEqual(FORBIDDEN);
  await expect(sessions.choose(secret, "bank")).rejects.toEqual(FORBIDDEN);
  await sessions.choose(secret, "library");
  expect(await people.access.authenticate({ session: secret })).toMatchObject({
    organizationId: other.id,
    role: "manager",
  });
});

test("nobody signs in with an unverified address, one that nobody has, or as a user who is not active", async () => {
  const { people, sessions, ada } = await world();
  await expect(sessions.signIn({ ...ada, emailVerified: false }, VISITOR)).rejects.toEqual(FORBIDDEN);
  await expect(sessions.signIn({ ...ada, email: "eve@example.org" }, VISITOR)).rejects.toEqual(FORBIDDEN);
  await people.database.records.users.update(ada.userId, { active: false });
  await expect(sessions.signIn(ada, VISITOR)).rejects.toEqual(FORBIDDEN);
  const nowhere = createSessions(people, { sessionSeconds: 3600, identities: undefined });
  await expect(nowhere.signIn(ada, VISITOR)).rejects.toEqual(FORBIDDEN);
});

test("people of the trusted domain become members as they sign in; look-alikes do not", async () => {
  const { people, sessions } = await world({ memberDomain: "press.example" });
  const identity = { emailVerified: true, name: "Grace" };
  for (const email of ["grace@xpress.example", "grace@press.example.evil", "press.example@evil"]) {
    await expect(sessions.signIn({ ...identity, email }, VISITOR)).rejects.toEqual(FORBIDDEN);
  }
  const { secret } = await sessions.signIn({ ...identity, email: "Grace@Press.example" }, VISITOR);
  expect(await people.access.authenticate({ session: secret })).toMatchObject({ role: "member" });
  expect(await sessions.view(secret)).toMatchObject({ user: { name: "Grace" } });
});
