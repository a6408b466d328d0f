import type { UserRecords } from "./access/model/user-ports.ts";
import { DomainError } from "./domain-error.ts";

/** A condition of an update: nobody has changed the record after this time, at which the caller read it. */
export interface Unmodified {
  readonly unmodifiedSince?: Date | undefined;
}

/** @throws DomainError `CONFLICT` that says who changed the record, if it was changed after the given time. */
export async function assertUnmodified(
  { users }: Pick<UserRecords, "users">,
  { unmodifiedSince }: Unmodified,
  {
    what,
    updatedAt,
    modifiedBy = null,
  }: { readonly what: string; readonly updatedAt: Date; readonly modifiedBy?: string | null },
): Promise<void> {
  if (unmodifiedSince === undefined || updatedAt <= unmodifiedSince) return;
  const user = modifiedBy === null ? undefined : await users.find(modifiedBy);
  const actor = user === undefined ? "" : ` by ${user.name} (${user.email})`;
  throw new DomainError(
    "CONFLICT",
    `The ${what} was changed${actor} at ${updatedAt.toISOString()}, after you loaded it. Load it again before you change it.`,
    { field: "unmodifiedSince" },
  );
}
