import { DomainError } from "../../domain-error.ts";
import { ACCESS_TIERS, type AccessTier, type Caller, type Member } from "./caller.ts";

/**
 * The permissions within the caller's own organization: whether an extraction key suffices, the minimum tier of a
 * token, and whether a manager is required.
 */
const RULES = {
  "submit documents": { extractionKey: true, tier: "read_write" },
  "cancel jobs": { extractionKey: true, tier: "read_write" },
  "delete jobs": { extractionKey: true, tier: "full_access" },
  "take texts": { extractionKey: true, tier: "read_write" },
  "correct texts": { extractionKey: true, tier: "read_write" },
  "read fields": { extractionKey: true, tier: "read_write" },
  "review fields": { extractionKey: true, tier: "read_write" },
  "manage schemas": { extractionKey: true, tier: "read_write" },
  "delete schemas": { extractionKey: true, tier: "full_access" },
  "manage webhooks": { extractionKey: true, tier: "read_write" },
  "see the organization's usage": { extractionKey: true, tier: "read" },
  "set limits": { extractionKey: false, tier: "read_write", managersOnly: true },
  "see the system": { extractionKey: false, tier: "read", managersOnly: true },
  "see extraction keys": { extractionKey: false, tier: "read" },
  "manage extraction keys": { extractionKey: false, tier: "read_write", managersOnly: true },
  "see members": { extractionKey: false, tier: "read" },
  "manage members": { extractionKey: false, tier: "read_write", managersOnly: true },
  "remove members": { extractionKey: false, tier: "full_access", managersOnly: true },
  "see sessions": { extractionKey: false, tier: "read" },
  "end sessions": { extractionKey: false, tier: "read_write" },
  "see invitations": { extractionKey: false, tier: "read", managersOnly: true },
  "manage invitations": { extractionKey: false, tier: "read_write", managersOnly: true },
  "see passkeys": { extractionKey: false, tier: "read" },
  "manage passkeys": { extractionKey: false, tier: "full_access" },
  "see access tokens": { extractionKey: false, tier: "read" },
  "manage access tokens": { extractionKey: false, tier: "read_write" },
  "delete access tokens": { extractionKey: false, tier: "full_access" },
} as const satisfies Record<string, Rule>;

interface Rule {
  readonly extractionKey: boolean;
  readonly tier: AccessTier;
  readonly managersOnly?: boolean;
}

/** The minimum tier of a token for each kind of access to records. */
const LEAST_TIERS = { read: "read", change: "read_write", remove: "full_access" } as const satisfies Record<
  string,
  AccessTier
>;

export type Intent = keyof typeof LEAST_TIERS;

export function tierAllows(tier: AccessTier, intent: Intent): boolean {
  return tierReaches(tier, LEAST_TIERS[intent]);
}

/** @throws DomainError `FORBIDDEN` if the member's tier does not allow it. */
export function assertTier({ tier }: Member, intent: Intent): void {
  if (tierAllows(tier, intent)) return;
  throw new DomainError("FORBIDDEN", `An access token of the tier ${tier} cannot ${intent} records.`);
}

export type Action = keyof typeof RULES;

export function may(caller: Caller, action: Action): boolean {
  const { extractionKey, tier, managersOnly = false }: Rule = RULES[action];
  if (caller.kind === "extraction_key") return extractionKey;
  if (managersOnly && caller.role !== "manager") return false;
  return tierReaches(caller.tier, tier);
}

/** Whether a tier includes all permissions of another. */
export function tierReaches(tier: AccessTier, other: AccessTier): boolean {
  return ACCESS_TIERS.indexOf(tier) >= ACCESS_TIERS.indexOf(other);
}

/** @throws DomainError `FORBIDDEN` if the policy does not allow it. */
export function assertMay(caller: Caller, action: Action): void {
  if (may(caller, action)) return;
  throw new DomainError("FORBIDDEN", `${nameOf(caller, RULES[action])} cannot ${action}.`);
}

function nameOf(caller: Caller, { tier }: Rule): string {
  if (caller.kind === "extraction_key") return "An extraction key";
  return tierReaches(caller.tier, tier)
    ? "A member who is not a manager"
    : `An access token of the tier ${caller.tier}`;
}

/** @throws DomainError `FORBIDDEN` for an extraction key, or if the policy does not allow it. */
export function memberWhoMay(caller: Caller, action: Action): Member {
  assertMay(caller, action);
  if (caller.kind !== "extraction_key") return caller;
  throw new DomainError("FORBIDDEN", `An extraction key cannot ${action}.`);
}
