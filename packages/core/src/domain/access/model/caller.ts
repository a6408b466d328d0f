import type { Role } from "./user.ts";

/**
 * The permissions of an access token: `read` can read, `read_write` can also create and change, `full_access` can
 * also delete.
 */
export const ACCESS_TIERS = ["read", "read_write", "full_access"] as const;
export type AccessTier = (typeof ACCESS_TIERS)[number];

/** The authenticated caller. */
export type Caller = KeyCaller | Member;

/** The limits of a key; null means unlimited. */
export interface KeyLimits {
  /** Requests per clock minute. */
  readonly requestsPerMinute: number | null;
  /** Pages per UTC day. */
  readonly pagesPerDay: number | null;
  /** Pages per UTC month. */
  readonly pagesPerMonth: number | null;
}

/** A caller of the extraction API. */
export interface KeyCaller {
  readonly kind: "extraction_key";
  readonly id: string;
  readonly organizationId: string;
  /** The limits of the key when the caller was authenticated. */
  readonly quota: KeyLimits;
}

/** A caller of the management API: a user, or a service account of the organization. */
export interface Member {
  readonly kind: "access_token" | "session";
  readonly id: string;
  readonly organizationId: string;
  readonly tier: AccessTier;
  /** Null for a service account, which can see and manage everything in its organization. */
  readonly userId: string | null;
  readonly role: Role;
}

/** The credentials of a request; all undefined if it has none. */
export interface Credentials {
  readonly extractionKey?: string | undefined;
  readonly accessToken?: string | undefined;
  /** An extraction key or an access token, from clients that can send no header but `Authorization`. */
  readonly bearer?: string | undefined;
  /** The secret of a session. */
  readonly session?: string | undefined;
}
