import { standingOf, type Shareable, type ShareableKind, type SharingOf } from "@galley/core/domain";
import { z } from "zod";
import type { Visit } from "./visit.ts";
import { ManagementRefusal } from "./management-errors.ts";

/** The creator and owners of a record, as every shareable record has them. */
export const ownershipFields = {
  created_by: z.int().nullable(),
  created_by_email: z.string().nullable(),
  modified_by: z.int().nullable(),
  created_at: z.iso.datetime(),
  modified_at: z.iso.datetime(),
  shared_users: z.array(z.int()),
  shared_groups: z.array(z.int()),
  shared_to_org: z.boolean(),
  is_owner: z.boolean(),
  co_owners_count: z.int(),
  owner_emails: z.array(z.string()),
} as const;

const ownershipSchema = z.object(ownershipFields);
export type Ownership = z.output<typeof ownershipSchema>;

/** The sharing fields that a client may send; each replaces the previous value. */
export const sharingFields = {
  shared_users: z
    .array(z.int())
    .max(10_000)
    .describe("Ids of the users that the record is shared with.")
    .optional(),
  shared_to_org: z.boolean().describe("Whether the record is shared with the whole organization.").optional(),
} as const;

interface Owned extends Shareable {
  readonly name: string;
  readonly modifiedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One query for each kind of record, whatever their number. */
export async function ownershipOfEach(
  { application, member }: Visit,
  kind: ShareableKind,
  records: readonly Owned[],
): Promise<readonly Ownership[]> {
  const [sharings, modifiers] = await Promise.all([
    application.sharing.sharingOfEach(kind, records),
    application.members.users(records.flatMap(({ modifiedBy }) => modifiedBy ?? [])),
  ]);
  const numbers = new Map(modifiers.flatMap((user) => (user ? [[user.id, user.number] as const] : [])));
  return records.flatMap((record, index) => {
    const sharing = sharings[index];
    if (!sharing) return [];
    const { creator, coOwners, viewers } = sharing;
    return [
      {
        created_by: creator?.number ?? null,
        created_by_email: creator?.email ?? null,
        modified_by: numbers.get(record.modifiedBy ?? "") ?? null,
        created_at: record.createdAt.toISOString(),
        modified_at: record.updatedAt.toISOString(),
        shared_users: viewers.map(({ number }) => number),
        shared_groups: [],
        shared_to_org: record.sharedToOrganization,
        is_owner: standingOf(member, record, sharesOf(sharing)) === "owner",
        co_owners_count: coOwners.length,
        owner_emails: [...(creator ? [creator] : []), ...coOwners].map(({ email }) => email),
      },
    ];
  });
}

function sharesOf({ viewers, coOwners }: SharingOf): { userId: string; role: "viewer" | "owner" }[] {
  return [
    ...viewers.map(({ id }) => ({ userId: id, role: "viewer" as const })),
    ...coOwners.map(({ id }) => ({ userId: id, role: "owner" as const })),
  ];
}

export interface SharingGiven {
  readonly shared_users?: readonly number[] | undefined;
  readonly shared_to_org?: boolean | undefined;
}

/** Shares a record with the given users, and only with them. */
export async function share(
  { application, member }: Visit,
  kind: ShareableKind,
  { id, given, userIds }: { readonly id: string; readonly given: SharingGiven; readonly userIds: UserIds },
): Promise<void> {
  if (userIds === undefined && given.shared_to_org === undefined) return;
  await application.sharing.share(member, { kind, id }, { userIds, toOrganization: given.shared_to_org });
}

type UserIds = readonly string[] | undefined;

/**
 * The ids of the users whose numbers a client sent.
 *
 * @throws ManagementRefusal 400 for a number without a member.
 */
export async function sharedUserIds(
  { application, member }: Visit,
  { shared_users }: SharingGiven,
): Promise<UserIds> {
  if (shared_users === undefined) return undefined;
  const members = await application.members.list(member);
  const ids = new Map(members.map(({ user }) => [user.number, user.id]));
  return [...new Set(shared_users)].map((number) => {
    const id = ids.get(number);
    if (id !== undefined) return id;
    const detail = `Invalid pk "${number}" - object does not exist.`;
    throw new ManagementRefusal(400, [{ code: "does_not_exist", detail, attr: "shared_users" }]);
  });
}
