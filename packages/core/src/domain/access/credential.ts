import type { AccessTier } from "./caller.ts";

export interface Organization {
  readonly id: string;
  /** The name in paths and configuration; unique. */
  readonly slug: string;
  readonly createdAt: Date;
}

/** What a key may spend; null is no limit. */
export interface KeyLimits {
  /** Pages a day, UTC. */
  readonly pagesPerDay: number | null;
  /** Pages a month of the calendar, UTC. */
  readonly pagesPerMonth: number | null;
  /** Requests in each minute of the clock. */
  readonly requestsPerMinute: number | null;
}

/** A key that reaches the extraction area. Only its digest is kept. */
export interface ExtractionKey extends KeyLimits {
  readonly id: string;
  readonly organizationId: string;
  readonly description: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** What the key looks like, such as "galley_…x7Qf": enough to recognise it. */
  readonly masked: string;
  readonly createdAt: Date;
  /** When it got its present secret; null where that is its first. */
  readonly rotatedAt: Date | null;
  /** Null while it is valid. */
  readonly revokedAt: Date | null;
  /** To the minute; null where it was never used. */
  readonly lastUsedAt: Date | null;
}

/** A bearer token that reaches all that its tier and its user may. Only its digest is kept. */
export interface AccessToken {
  readonly id: string;
  readonly organizationId: string;
  /** For whom it acts; null for a service account, which sees and manages everything in its organization. */
  readonly userId: string | null;
  readonly name: string;
  readonly description: string;
  /** SHA-256 of the token, hexadecimal. */
  readonly digest: string;
  /** What the token looks like: enough to recognise it. */
  readonly masked: string;
  readonly tier: AccessTier;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** To the minute; null where it was never used. */
  readonly lastUsedAt: Date | null;
}

/** That a person has signed in. Only the digest of its secret is kept. */
export interface Session {
  readonly id: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
  readonly userId: string;
  /** The organization that the person looks at; null until one is chosen. */
  readonly organizationId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
