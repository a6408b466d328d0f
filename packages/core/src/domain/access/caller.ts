import type { Role } from "./user.ts";

/** What an access token may do: `read` reads, `read_write` also creates and changes, `full_access` also deletes. */
export const ACCESS_TIERS = ["read", "read_write", "full_access"] as const;
export type AccessTier = (typeof ACCESS_TIERS)[number];

/** Who is calling, as the credentials proved it. */
export type Caller =
  | { readonly kind: "extraction_key"; readonly id: string; readonly organizationId: string }
  | Member;

/** A caller who reaches the management area: a user, or a service account of the organization. */
export interface Member {
  readonly kind: "access_token" | "session";
  readonly id: string;
  readonly organizationId: string;
  readonly tier: AccessTier;
  /** Null for a service account, which sees and manages everything in its organization. */
  readonly userId: string | null;
  readonly role: Role;
}

/** What a request carried; all absent when it carried nothing. */
export interface Credentials {
  readonly extractionKey?: string | undefined;
  readonly accessToken?: string | undefined;
  /** The secret of a session. */
  readonly session?: string | undefined;
}
