import type { AccessTier } from "./caller.ts";

export interface Organization {
  readonly id: string;
  /** The name in paths and configuration; unique. */
  readonly slug: string;
  readonly createdAt: Date;
}

/** The limits of a key; null means unlimited. */
export interface KeyLimits {
  /** Pages per UTC day. */
  readonly pagesPerDay: number | null;
  /** Pages per UTC month. */
  readonly pagesPerMonth: number | null;
  /** Requests per clock minute. */
  readonly requestsPerMinute: number | null;
}

/** A key for the extraction API. Only its digest is stored. */
export interface ExtractionKey extends KeyLimits {
  readonly id: string;
  readonly organizationId: string;
  readonly description: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** The masked key, such as "galley_…x7Qf", by which people recognise it. */
  readonly masked: string;
  readonly createdAt: Date;
  /** When its secret was last rotated; null if never. */
  readonly rotatedAt: Date | null;
  /** Null while it is valid. */
  readonly revokedAt: Date | null;
  /** Precise to the minute; null if it was never used. */
  readonly lastUsedAt: Date | null;
}

/** A bearer token with the permissions of its tier and its user. Only its digest is stored. */
export interface AccessToken {
  readonly id: string;
  readonly organizationId: string;
  /** The user it acts for; null for a service account, which can see and manage everything in its organization. */
  readonly userId: string | null;
  readonly name: string;
  readonly description: string;
  /** SHA-256 of the token, hexadecimal. */
  readonly digest: string;
  /** The masked token, by which people recognise it. */
  readonly masked: string;
  readonly tier: AccessTier;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Precise to the minute; null if it was never used. */
  readonly lastUsedAt: Date | null;
}

/** A browser session of a signed-in user. Only the digest of its secret is stored. */
export interface Session {
  readonly id: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
  readonly userId: string;
  /** The chosen organization; null until one is chosen. */
  readonly organizationId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
