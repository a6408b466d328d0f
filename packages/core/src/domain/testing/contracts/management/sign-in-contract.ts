import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ApplicationDatabase } from "../../../application.ts";
import type { Invitation } from "../../../invitations/invitation.ts";
import type { Passkey } from "../../../passkeys/passkey.ts";
import type { SignInLink } from "../../../sign-in/sign-in-link.ts";
import { anAccessToken, anOrganization, aSession, aUser } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

interface Place {
  readonly organizationId: string;
  readonly userId: string;
}

/** What every `Database` promises of sessions, links, invitations and passkeys. */
export function signInRules(opened: Opened): void {
  describe("keeps what people sign in with", () => {
    sessionRules(opened);
    linkRules(opened);
    invitationRules(opened);
    passkeyRules(opened);
  });
}

function sessionRules(opened: Opened): void {
  test("the sessions of a member are listed, and removed together or with their access token", async () => {
    const { database } = opened();
    const { organizationId, userId } = await storedPlace(database);
    const token = anAccessToken(organizationId, { userId });
    const older = aSession(userId, { organizationId, createdAt: new Date(1000) });
    const facts = { organizationId, createdAt: new Date(2000), way: "access_token" } as const;
    const newer = aSession(userId, { ...facts, accessTokenId: token.id });
    const elsewhere = aSession(userId);
    await database.transaction(async ({ accessTokens, sessions }) => {
      await accessTokens.insert(token);
      for (const session of [older, newer, elsewhere]) await sessions.insert(session);
    });
    const listed = (): Promise<unknown> => database.records.sessions.listOfMember(organizationId, userId);
    expect(await listed()).toEqual([newer, older]);
    await database.transaction(({ sessions }) => sessions.removeOfToken(token.id));
    expect(await listed()).toEqual([older]);
    await database.transaction(({ sessions }) => sessions.removeOfMember(organizationId, userId));
    expect(await listed()).toEqual([]);
    expect(await database.records.sessions.findByDigest(elsewhere.digest)).toEqual(elsewhere);
  });
}

function linkRules(opened: Opened): void {
  test("a sign-in link is taken once, by one of several, unless it has expired", async () => {
    const { database } = opened();
    const place = await storedPlace(database);
    const [link, expired] = [aLink(place), aLink(place, { expiresAt: new Date(1000) })];
    await database.transaction(async ({ signInLinks }) => {
      await signInLinks.insert(link);
      await signInLinks.insert(expired);
      await signInLinks.removeExpired(new Date(1000));
    });
    const take = ({ digest }: SignInLink): Promise<SignInLink | undefined> =>
      database.transaction(({ signInLinks }) => signInLinks.take(digest));
    expect(await take(expired)).toBeUndefined();
    const taken = await Promise.all([take(link), take(link), take(link)]);
    expect(taken.filter((one) => one !== undefined)).toEqual([link]);
  });
}

function invitationRules(opened: Opened): void {
  test("an address has one invitation in an organization, which is taken once", async () => {
    const { database } = opened();
    const { organizationId, userId } = await storedPlace(database);
    const first = anInvitation(organizationId, { createdAt: new Date(1000) });
    const second = anInvitation(organizationId, { email: first.email, invitedBy: userId });
    const other = anInvitation(organizationId, { createdAt: new Date(2000), expiresAt: new Date(3000) });
    await database.transaction(async ({ invitations }) => {
      for (const invitation of [first, second, other]) await invitations.put(invitation);
    });
    const { invitations } = database.records;
    expect(await invitations.list(organizationId)).toEqual([second, other]);
    expect(await invitations.findByDigest(first.digest)).toBeUndefined();
    expect(await invitations.findByDigest(second.digest)).toEqual(second);
    await database.transaction((records) => records.invitations.removeExpired(new Date(3000)));
    const take = (): Promise<Invitation | undefined> =>
      database.transaction((records) => records.invitations.take(second.digest));
    expect((await Promise.all([take(), take()])).filter((one) => one !== undefined)).toEqual([second]);
    expect(await invitations.list(organizationId)).toEqual([]);
    await database.transaction((records) => records.invitations.put(first));
    await database.transaction((records) => records.invitations.remove(first.id));
    expect(await invitations.list(organizationId)).toEqual([]);
  });
}

function passkeyRules(opened: Opened): void {
  test("a passkey is stored once, found by its credential and changed", async () => {
    const { database } = opened();
    const place = await storedPlace(database);
    const [older, newer] = [aPasskey(place, { createdAt: new Date(1000) }), aPasskey(place)];
    const insert = (passkey: Passkey): Promise<boolean> =>
      database.transaction(({ passkeys }) => passkeys.insert(passkey));
    expect([await insert(older), await insert(newer)]).toEqual([true, true]);
    expect(await insert({ ...older, id: randomUUID() })).toBe(false);
    const changes = { name: "Desk", counter: 2 ** 32 - 1, lastUsedAt: new Date(5000) };
    await database.transaction(({ passkeys }) => passkeys.update(older.id, changes));
    const { passkeys } = database.records;
    expect(await passkeys.findByCredential(older.credentialId)).toEqual({ ...older, ...changes });
    expect(await passkeys.listOfMember(place.organizationId, place.userId)).toEqual([
      newer,
      { ...older, ...changes },
    ]);
    await database.transaction((records) => records.passkeys.remove(older.id));
    expect(await passkeys.findByCredential(older.credentialId)).toBeUndefined();
    await database.transaction((records) =>
      records.passkeys.removeOfMember(place.organizationId, place.userId),
    );
    expect(await passkeys.listOfMember(place.organizationId, place.userId)).toEqual([]);
  });

  test("a challenge is used once until it has expired", async () => {
    const { database } = opened();
    const digest = randomBytes(32).toString("hex");
    const use = (): Promise<boolean> =>
      database.transaction(({ usedChallenges }) => usedChallenges.use(digest, new Date(1000)));
    expect((await Promise.all([use(), use()])).filter(Boolean)).toHaveLength(1);
    await database.transaction(({ usedChallenges }) => usedChallenges.removeExpired(new Date(1000)));
    expect(await use()).toBe(true);
  });
}

async function storedPlace(database: ApplicationDatabase): Promise<Place> {
  const organization = anOrganization();
  return database.transaction(async ({ organizations, users }) => {
    await organizations.insert(organization);
    const user = await users.insert(aUser());
    if (!user) throw new Error("The address was to be new.");
    return { organizationId: organization.id, userId: user.id };
  });
}

function aLink(place: Place, facts: Partial<SignInLink> = {}): SignInLink {
  const digest = randomBytes(32).toString("hex");
  return {
    id: randomUUID(),
    digest,
    ...place,
    createdAt: new Date(500),
    expiresAt: new Date(4e12),
    ...facts,
  };
}

function anInvitation(organizationId: string, facts: Partial<Invitation> = {}): Invitation {
  const id = randomUUID();
  return {
    id,
    digest: randomBytes(32).toString("hex"),
    organizationId,
    email: `${id}@press.example`,
    role: "member",
    invitedBy: null,
    createdAt: new Date(2500),
    expiresAt: new Date(4e12),
    ...facts,
  };
}

function aPasskey(place: Place, facts: Partial<Passkey> = {}): Passkey {
  return {
    id: randomUUID(),
    ...place,
    credentialId: randomBytes(32).toString("base64url"),
    publicKey: randomBytes(77).toString("base64url"),
    counter: 0,
    transports: ["internal", "hybrid"],
    name: "Laptop",
    createdAt: new Date(2000),
    lastUsedAt: null,
    ...facts,
  };
}
