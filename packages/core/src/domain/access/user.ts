/** A person. */
export interface User {
  readonly id: string;
  /** A short number for clients that know users by one; unique over all organizations, given by the database. */
  readonly number: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly name: string;
  readonly active: boolean;
  readonly createdAt: Date;
}

/** What a user may do in an organization: a manager sees and manages everything in it. */
export const ROLES = ["manager", "member"] as const;
export type Role = (typeof ROLES)[number];

/** That a user belongs to an organization. */
export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: Date;
}
