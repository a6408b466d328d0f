import type { Role } from "../access/model/user.ts";

/** An invitation to an organization, accepted once by its link. Only the digest of the link's secret is stored. */
export interface Invitation {
  readonly id: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly digest: string;
  readonly organizationId: string;
  /** Lower case; one invitation per address and organization. */
  readonly email: string;
  readonly role: Role;
  /** The manager who invites; null for a service account. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface InvitationRecords {
  readonly invitations: InvitationStore;
}

export interface InvitationStore {
  /** Stores the invitation in place of an earlier one of the same address. */
  put(invitation: Invitation): Promise<void>;
  findByDigest(digest: string): Promise<Invitation | undefined>;
  /** Newest first. */
  list(organizationId: string): Promise<readonly Invitation[]>;
  /** Removes the invitation and returns it. Of several concurrent calls, one gets it. */
  take(digest: string): Promise<Invitation | undefined>;
  remove(id: string): Promise<void>;
  /** Deletes invitations that expired at or before `now`. */
  removeExpired(now: Date): Promise<void>;
}
