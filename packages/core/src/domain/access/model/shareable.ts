/** Kinds of records that have an owner and can be shared. */
export const SHAREABLE_KINDS = ["pipeline", "workflow", "connector"] as const;
export type ShareableKind = (typeof SHAREABLE_KINDS)[number];

/** The fields that determine who can see and manage a record. */
export interface Shareable {
  readonly id: string;
  readonly organizationId: string;
  /** The user who created it; null for a service account. */
  readonly createdBy: string | null;
  /** Whether every member of the organization can see it. */
  readonly sharedToOrganization: boolean;
}

/** A viewer can see the record, an owner can also change and delete it. */
export const SHARE_ROLES = ["viewer", "owner"] as const;
export type ShareRole = (typeof SHARE_ROLES)[number];

/** A record shared with a user. */
export interface Share {
  readonly organizationId: string;
  readonly recordKind: ShareableKind;
  readonly recordId: string;
  readonly userId: string;
  readonly role: ShareRole;
  readonly createdAt: Date;
}
