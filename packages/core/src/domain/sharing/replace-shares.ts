import type { Member } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { Environment, Transaction } from "../ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { NoticeOutbox, NoticeRecords } from "../notices/notice-ports.ts";
import type { ShareRecords } from "./share-ports.ts";
import type { Share, Shareable, ShareableKind, ShareRole } from "../access/model/shareable.ts";

/** A shared record, as shown to people. */
export interface SharedRecord {
  readonly kind: ShareableKind;
  readonly record: Shareable & { readonly name: string };
}

interface Sharing {
  readonly records: Transaction<ShareRecords & UserRecords & NoticeRecords, NoticeOutbox>;
  readonly environment: Environment;
  /** The member who shares. */
  readonly member: Member;
}

/**
 * Sets the viewers of a record: users who are neither listed nor owners can no longer see it. New viewers are
 * notified. Call it in the transaction that changes the record, for a member who manages it.
 *
 * @throws DomainError `BAD_INPUT` (`field` is `userIds`) if a user is not a member of the organization.
 */
export async function replaceViewers(
  sharing: Sharing,
  shared: SharedRecord,
  userIds: readonly string[],
): Promise<void> {
  const { records } = sharing;
  const { kind, record } = shared;
  await assertMembers(records, record.organizationId, userIds);
  const before = await records.shares.listOfRecords(kind, [record.id]);
  const wanted = new Set(userIds);
  for (const { userId, role } of before) {
    if (role === "viewer" && !wanted.has(userId)) await records.shares.remove(record.id, userId);
  }
  for (const userId of wanted) {
    if (before.some((share) => share.userId === userId)) continue;
    await records.shares.put(shareOf(sharing, shared, { userId, role: "viewer" }));
    await notify(sharing, shared, userId);
  }
}

/** Adds a co-owner. @throws DomainError as `replaceViewers`; `field` is `userId`. */
export async function addOwner(sharing: Sharing, shared: SharedRecord, userId: string): Promise<void> {
  const { records } = sharing;
  const { kind, record } = shared;
  await assertMembers(records, record.organizationId, [userId], "userId");
  if (record.createdBy === userId) return;
  const before = await records.shares.listOfRecords(kind, [record.id]);
  await records.shares.put(shareOf(sharing, shared, { userId, role: "owner" }));
  if (!before.some((share) => share.userId === userId)) await notify(sharing, shared, userId);
}

async function assertMembers(
  { memberships }: UserRecords,
  organizationId: string,
  userIds: readonly string[],
  field = "userIds",
): Promise<void> {
  if (userIds.length === 0) return;
  const members = new Set((await memberships.list(organizationId)).map(({ userId }) => userId));
  if (userIds.every((userId) => members.has(userId))) return;
  throw new DomainError("BAD_INPUT", `${field}: expected members of the organization`, { field });
}

function shareOf(
  { environment }: Sharing,
  { kind, record }: SharedRecord,
  { userId, role }: { readonly userId: string; readonly role: ShareRole },
): Share {
  return {
    organizationId: record.organizationId,
    recordKind: kind,
    recordId: record.id,
    userId,
    role,
    createdAt: environment.now(),
  };
}

/** A notice, and an e-mail through the queue: its failure does not affect the sharing. */
async function notify(
  { records, environment, member }: Sharing,
  { kind, record }: SharedRecord,
  userId: string,
): Promise<void> {
  if (userId === record.createdBy || userId === member.userId) return;
  const sharer = member.userId && (await records.users.find(member.userId));
  const who = sharer ? sharer.email : "A service account";
  const notice = {
    id: environment.uuid(),
    organizationId: record.organizationId,
    userId,
    message: `${who} shared the ${kind} “${record.name}” with you.`,
    recordKind: kind,
    recordId: record.id,
    createdAt: environment.now(),
    readAt: null,
  };
  await records.notices.insert(notice);
  await records.queue.sendNotice(notice.id);
  await records.announcements.noticeArrived(notice);
}
