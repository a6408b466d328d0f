/**
 * An OAuth flow for one connector: started by a member, completed in a browser, and consumed once by the same member.
 */
export interface OAuthGrant {
  readonly id: string;
  readonly organizationId: string;
  /** The user who started it; null for a service account. */
  readonly userId: string | null;
  readonly backend: string;
  /** SHA-256 of the cache key, hexadecimal. */
  readonly keyDigest: string;
  /** SHA-256 of the OAuth state; null until the browser leaves for the provider. */
  readonly stateDigest: string | null;
  /** SHA-256 of the cookie of the browser that left for the provider. */
  readonly browserDigest: string | null;
  /** The code verifier and the nonce, as encrypted JSON. */
  readonly sealedProof: string | null;
  /** The credentials, as encrypted JSON; null until the provider sends them. */
  readonly sealedCredentials: string | null;
  readonly expiresAt: Date;
}

/** The tokens that a provider issues. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** Undefined if the provider issues none, or the previous one remains valid. */
  readonly refreshToken: string | undefined;
  readonly tokenType: string;
  /** Undefined if the provider does not report it. */
  readonly expiresAt: Date | undefined;
  /** The provider's user id; undefined if the provider does not report it. */
  readonly uid: string | undefined;
}
