import type { Visibility } from "@galley/core/domain";
import { raw } from "@mikro-orm/postgresql";

/** The condition for the shareable records that a user can see. */
export function visible({ organizationId, userId }: Visibility): {
  organizationId: string;
  $or?: object[];
} {
  if (userId === null) return { organizationId };
  const isShared = raw((alias) => `${alias}.id in (select record_id from share where user_id = ?)`, [userId]);
  return { organizationId, $or: [{ createdBy: userId }, { sharedToOrganization: true }, { [isShared]: [] }] };
}

/** The condition for names that contain the search text, ignoring case. */
export function holding(search: string): { $ilike: string } {
  return { $ilike: `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` };
}
