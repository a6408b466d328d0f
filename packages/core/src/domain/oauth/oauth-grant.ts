/**
 * A person's way through the consent of a provider, for one connector: begun by a member, carried out in a browser,
 * and taken once by the same member.
 */
export interface OAuthGrant {
  readonly id: string;
  readonly organizationId: string;
  /** Who began it; null where a service account did. */
  readonly userId: string | null;
  readonly backend: string;
  /** SHA-256 of the key by which it is taken, hexadecimal. */
  readonly keyDigest: string;
  /** SHA-256 of what the provider gives back; null while nobody is at the provider's. */
  readonly stateDigest: string | null;
  /** SHA-256 of what the browser keeps that went to the provider. */
  readonly browserDigest: string | null;
  /** The code verifier and the nonce, as JSON, sealed. */
  readonly sealedProof: string | null;
  /** The credentials, as JSON, sealed; null until the provider gave them. */
  readonly sealedCredentials: string | null;
  readonly expiresAt: Date;
}

/** What a provider gives. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** Undefined where the provider gives none, or the old one goes on being good. */
  readonly refreshToken: string | undefined;
  readonly tokenType: string;
  /** Undefined where the provider does not say. */
  readonly expiresAt: Date | undefined;
  /** Whose they are, in the provider's words; undefined where it does not say. */
  readonly uid: string | undefined;
}
