import type { Member } from "../access/caller.ts";
import { tierAllows } from "../access/policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Share, Shareable } from "./shareable.ts";

/** What a member is to a record. */
export type Standing = "owner" | "viewer" | "stranger";

/**
 * The one rule of who sees and who manages a record: its maker, whom it was given to as an owner, managers and service
 * accounts of its organization manage it; whom it is shared with sees it.
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

/** Stands for a secret that the caller may not see. Sent back in a change, it keeps the secret that is stored. */
export const HIDDEN_SECRET = "********";

/** The one rule of who sees the secrets of a record in clear: those who may change it, by a token that lets them. */
export function seesSecrets({ tier }: Member, standing: Standing): boolean {
  return standing === "owner" && tierAllows(tier, "change");
}

/**
 * @param what the kind of record as a person calls it, such as "Pipeline".
 * @throws DomainError `NOT_FOUND` for a stranger, who is told no more than of a record that does not exist.
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
