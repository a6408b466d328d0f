import type { Member } from "../access/model/caller.ts";
import { tierAllows } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Share, Shareable } from "../access/model/shareable.ts";

/** A member's role for a record. */
export type Standing = "owner" | "viewer" | "stranger";

/**
 * The rule for access to records: creators, co-owners, and the managers and service accounts of the organization
 * manage a record; users it is shared with can see it.
 */
export function standingOf(
  { organizationId, userId, role }: Member,
  record: Shareable,
  shares: readonly Pick<Share, "userId" | "role">[],
): Standing {
  if (record.organizationId !== organizationId) return "stranger";
  if (userId === null || role === "manager" || record.createdBy === userId) return "owner";
  const share = shares.find((one) => one.userId === userId);
  if (share?.role === "owner") return "owner";
  return share || record.sharedToOrganization ? "viewer" : "stranger";
}

/** Replaces a secret that the caller may not see. If it is sent back in a change, the stored secret is kept. */
export const HIDDEN_SECRET = "********";

/** The rule for secrets: only callers who can change the record, with a token that allows it, see them in clear. */
export function seesSecrets({ tier }: Member, standing: Standing): boolean {
  return standing === "owner" && tierAllows(tier, "change");
}

/**
 * @param what the kind of record in messages, such as "Pipeline".
 * @throws DomainError `NOT_FOUND` for a stranger, as for a record that does not exist.
 */
export function assertSees(standing: Standing, what: string): void {
  if (standing === "stranger") throw new DomainError("NOT_FOUND", `${what} not found.`);
}

/** @throws DomainError `NOT_FOUND` for a stranger, `FORBIDDEN` for a viewer. */
export function assertManages(standing: Standing, what: string): void {
  assertSees(standing, what);
  if (standing === "viewer") {
    throw new DomainError("FORBIDDEN", "You do not have permission to perform this action.");
  }
}
