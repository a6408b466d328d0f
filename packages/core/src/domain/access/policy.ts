import { DomainError } from "../domain-error.ts";
import { ACCESS_TIERS, type AccessTier, type Caller, type Member } from "./caller.ts";

/**
 * Who may do what within their own organization: whether an extraction key may, the least tier of a token, and whether
 * it takes a manager.
 */
const RULES = {
  "submit documents": { extractionKey: true, tier: "read_write" },
  "cancel jobs": { extractionKey: true, tier: "read_write" },
  "take texts": { extractionKey: true, tier: "read_write" },
  "manage webhooks": { extractionKey: true, tier: "read_write" },
  "see the organization's usage": { extractionKey: true, tier: "read" },
  "see extraction keys": { extractionKey: false, tier: "read" },
  "manage extraction keys": { extractionKey: false, tier: "read_write", managersOnly: true },
  "see members": { extractionKey: false, tier: "read" },
  "manage members": { extractionKey: false, tier: "read_write", managersOnly: true },
  "remove members": { extractionKey: false, tier: "full_access", managersOnly: true },
  "see access tokens": { extractionKey: false, tier: "read" },
  "manage access tokens": { extractionKey: false, tier: "read_write" },
  "delete access tokens": { extractionKey: false, tier: "full_access" },
} as const satisfies Record<string, Rule>;

interface Rule {
  readonly extractionKey: boolean;
  readonly tier: AccessTier;
  readonly managersOnly?: boolean;
}

/** What a call wants to do to records, and the least tier of a token for it. */
const LEAST_TIERS = { read: "read", change: "read_write", remove: "full_access" } as const satisfies Record<
  string,
  AccessTier
>;

export type Intent = keyof typeof LEAST_TIERS;

export function tierAllows(tier: AccessTier, intent: Intent): boolean {
  return tierReaches(tier, LEAST_TIERS[intent]);
}

/** @throws DomainError `FORBIDDEN` when the member's tier does not allow it. */
export function assertTier({ tier }: Member, intent: Intent): void {
  if (tierAllows(tier, intent)) return;
  throw new DomainError("FORBIDDEN", `An access token of the tier ${tier} may not ${intent} records.`);
}

export type Action = keyof typeof RULES;

export function may(caller: Caller, action: Action): boolean {
  const { extractionKey, tier, managersOnly = false }: Rule = RULES[action];
  if (caller.kind === "extraction_key") return extractionKey;
  if (managersOnly && caller.role !== "manager") return false;
  return tierReaches(caller.tier, tier);
}

/** Whether a tier allows all that another one does. */
export function tierReaches(tier: AccessTier, other: AccessTier): boolean {
  return ACCESS_TIERS.indexOf(tier) >= ACCESS_TIERS.indexOf(other);
}

/** @throws DomainError `FORBIDDEN` when the caller may not. */
export function assertMay(caller: Caller, action: Action): void {
  if (may(caller, action)) return;
  throw new DomainError("FORBIDDEN", `${nameOf(caller, RULES[action])} may not ${action}.`);
}

function nameOf(caller: Caller, { tier }: Rule): string {
  if (caller.kind === "extraction_key") return "An extraction key";
  return tierReaches(caller.tier, tier) ? "Who is no manager" : `An access token of the tier ${caller.tier}`;
}

/** @throws DomainError `FORBIDDEN` for an extraction key, and where the caller may not. */
export function memberWhoMay(caller: Caller, action: Action): Member {
  assertMay(caller, action);
  if (caller.kind !== "extraction_key") return caller;
  throw new DomainError("FORBIDDEN", `An extraction key may not ${action}.`);
}
