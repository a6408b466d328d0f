/** A person. */
export interface User {
  readonly id: string;
  /** A short number for clients that identify users by one; unique across organizations, assigned by the database. */
  readonly number: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly name: string;
  readonly active: boolean;
  readonly createdAt: Date;
}

/** The role of a user in an organization: a manager can see and manage everything in it. */
export const ROLES = ["manager", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The membership of a user in an organization. */
export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: Date;
}
