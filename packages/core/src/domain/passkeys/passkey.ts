/** A passkey (WebAuthn credential) with which a member signs in to an organization. */
export interface Passkey {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** The credential's id, base64url; unique. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signatures that the authenticator has counted; a copied authenticator falls behind. */
  readonly counter: number;
  /** How the browser reaches the authenticator, such as "internal". */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  /** Null if it was never used. */
  readonly lastUsedAt: Date | null;
}

export interface PasskeyRecords {
  readonly passkeys: PasskeyStore;
  readonly usedChallenges: UsedChallengeStore;
}

export interface PasskeyStore {
  /** Returns false if the credential is already stored. */
  insert(passkey: Passkey): Promise<boolean>;
  findByCredential(credentialId: string): Promise<Passkey | undefined>;
  /** Newest first. */
  listOfMember(organizationId: string, userId: string): Promise<readonly Passkey[]>;
  update(id: string, changes: Partial<Pick<Passkey, "name" | "counter" | "lastUsedAt">>): Promise<void>;
  remove(id: string): Promise<void>;
  removeOfMember(organizationId: string, userId: string): Promise<void>;
}

/** Challenges that a passkey has answered, until they expire. */
export interface UsedChallengeStore {
  /** Returns false if the challenge was used before. */
  use(digest: string, expiresAt: Date): Promise<boolean>;
  /** Deletes challenges that expired at or before `now`. */
  removeExpired(now: Date): Promise<void>;
}
