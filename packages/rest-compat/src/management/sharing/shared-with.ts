import type { ShareableKind, SharingOf } from "@galley/core/domain";
import { z } from "zod";

/** The name field of each kind of record. */
const NAME_FIELDS = {
  pipeline: "pipeline_name",
  workflow: "workflow_name",
  connector: "connector_name",
} as const satisfies Record<ShareableKind, string>;

export const coOwnerSchema = z.object({ id: z.int(), email: z.string() });

/** The users a record is shared with. Its name is in the name field of its kind. */
export const sharedWithSchema = z.looseObject({
  id: z.string(),
  shared_users: z.array(z.object({ id: z.int(), username: z.string(), email: z.string() })),
  shared_groups: z.array(z.never()),
  shared_to_org: z.boolean(),
  created_by: z.int().nullable(),
  created_by_email: z.string().nullable(),
  co_owners: z.array(coOwnerSchema),
});

export function sharedWith(kind: ShareableKind, sharing: SharingOf): z.output<typeof sharedWithSchema> {
  const { record, viewers, creator } = sharing;
  return {
    id: record.id,
    [NAME_FIELDS[kind]]: record.name,
    shared_users: viewers.map(({ number, email }) => ({ id: number, username: email, email })),
    shared_groups: [],
    shared_to_org: record.sharedToOrganization,
    created_by: creator?.number ?? null,
    created_by_email: creator?.email ?? null,
    co_owners: coOwnersOf(sharing),
  };
}

export function coOwnersOf({ coOwners }: SharingOf): z.output<typeof coOwnerSchema>[] {
  return coOwners.map(({ number, email }) => ({ id: number, email }));
}
