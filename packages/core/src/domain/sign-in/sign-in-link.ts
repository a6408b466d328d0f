/** A link that signs a member in once. Only the digest of its secret is stored. */
export interface SignInLink {
  readonly id: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SignInLinkRecords {
  readonly signInLinks: SignInLinkStore;
}

export interface SignInLinkStore {
  insert(link: SignInLink): Promise<void>;
  /** Removes the link and returns it. Of several concurrent calls, one gets it. */
  take(digest: string): Promise<SignInLink | undefined>;
  /** Deletes links that expired at or before `now`. */
  removeExpired(now: Date): Promise<void>;
}
