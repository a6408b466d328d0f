import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Membership, User } from "../../../access/model/user.ts";
import type { ApplicationDatabase } from "../../../application.ts";
import type { Share } from "../../../access/model/shareable.ts";
import { anAccessToken, aNotice, anOrganization, aSession, aUser } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

/** What every `Database` promises of users, credentials, sharing and notices. */
export function memberRules(opened: Opened): void {
  describe("keeps users and memberships", () => {
    userRules(opened);
    membershipRules(opened);
  });
  describe("keeps access tokens and sessions", () => {
    accessTokenRules(opened);
    sessionRules(opened);
  });
  describe("keeps shares", () => {
    shareRules(opened);
  });
  describe("keeps notices", () => {
    noticeRules(opened);
  });
}

function userRules(opened: Opened): void {
  test("a user gets a number and is found by id, e-mail address and number", async () => {
    const { database } = opened();
    const [first, second] = [await storedUser(database), await storedUser(database)];
    const { users } = database.records;
    expect(second.number).toBeGreaterThan(first.number);
    expect(await users.find(first.id)).toEqual(first);
    expect(await users.findByEmail(first.email)).toEqual(first);
    expect(await users.findByEmail("\0")).toBeUndefined();
    expect(await users.find("no-id")).toBeUndefined();
    expect(await users.listByIds([second.id, "no-id", randomUUID()])).toEqual([second]);
    expect(new Set(await users.listByNumbers([first.number, second.number, -1, 1e12]))).toEqual(
      new Set([first, second]),
    );
  });

  test("an e-mail address belongs to one user, and the transaction goes on", async () => {
    const { database } = opened();
    const user = await storedUser(database);
    const answers = await database.transaction(async ({ users }) => [
      await users.insert(aUser({ email: user.email })),
      await users.findByEmail(user.email),
    ]);
    expect(answers).toEqual([undefined, user]);
  });

  test("a user is changed", async () => {
    const { database } = opened();
    const user = await storedUser(database);
    await database.transaction(({ users }) => users.update(user.id, { active: false }));
    expect(await database.records.users.find(user.id)).toEqual({ ...user, active: false });
  });
}

function membershipRules(opened: Opened): void {
  test("members are listed by their numbers, changed and removed", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const [a, b] = [await storedUser(database), await storedUser(database)];
    const second = await storedMembership(database, { organizationId, userId: b.id });
    const first = await storedMembership(database, { organizationId, userId: a.id, role: "manager" });
    const { memberships } = database.records;
    expect(await memberships.list(organizationId)).toEqual([first, second]);
    expect(await memberships.listOfUser(a.id)).toEqual([first]);
    const promoted = await storedMembership(database, { organizationId, userId: b.id, role: "manager" });
    expect(await memberships.find(organizationId, b.id)).toEqual(promoted);
    await database.transaction((records) => records.memberships.remove(organizationId, a.id));
    expect(await memberships.list(organizationId)).toEqual([promoted]);
    expect(await memberships.find(organizationId, "no-id")).toBeUndefined();
  });
}

function accessTokenRules(opened: Opened): void {
  test("access tokens are found, listed newest first, changed and removed", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const user = await storedUser(database);
    const older = anAccessToken(organizationId, { createdAt: new Date(1000), userId: user.id });
    const newer = anAccessToken(organizationId, { createdAt: new Date(2000) });
    await database.transaction(async ({ accessTokens }) => {
      await accessTokens.insert(older);
      await accessTokens.insert(newer);
      await accessTokens.update(older.id, { active: false, lastUsedAt: new Date(1e12) });
    });
    const { accessTokens } = database.records;
    const changed = { ...older, active: false, lastUsedAt: new Date(1e12) };
    expect(await accessTokens.list(organizationId)).toEqual([newer, changed]);
    expect(await database.transaction((records) => records.accessTokens.lock(older.id))).toEqual(changed);
    await database.transaction((records) => records.accessTokens.remove(older.id));
    expect(await accessTokens.find(older.id)).toBeUndefined();
    expect(await accessTokens.find("no-id")).toBeUndefined();
  });
}

function sessionRules(opened: Opened): void {
  test("a session is found by its digest until it is removed or has expired", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const { id: userId } = await storedUser(database);
    const [lasting, expired] = [aSession(userId), aSession(userId, { expiresAt: new Date(1000) })];
    await database.transaction(async ({ sessions }) => {
      await sessions.insert(lasting);
      await sessions.insert(expired);
      await sessions.update(lasting.id, { organizationId });
      await sessions.removeExpired(new Date(1000));
    });
    const { sessions } = database.records;
    expect(await sessions.findByDigest(lasting.digest)).toEqual({ ...lasting, organizationId });
    expect(await sessions.findByDigest(expired.digest)).toBeUndefined();
    await database.transaction((records) => records.sessions.remove(lasting.id));
    expect(await sessions.findByDigest(lasting.digest)).toBeUndefined();
  });
}

function shareRules(opened: Opened): void {
  test("a record is shared with a user once, and the role can change", async () => {
    const { database } = opened();
    const share = await storedShare(database);
    const raised = { ...share, role: "owner" } as const;
    await database.transaction(({ shares }) => shares.put(raised));
    const { shares } = database.records;
    expect(await shares.listOfRecords("pipeline", [share.recordId, randomUUID()])).toEqual([raised]);
    expect(await shares.listOfRecords("connector", [share.recordId])).toEqual([]);
    await database.transaction((records) => records.shares.remove(share.recordId, share.userId));
    expect(await shares.listOfRecords("pipeline", [share.recordId])).toEqual([]);
  });

  test("shares go with their record, and with a user who leaves the organization", async () => {
    const { database } = opened();
    const [first, second] = [await storedShare(database), await storedShare(database)];
    await database.transaction(async ({ shares }) => {
      await shares.removeAll(first.recordId);
      await shares.removeOfUser(randomUUID(), second.userId);
    });
    const { shares } = database.records;
    expect(await shares.listOfRecords("pipeline", [first.recordId, second.recordId])).toEqual([second]);
    await database.transaction((records) =>
      records.shares.removeOfUser(second.organizationId, second.userId),
    );
    expect(await shares.listOfRecords("pipeline", [second.recordId])).toEqual([]);
  });
}

function noticeRules(opened: Opened): void {
  test("a user's notices are listed page by page, newest first, and marked as read", async () => {
    const { database } = opened();
    const organizationId = await storedOrganization(database);
    const { id: userId } = await storedUser(database);
    const stored = [3000, 2000, 2000, 1000].map((at) =>
      aNotice({ organizationId, userId, createdAt: new Date(at) }),
    );
    await database.transaction(async ({ notices }) => {
      for (const notice of stored) await notices.insert(notice);
    });
    const { notices } = database.records;
    const query = { organizationId, userId };
    const all = await notices.list({ ...query, limit: 10 });
    expect(all.map(({ createdAt }) => createdAt.getTime())).toEqual([3000, 2000, 2000, 1000]);
    expect(await notices.list({ ...query, limit: 2, after: all[1] })).toEqual(all.slice(2));
    expect(await notices.count(query)).toBe(4);
    const id = all[0]?.id ?? "";
    await database.transaction((records) => records.notices.markRead(id, new Date(5000)));
    expect(await notices.find(id)).toEqual({ ...all[0], readAt: new Date(5000) });
    expect(await notices.find("no-id")).toBeUndefined();
  });
}

async function storedOrganization(database: ApplicationDatabase): Promise<string> {
  const organization = anOrganization();
  await database.transaction((records) => records.organizations.insert(organization));
  return organization.id;
}

async function storedUser(database: ApplicationDatabase): Promise<User> {
  const user = await database.transaction(({ users }) => users.insert(aUser()));
  if (!user) throw new Error("The address was to be new.");
  return user;
}

async function storedMembership(
  database: ApplicationDatabase,
  facts: Pick<Membership, "organizationId" | "userId"> & Partial<Membership>,
): Promise<Membership> {
  const membership: Membership = { role: "member", createdAt: new Date(1.8e12), ...facts };
  await database.transaction(({ memberships }) => memberships.put(membership));
  return membership;
}

async function storedShare(database: ApplicationDatabase): Promise<Share> {
  const share: Share = {
    organizationId: await storedOrganization(database),
    userId: (await storedUser(database)).id,
    recordKind: "pipeline",
    recordId: randomUUID(),
    role: "viewer",
    createdAt: new Date(1.8e12),
  };
  await database.transaction(({ shares }) => shares.put(share));
  return share;
}
