import type { AccessTier, KeyLimits } from "./caller.ts";

export interface Organization {
  readonly id: string;
  /** The name in paths and configuration; unique. */
  readonly slug: string;
  readonly createdAt: Date;
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

/** How a person can sign in. */
export const SIGN_IN_WAYS = ["link", "invitation", "passkey", "access_token", "openid_connect"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** The browser of a session, as it was when the person signed in. */
export interface SessionClient {
  /** The network address of the browser, or of the proxy before it. */
  readonly address: string;
  /** The browser's name and system as it reports them, at most 200 characters. */
  readonly userAgent: string;
}

/** A browser session. Only the digest of its secret is stored. */
export interface Session extends SessionClient {
  readonly id: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
  /** Null for a service account, which signed in with its access token. */
  readonly userId: string | null;
  /**
   * The organization that the session acts in; null until one is chosen. Only a session of an identity provider, which
   * has verified the user's address, can choose another.
   */
  readonly organizationId: string | null;
  readonly way: SignInWay;
  /** The access token that the session was exchanged for: it allows no more than the token, and ends with it. */
  readonly accessTokenId: string | null;
  readonly createdAt: Date;
  /** Precise to the minute. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}
