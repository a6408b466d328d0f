import type { AccessTier } from "../generated/graphql.ts";

const WORDS: Readonly<Record<AccessTier, string>> = {
  READ: "Read",
  READ_WRITE: "Read and write",
  FULL_ACCESS: "Full access",
};

export function tierInWords(tier: AccessTier): string {
  return WORDS[tier];
}

/** All access levels, from the least to the most. */
export const TIERS: readonly { readonly value: AccessTier; readonly label: string }[] = [
  { value: "READ", label: "Read: see documents, pipelines and settings" },
  { value: "READ_WRITE", label: "Read and write: also create and change" },
  { value: "FULL_ACCESS", label: "Full access: also delete, and manage people" },
];
