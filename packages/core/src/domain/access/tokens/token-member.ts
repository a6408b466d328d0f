import type { Database } from "../../ports.ts";
import type { TokenRecords } from "../model/token-ports.ts";
import type { UserRecords } from "../model/user-ports.ts";
import type { Member } from "../model/caller.ts";
import type { AccessToken } from "../model/credential.ts";

const MINUTE_MS = 60_000;

/** The member that a token acts as; undefined if the token is no longer valid or its user is deactivated. */
export async function memberOfToken(
  { users, memberships }: UserRecords,
  { id, organizationId, tier, active, userId }: AccessToken,
): Promise<Member | undefined> {
  if (!active) return undefined;
  const caller = { kind: "access_token", id, organizationId, tier, userId } as const;
  if (userId === null) return { ...caller, role: "manager" };
  const [user, membership] = await Promise.all([
    users.find(userId),
    memberships.find(organizationId, userId),
  ]);
  return user?.active && membership ? { ...caller, role: membership.role } : undefined;
}

/** Records the use of a token, at most once a minute. */
export async function useToken(
  database: Database<TokenRecords>,
  { id, lastUsedAt }: AccessToken,
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return;
  await database.transaction(({ accessTokens }) => accessTokens.update(id, { lastUsedAt: now }));
}
