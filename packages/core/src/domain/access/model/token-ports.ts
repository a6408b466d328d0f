import type { AccessToken, Session } from "./credential.ts";

export interface TokenRecords {
  readonly accessTokens: AccessTokenStore;
}

export interface SessionRecords {
  readonly sessions: SessionStore;
}

export interface CredentialStore<C> {
  insert(credential: C): Promise<void>;
  /** Finds a credential by the hexadecimal SHA-256 of its secret. */
  findByDigest(digest: string): Promise<C | undefined>;
}

export interface AccessTokenStore extends CredentialStore<AccessToken> {
  find(id: string): Promise<AccessToken | undefined>;
  /** Newest first. */
  list(organizationId: string): Promise<readonly AccessToken[]>;
  /** Reads a token and locks it until the transaction ends. */
  lock(id: string): Promise<AccessToken | undefined>;
  update(id: string, changes: Partial<Omit<AccessToken, "id" | "organizationId">>): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface SessionStore extends CredentialStore<Session> {
  update(id: string, changes: Partial<Pick<Session, "organizationId" | "lastUsedAt">>): Promise<void>;
  remove(id: string): Promise<void>;
  /** The sessions of a user in an organization, newest first. */
  listOfMember(organizationId: string, userId: string): Promise<readonly Session[]>;
  /** Deletes the sessions of a user in an organization. */
  removeOfMember(organizationId: string, userId: string): Promise<void>;
  /** Deletes the sessions that were exchanged for an access token. */
  removeOfToken(accessTokenId: string): Promise<void>;
  /** Deletes sessions that expired at or before `now`. */
  removeExpired(now: Date): Promise<void>;
}
