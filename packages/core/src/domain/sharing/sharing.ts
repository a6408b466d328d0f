import type { Member } from "../access/model/caller.ts";
import { assertTier, type Intent } from "../access/model/policy.ts";
import type { User } from "../access/model/user.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { NoticeOutbox, NoticeRecords } from "../notices/notice-ports.ts";
import type { ShareRecords } from "./share-ports.ts";
import { managedBy, seenBy } from "./record-access.ts";
import { addOwner, replaceViewers, type SharedRecord } from "./replace-shares.ts";
import type { Shareable, ShareableKind } from "../access/model/shareable.ts";
import { standingOf } from "./sharing-policy.ts";

export interface SharedReference {
  readonly kind: ShareableKind;
  readonly id: string;
}

/** The users a record is shared with, and its owners. */
export interface SharingOf {
  readonly record: Shareable & { readonly name: string };
  /** Undefined if a service account created it. */
  readonly creator: User | undefined;
  /** In the order in which it was shared with them. */
  readonly viewers: readonly User[];
  /** Owners besides the creator, in the order in which they were added. */
  readonly coOwners: readonly User[];
}

/** A member who can see a record, and why. */
export interface EffectiveMember {
  readonly user: User;
  readonly standing: "owner" | "viewer";
  readonly reasons: readonly ("creator" | "co_owner" | "shared" | "shared_to_organization" | "manager")[];
}

/**
 * Sharing of records. Every call throws DomainError `NOT_FOUND` if the member cannot see the record; calls that
 * change it throw `FORBIDDEN` if the member does not manage it or has a token of too low a tier.
 */
export interface Sharing {
  sharingOf(member: Member, reference: SharedReference): Promise<SharingOf>;
  /** @throws DomainError like the calls that change the record. */
  assertManages(member: Member, reference: SharedReference): Promise<void>;
  /**
   * Replaces the given fields. New users are notified. @throws DomainError `BAD_INPUT` for users who are not members.
   */
  share(member: Member, reference: SharedReference, to: ShareWith): Promise<SharingOf>;
  /** @throws DomainError `BAD_INPUT` for a user who is not a member. */
  addOwner(member: Member, reference: SharedReference, userId: string): Promise<SharingOf>;
  /**
   * @throws DomainError `NOT_FOUND` for a user who is not an owner, `CONFLICT` for the creator, who cannot be
   * removed.
   */
  removeOwner(member: Member, reference: SharedReference, userId: string): Promise<SharingOf>;
  /** Ordered by user number. */
  effectiveMembers(member: Member, reference: SharedReference): Promise<readonly EffectiveMember[]>;
  /** The same as `sharingOf` for several records of one kind that the caller has seen, in their order. */
  sharingOfEach(
    kind: ShareableKind,
    records: readonly (Shareable & { readonly name: string })[],
  ): Promise<readonly SharingOf[]>;
}

export interface ShareWith {
  readonly userIds?: readonly string[] | undefined;
  readonly toOrganization?: boolean | undefined;
}

interface ShareableRecords {
  readonly pipelines: SharedRecordStore;
  readonly workflows: SharedRecordStore;
  readonly connectors: SharedRecordStore;
}

type SharingRecords = ShareableRecords & ShareRecords & UserRecords & NoticeRecords;

interface SharingPorts {
  readonly database: Database<SharingRecords, NoticeOutbox>;
  readonly environment: Environment;
}

export function createSharing(ports: SharingPorts): Sharing {
  const { records } = ports.database;
  const change = changing(ports);
  return {
    async sharingOf(member, { kind, id }) {
      const record = await seenBy(records, member, { kind, record: await storeOf(records, kind).find(id) });
      return sharingOfOne(records, { kind, record });
    },
    async assertManages(member, { kind, id }) {
      await managedBy(records, member, { kind, record: await storeOf(records, kind).find(id) });
    },
    share: (member, reference, { userIds, toOrganization }) =>
      change(member, reference, async (shared, changed) => {
        if (userIds) await replaceViewers(changed, shared, userIds);
        if (toOrganization !== undefined) await shareToOrganization(changed, shared, toOrganization);
      }),
    addOwner: (member, reference, userId) =>
      change(member, reference, (shared, changed) => addOwner(changed, shared, userId)),
    removeOwner: (member, reference, userId) =>
      change(member, reference, (shared, changed) => removeOwner(changed.records, shared, userId), "remove"),
    effectiveMembers: (member, reference) => effectiveMembers(ports, member, reference),
    sharingOfEach: (kind, found) => sharingOfEach(records, kind, found),
  };
}

interface Changing {
  readonly records: Transaction<SharingRecords, NoticeOutbox>;
  readonly environment: Environment;
  readonly member: Member;
}

/** Changes the sharing of a record in a transaction that locks it, for a member whose tier allows it and who manages it. */
function changing({ database, environment }: SharingPorts) {
  return async (
    member: Member,
    { kind, id }: SharedReference,
    work: (shared: SharedRecord, changed: Changing) => Promise<void>,
    intent: Intent = "change",
  ): Promise<SharingOf> => {
    assertTier(member, intent);
    return database.transaction(async (records) => {
      const store = storeOf(records, kind);
      const record = await managedBy(records, member, { kind, record: await store.lock(id) });
      await work({ kind, record }, { records, environment, member });
      return sharingOfOne(records, { kind, record: (await store.find(id)) ?? record });
    });
  };
}

async function shareToOrganization(
  { records, environment, member }: Changing,
  { kind, record }: SharedRecord,
  sharedToOrganization: boolean,
): Promise<void> {
  const changes = { sharedToOrganization, modifiedBy: member.userId, updatedAt: environment.now() };
  await storeOf(records, kind).update(record.id, changes);
}

async function removeOwner(
  records: Transaction<ShareRecords>,
  { kind, record }: SharedRecord,
  userId: string,
): Promise<void> {
  if (record.createdBy === userId) {
    throw new DomainError("CONFLICT", `The creator of a ${kind} cannot be removed from its owners.`, {
      field: "userId",
    });
  }
  const shares = await records.shares.listOfRecords(kind, [record.id]);
  if (!shares.some((share) => share.userId === userId && share.role === "owner")) {
    throw new DomainError("NOT_FOUND", "Owner not found.", { field: "userId" });
  }
  await records.shares.remove(record.id, userId);
}

async function effectiveMembers(
  { database: { records } }: SharingPorts,
  member: Member,
  { kind, id }: SharedReference,
): Promise<readonly EffectiveMember[]> {
  const record = await seenBy(records, member, { kind, record: await storeOf(records, kind).find(id) });
  const [shares, memberships] = await Promise.all([
    records.shares.listOfRecords(kind, [id]),
    records.memberships.list(record.organizationId),
  ]);
  const users = new Map(
    (await records.users.listByIds(memberships.map(({ userId }) => userId))).map((user) => [user.id, user]),
  );
  return memberships.flatMap(({ userId, role }) => {
    const user = users.get(userId);
    const standing = standingOf({ ...member, userId, role }, record, shares);
    const share = shares.find((one) => one.userId === userId);
    if (!user || standing === "stranger") return [];
    const reasons: EffectiveMember["reasons"] = [
      ...(record.createdBy === userId ? (["creator"] as const) : []),
      ...(share?.role === "owner" ? (["co_owner"] as const) : []),
      ...(share?.role === "viewer" ? (["shared"] as const) : []),
      ...(record.sharedToOrganization ? (["shared_to_organization"] as const) : []),
      ...(role === "manager" ? (["manager"] as const) : []),
    ];
    return [{ user, standing, reasons }];
  });
}

async function sharingOfOne(
  records: ShareRecords & UserRecords,
  { kind, record }: SharedRecord,
): Promise<SharingOf> {
  const [sharing] = await sharingOfEach(records, kind, [record]);
  return sharing ?? { record, creator: undefined, viewers: [], coOwners: [] };
}

async function sharingOfEach(
  { shares, users }: ShareRecords & UserRecords,
  kind: ShareableKind,
  found: readonly SharedRecord["record"][],
): Promise<readonly SharingOf[]> {
  const all = await shares.listOfRecords(
    kind,
    found.map(({ id }) => id),
  );
  const userIds = [
    ...all.map(({ userId }) => userId),
    ...found.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy])),
  ];
  const known = await users.listByIds([...new Set(userIds)]);
  const byId = new Map(known.map((user) => [user.id, user]));
  const ofRecord = Map.groupBy(all, ({ recordId }) => recordId);
  return found.map((record) => {
    const given = (ofRecord.get(record.id) ?? []).toSorted(
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
    );
    const withRole = (role: "viewer" | "owner"): User[] =>
      given.flatMap((share) => {
        const user = share.role === role ? byId.get(share.userId) : undefined;
        return user ? [user] : [];
      });
    const creator = record.createdBy === null ? undefined : byId.get(record.createdBy);
    return { record, creator, viewers: withRole("viewer"), coOwners: withRole("owner") };
  });
}

/** The methods that all stores of shareable records have. */
interface SharedRecordStore {
  find(id: string): Promise<SharedRecord["record"] | undefined>;
  lock(id: string): Promise<SharedRecord["record"] | undefined>;
  update(
    id: string,
    changes: {
      readonly sharedToOrganization: boolean;
      readonly modifiedBy: string | null;
      readonly updatedAt: Date;
    },
  ): Promise<boolean>;
}

function storeOf(records: ShareableRecords, kind: ShareableKind): SharedRecordStore {
  const stores: Record<ShareableKind, SharedRecordStore> = {
    pipeline: records.pipelines,
    workflow: records.workflows,
    connector: records.connectors,
  };
  return stores[kind];
}
