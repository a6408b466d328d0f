/** Kinds of records that have an owner and can be shared. */
export const SHAREABLE_KINDS = ["pipeline", "workflow", "connector"] as const;
export type ShareableKind = (typeof SHAREABLE_KINDS)[number];

/** What decides who sees and who manages a record. */
export interface Shareable {
  readonly id: string;
  readonly organizationId: string;
  /** The user who made it; null where a service account did. */
  readonly createdBy: string | null;
  /** Everybody in the organization sees it. */
  readonly sharedToOrganization: boolean;
}

/** A viewer sees the record, an owner also changes and deletes it. */
export const SHARE_ROLES = ["viewer", "owner"] as const;
export type ShareRole = (typeof SHARE_ROLES)[number];

/** That a record is shared with a user. */
export interface Share {
  readonly organizationId: string;
  readonly recordKind: ShareableKind;
  readonly recordId: string;
  readonly userId: string;
  readonly role: ShareRole;
  readonly createdAt: Date;
}
