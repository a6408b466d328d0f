import type { AccessTokenStore, CredentialStore, SessionStore } from "../../../access/model/token-ports.ts";
import type { AccessToken, Session } from "../../../access/model/credential.ts";
import type { MembershipStore, UserStore } from "../../../access/model/user-ports.ts";
import type { Membership, User } from "../../../access/model/user.ts";
import type { Invitation, InvitationStore } from "../../../invitations/invitation.ts";
import type { NoticeStore } from "../../../notices/notice-ports.ts";
import type { Notice } from "../../../notices/notice.ts";
import type { ShareStore } from "../../../sharing/share-ports.ts";
import type { SignInLink, SignInLinkStore } from "../../../sign-in/sign-in-link.ts";
import type { Share } from "../../../access/model/shareable.ts";

export function memoryAccessTokens(
  table: () => Map<string, AccessToken>,
  credentials: CredentialStore<AccessToken>,
): AccessTokenStore {
  return {
    ...credentials,
    find: async (id) => table().get(id),
    list: async (organizationId) =>
      [...table().values()].filter((one) => one.organizationId === organizationId).toSorted(newestFirst),
    lock: async (id) => table().get(id),
    update: async (id, changes) => change(table(), id, changes),
    remove: async (id) => void table().delete(id),
  };
}

export function memorySessions(table: () => Map<string, Session>): SessionStore {
  return {
    insert: async (session) => void table().set(session.id, session),
    findByDigest: async (digest) => [...table().values()].find((one) => one.digest === digest),
    update: async (id, changes) => change(table(), id, changes),
    remove: async (id) => void table().delete(id),
    listOfMember: async (organizationId, userId) =>
      [...table().values()]
        .filter((one) => one.organizationId === organizationId && one.userId === userId)
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()),
    async removeOfMember(organizationId, userId) {
      for (const one of table().values()) {
        if (one.organizationId === organizationId && one.userId === userId) table().delete(one.id);
      }
    },
    async removeOfToken(token) {
      for (const { id, accessTokenId } of table().values()) if (accessTokenId === token) table().delete(id);
    },
    async removeExpired(now) {
      for (const { id, expiresAt } of table().values()) if (expiresAt <= now) table().delete(id);
    },
  };
}

export function memorySignInLinks(table: () => Map<string, SignInLink>): SignInLinkStore {
  return {
    insert: async (link) => void table().set(link.id, link),
    ...takenOnce(table),
  };
}

export function memoryInvitations(table: () => Map<string, Invitation>): InvitationStore {
  const all = (): Invitation[] => [...table().values()];
  return {
    async put(invitation) {
      const { organizationId, email } = invitation;
      for (const one of all()) {
        if (one.organizationId === organizationId && one.email === email) table().delete(one.id);
      }
      table().set(invitation.id, invitation);
    },
    findByDigest: async (digest) => all().find((one) => one.digest === digest),
    list: async (organizationId) =>
      all()
        .filter((one) => one.organizationId === organizationId)
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()),
    ...takenOnce(table),
    remove: async (id) => void table().delete(id),
  };
}

/** A record that is found by its digest and used once. */
function takenOnce<R extends { readonly id: string; readonly digest: string; readonly expiresAt: Date }>(
  table: () => Map<string, R>,
): {
  readonly take: (digest: string) => Promise<R | undefined>;
  readonly removeExpired: (now: Date) => Promise<void>;
} {
  return {
    async take(digest) {
      const found = [...table().values()].find((one) => one.digest === digest);
      if (found) table().delete(found.id);
      return found;
    },
    async removeExpired(now) {
      for (const { id, expiresAt } of table().values()) if (expiresAt <= now) table().delete(id);
    },
  };
}

export function memoryUsers(table: () => Map<string, User>): UserStore {
  const all = (): User[] => [...table().values()];
  return {
    async insert(user) {
      if (all().some(({ email }) => email === user.email)) return undefined;
      const inserted = { ...user, number: table().size + 1 };
      table().set(user.id, inserted);
      return inserted;
    },
    find: async (id) => table().get(id),
    findByEmail: async (email) => all().find((one) => one.email === email),
    listByIds: async (ids) => all().filter(({ id }) => ids.includes(id)),
    listByNumbers: async (numbers) => all().filter(({ number }) => numbers.includes(number)),
    update: async (id, changes) => change(table(), id, changes),
  };
}

export function memoryMemberships(
  table: () => Map<string, Membership>,
  users: () => Map<string, User>,
): MembershipStore {
  const numberOf = ({ userId }: Membership): number => users().get(userId)?.number ?? 0;
  return {
    put: async (membership) =>
      void table().set(keyOf(membership.organizationId, membership.userId), membership),
    lock: async () => undefined,
    find: async (organizationId, userId) => table().get(keyOf(organizationId, userId)),
    list: async (organizationId) =>
      [...table().values()]
        .filter((one) => one.organizationId === organizationId)
        .toSorted((a, b) => numberOf(a) - numberOf(b)),
    listOfUser: async (userId) => [...table().values()].filter((one) => one.userId === userId),
    remove: async (organizationId, userId) => void table().delete(keyOf(organizationId, userId)),
  };
}

export function memoryShares(table: () => Map<string, Share>): ShareStore {
  const removeWhere = (isGone: (share: Share) => boolean): void => {
    for (const [key, share] of table()) if (isGone(share)) table().delete(key);
  };
  return {
    listOfRecords: async (kind, recordIds) =>
      [...table().values()].filter((one) => one.recordKind === kind && recordIds.includes(one.recordId)),
    put: async (share) => void table().set(keyOf(share.recordId, share.userId), share),
    remove: async (recordId, userId) => void table().delete(keyOf(recordId, userId)),
    removeAll: async (recordId) => removeWhere((one) => one.recordId === recordId),
    removeOfUser: async (organizationId, userId) =>
      removeWhere((one) => one.organizationId === organizationId && one.userId === userId),
  };
}

export function memoryNotices(table: () => Map<string, Notice>): NoticeStore {
  const of = ({ organizationId, userId }: Pick<Notice, "organizationId" | "userId">): Notice[] =>
    [...table().values()].filter((one) => one.organizationId === organizationId && one.userId === userId);
  return {
    insert: async (notice) => void table().set(notice.id, notice),
    find: async (id) => table().get(id),
    list: async ({ after, limit, ...query }) =>
      of(query)
        .toSorted(newestFirst)
        .filter((one) => !after || newestFirst(after, one) < 0)
        .slice(0, limit),
    count: async (query) => of(query).length,
    markRead: async (id, readAt) => change(table(), id, { readAt }),
  };
}

function keyOf(...ids: readonly string[]): string {
  return ids.join(" ");
}

function change<R>(table: Map<string, R>, id: string, changes: Partial<R>): void {
  const record = table.get(id);
  if (record) table.set(id, { ...record, ...changes });
}

interface Placed {
  readonly createdAt: Date;
  readonly id: string;
}

function newestFirst(a: Placed, b: Placed): number {
  const later = b.createdAt.getTime() - a.createdAt.getTime();
  return later === 0 ? (a.id > b.id ? -1 : 1) : later;
}
