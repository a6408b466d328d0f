import type { AccessTier } from "./caller.ts";

export interface Organization {
  readonly id: string;
  /** The name in paths and configuration; unique. */
  readonly slug: string;
  readonly createdAt: Date;
}

/** A key that reaches the extraction area. Only its digest is kept. */
export interface ExtractionKey {
  readonly id: string;
  readonly organizationId: string;
  readonly description: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  readonly active: boolean;
  readonly createdAt: Date;
}

/** A bearer token that reaches all that its tier may. Only its digest is kept. */
export interface AccessToken {
  readonly id: string;
  readonly organizationId: string;
  readonly description: string;
  /** SHA-256 of the token, hexadecimal. */
  readonly digest: string;
  readonly tier: AccessTier;
  readonly active: boolean;
  readonly createdAt: Date;
}
