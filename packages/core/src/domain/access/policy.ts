import { DomainError } from "../domain-error.ts";
import { ACCESS_TIERS, type AccessTier, type Caller, type Member } from "./caller.ts";

/** Who may do what within their own organization: whether an extraction key may, and the least tier of a token. */
const RULES = {
  "submit documents": { extractionKey: true, tier: "read_write" },
  "cancel jobs": { extractionKey: true, tier: "read_write" },
  "take texts": { extractionKey: true, tier: "read_write" },
  "manage webhooks": { extractionKey: true, tier: "read_write" },
  "see the organization's usage": { extractionKey: true, tier: "read" },
  "see extraction keys": { extractionKey: false, tier: "read" },
  "manage extraction keys": { extractionKey: false, tier: "read_write" },
} as const satisfies Record<string, { readonly extractionKey: boolean; readonly tier: AccessTier }>;

/** What a call wants to do to records, and the least tier of a token for it. */
const LEAST_TIERS = { read: "read", change: "read_write", remove: "full_access" } as const satisfies Record<
  string,
  AccessTier
>;

export type Intent = keyof typeof LEAST_TIERS;

export function tierAllows(tier: AccessTier, intent: Intent): boolean {
  return ACCESS_TIERS.indexOf(tier) >= ACCESS_TIERS.indexOf(LEAST_TIERS[intent]);
}

/** @throws DomainError `FORBIDDEN` when the member's tier does not allow it. */
export function assertTier({ tier }: Member, intent: Intent): void {
  if (tierAllows(tier, intent)) return;
  throw new DomainError("FORBIDDEN", `An access token of the tier ${tier} may not ${intent} records.`);
}

export type Action = keyof typeof RULES;

export function may(caller: Caller, action: Action): boolean {
  const { extractionKey, tier } = RULES[action];
  if (caller.kind === "extraction_key") return extractionKey;
  return ACCESS_TIERS.indexOf(caller.tier) >= ACCESS_TIERS.indexOf(tier);
}

/** @throws DomainError `FORBIDDEN` when the caller may not. */
export function assertMay(caller: Caller, action: Action): void {
  if (may(caller, action)) return;
  const credential =
    caller.kind === "extraction_key" ? "An extraction key" : `An access token of the tier ${caller.tier}`;
  throw new DomainError("FORBIDDEN", `${credential} may not ${action}.`);
}
