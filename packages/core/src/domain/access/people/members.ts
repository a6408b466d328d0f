import { DomainError } from "../../domain-error.ts";
import type { Database, Environment, Transaction } from "../../ports.ts";
import type { SessionRecords, TokenRecords } from "../model/token-ports.ts";
import type { UserRecords } from "../model/user-ports.ts";
import type { Caller, Member } from "../model/caller.ts";
import { isEmail } from "../model/email.ts";
import { assertPersonName, findOrInsertUser } from "../keys/first-credentials.ts";
import { memberWhoMay } from "../model/policy.ts";
import type { Membership, Role, User } from "../model/user.ts";

/** A user as a member of an organization. */
export interface MemberRecord {
  readonly user: User;
  readonly membership: Membership;
}

/** Undefined fields are unchanged. */
export interface MemberChanges {
  readonly role?: Role | undefined;
  readonly active?: boolean | undefined;
}

/** The members of the caller's organization. Every call throws DomainError `FORBIDDEN` unless the policy allows it. */
export interface Members {
  /** Ordered by number. */
  list(caller: Caller): Promise<readonly MemberRecord[]>;
  /**
   * Adds a user by e-mail address; creates the user if the address is new.
   *
   * @throws DomainError `BAD_INPUT`, `CONFLICT` if the user is already a member.
   */
  add(
    caller: Caller,
    person: { readonly email: string; readonly name?: string | undefined; readonly role: Role },
  ): Promise<MemberRecord>;
  /**
   * Changes the given fields. Deactivated users can neither sign in nor call the API.
   *
   * @throws DomainError `NOT_FOUND`; `CONFLICT` if no manager would remain; `FORBIDDEN` to deactivate or activate a
   * user who also belongs to another organization.
   */
  change(caller: Caller, userId: string, changes: MemberChanges): Promise<MemberRecord>;
  /**
   * Removes a member. Records are no longer shared with the user, and the user's tokens are revoked, sessions
   * ended and passkeys removed; records that the user created remain.
   *
   * @throws DomainError `NOT_FOUND`, `CONFLICT` if no manager would remain.
   */
  remove(caller: Caller, userId: string): Promise<MemberRecord>;
  /** The users with the given ids, in that order, whatever their organization; undefined for unknown ids. */
  users(ids: readonly string[]): Promise<readonly (User | undefined)[]>;
}

/** What a member leaves behind. */
/** What other subjects keep of a member, of which only the removal is needed. */
interface RemovedRecords {
  readonly shares: { removeOfUser(organizationId: string, userId: string): Promise<void> };
  readonly passkeys: { removeOfMember(organizationId: string, userId: string): Promise<void> };
}

type LeavingRecords = UserRecords & TokenRecords & SessionRecords & RemovedRecords;

interface MemberPorts {
  readonly database: Database<LeavingRecords>;
  readonly environment: Environment;
}

export function createMembers(ports: MemberPorts): Members {
  const { database } = ports;
  return {
    async list(caller) {
      const { organizationId } = memberWhoMay(caller, "see members");
      const memberships = await database.records.memberships.list(organizationId);
      const found = await database.records.users.listByIds(memberships.map(({ userId }) => userId));
      const byId = new Map(found.map((user) => [user.id, user]));
      return memberships.flatMap((membership) => {
        const user = byId.get(membership.userId);
        return user ? [{ user, membership }] : [];
      });
    },
    async add(caller, person) {
      return addMember(ports, memberWhoMay(caller, "manage members"), person);
    },
    async change(caller, userId, changes) {
      const member = memberWhoMay(caller, "manage members");
      return database.transaction(async (records) =>
        changeMember(records, await lockedMember(records, member, userId), changes),
      );
    },
    async remove(caller, userId) {
      const member = memberWhoMay(caller, "remove members");
      return database.transaction(async (records) => {
        const found = await lockedMember(records, member, userId);
        await assertOtherManager(records, found.membership);
        await removeMembership(records, found.membership);
        return found;
      });
    },
    async users(ids) {
      const found = await database.records.users.listByIds([...new Set(ids)]);
      const byId = new Map(found.map((user) => [user.id, user]));
      return ids.map((id) => byId.get(id));
    },
  };
}

async function addMember(
  { database, environment }: MemberPorts,
  { organizationId }: Member,
  { email, name, role }: { readonly email: string; readonly name?: string | undefined; readonly role: Role },
): Promise<MemberRecord> {
  if (!isEmail(email)) throw badInput("email", "expected an e-mail address");
  assertPersonName(name);
  return database.transaction(async (records) => {
    await records.memberships.lock(organizationId);
    const user = await findOrInsertUser(records, environment, { email, name });
    if (await records.memberships.find(organizationId, user.id)) {
      throw new DomainError("CONFLICT", `${user.email} is already a member.`, { field: "email" });
    }
    const membership = { organizationId, userId: user.id, role, createdAt: environment.now() };
    await records.memberships.put(membership);
    return { user, membership };
  });
}

async function lockedMember(
  records: Transaction<UserRecords>,
  { organizationId }: Member,
  userId: string,
): Promise<MemberRecord> {
  await records.memberships.lock(organizationId);
  const [membership, user] = [
    await records.memberships.find(organizationId, userId),
    await records.users.find(userId),
  ];
  if (membership && user) return { user, membership };
  throw new DomainError("NOT_FOUND", "Member not found.", { field: "userId" });
}

async function changeMember(
  records: Transaction<UserRecords>,
  { user, membership }: MemberRecord,
  { role = membership.role, active = user.active }: MemberChanges,
): Promise<MemberRecord> {
  if (role !== "manager" || !active) await assertOtherManager(records, membership);
  if (role !== membership.role) await records.memberships.put({ ...membership, role });
  if (active !== user.active) {
    await assertOnlyHere(records, user);
    await records.users.update(user.id, { active });
  }
  return { user: { ...user, active }, membership: { ...membership, role } };
}

/** A user can belong to several organizations: one of them cannot deactivate the user for the others. */
async function assertOnlyHere({ memberships }: Transaction<UserRecords>, { id }: User): Promise<void> {
  if ((await memberships.listOfUser(id)).length <= 1) return;
  throw new DomainError(
    "FORBIDDEN",
    "This user also belongs to another organization, so only the role can be changed.",
    { field: "active" },
  );
}

/** Deactivated managers do not count. */
async function assertOtherManager(
  { memberships, users }: Transaction<UserRecords>,
  { organizationId, userId, role }: Membership,
): Promise<void> {
  if (role !== "manager") return;
  const others = (await memberships.list(organizationId)).filter(
    (other) => other.role === "manager" && other.userId !== userId,
  );
  const found = await users.listByIds(others.map((other) => other.userId));
  if (found.some(({ active }) => active)) return;
  throw new DomainError(
    "CONFLICT",
    "An organization must keep at least one active manager. Make another member a manager first.",
  );
}

async function removeMembership(
  { memberships, shares, accessTokens, sessions, passkeys }: Transaction<LeavingRecords>,
  { organizationId, userId }: Membership,
): Promise<void> {
  await memberships.remove(organizationId, userId);
  await shares.removeOfUser(organizationId, userId);
  await sessions.removeOfMember(organizationId, userId);
  await passkeys.removeOfMember(organizationId, userId);
  for (const token of await accessTokens.list(organizationId)) {
    if (token.userId === userId) await accessTokens.update(token.id, { active: false });
  }
}

function badInput(field: string, valid: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${valid}`, { field });
}
