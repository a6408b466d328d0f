import type { OAuthGrant, OAuthTokens } from "./oauth-grant.ts";

export interface OAuthRecords {
  readonly oauthGrants: OAuthGrantStore;
}

export interface OAuthGrantStore {
  insert(grant: OAuthGrant): Promise<void>;
  findByKey(keyDigest: string): Promise<OAuthGrant | undefined>;
  /** Reads a grant and keeps others from changing it until the transaction ends. */
  lockByKey(keyDigest: string): Promise<OAuthGrant | undefined>;
  /** As `lockByKey`. */
  lockByState(stateDigest: string): Promise<OAuthGrant | undefined>;
  update(id: string, changes: Partial<Omit<OAuthGrant, "id" | "organizationId" | "userId">>): Promise<void>;
  remove(id: string): Promise<void>;
  removeExpired(now: Date): Promise<void>;
}

/** What a way through a provider's consent is told apart by. */
export interface OAuthProof {
  /** Of PKCE (RFC 7636). */
  readonly codeVerifier: string;
  /** Comes back within the identity token, where there is one. */
  readonly nonce: string;
}

export interface OAuthRequest extends OAuthProof {
  readonly state: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** Speaks to the providers that the configuration names. */
export interface OAuthClient {
  /** Undefined where there is no such backend; false where nobody has configured it. */
  isConfigured(backend: string): boolean | undefined;
  /** @throws OAuthError */
  authorizationUrl(backend: string, request: OAuthRequest): Promise<string>;
  /**
   * @param callbackUrl where the browser came back to, with what the provider has added.
   * @throws OAuthError
   */
  exchange(backend: string, callbackUrl: string, request: OAuthRequest): Promise<OAuthTokens>;
  /** @throws OAuthError */
  refresh(backend: string, refreshToken: string): Promise<OAuthTokens>;
}

/** What went wrong with a provider; the message is for a person. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  /** The provider said no, and will say it again; otherwise the same may work later. */
  readonly refused: boolean;

  constructor(message: string, options: ErrorOptions & { readonly refused: boolean }) {
    super(message, options);
    this.refused = options.refused;
  }
}
