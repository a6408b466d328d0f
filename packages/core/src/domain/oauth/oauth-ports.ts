import type { OAuthGrant, OAuthTokens } from "./oauth-grant.ts";

export interface OAuthRecords {
  readonly oauthGrants: OAuthGrantStore;
}

export interface OAuthGrantStore {
  insert(grant: OAuthGrant): Promise<void>;
  findByKey(keyDigest: string): Promise<OAuthGrant | undefined>;
  /** Reads a grant and locks it until the transaction ends. */
  lockByKey(keyDigest: string): Promise<OAuthGrant | undefined>;
  /** Like `lockByKey`. */
  lockByState(stateDigest: string): Promise<OAuthGrant | undefined>;
  update(id: string, changes: Partial<Omit<OAuthGrant, "id" | "organizationId" | "userId">>): Promise<void>;
  remove(id: string): Promise<void>;
  removeExpired(now: Date): Promise<void>;
}

/** The values that identify an OAuth flow. */
export interface OAuthProof {
  /** The PKCE code verifier (RFC 7636). */
  readonly codeVerifier: string;
  /** Returned in the ID token, if there is one. */
  readonly nonce: string;
}

export interface OAuthRequest extends OAuthProof {
  readonly state: string;
  /** Where the provider redirects the browser to. */
  readonly redirectUri: string;
}

/** A client of the configured providers. */
export interface OAuthClient {
  /** Undefined if the backend is unknown; false if it is not configured. */
  isConfigured(backend: string): boolean | undefined;
  /** @throws OAuthError */
  authorizationUrl(backend: string, request: OAuthRequest): Promise<string>;
  /**
   * @param callbackUrl the URL of the callback, with the provider's query.
   * @throws OAuthError
   */
  exchange(backend: string, callbackUrl: string, request: OAuthRequest): Promise<OAuthTokens>;
  /** @throws OAuthError */
  refresh(backend: string, refreshToken: string): Promise<OAuthTokens>;
}

/** An error of a provider; the message is human-readable. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  /** Whether the rejection is permanent; otherwise a retry may succeed. */
  readonly refused: boolean;

  constructor(message: string, options: ErrorOptions & { readonly refused: boolean }) {
    super(message, options);
    this.refused = options.refused;
  }
}
