import type { Membership, User } from "./user.ts";

export interface UserRecords {
  readonly users: UserStore;
  readonly memberships: MembershipStore;
}

export interface UserStore {
  /** Returns the user with the number it was assigned; undefined if the e-mail address is taken. */
  insert(user: Omit<User, "number">): Promise<User | undefined>;
  find(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  /** The users with these ids that exist, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly User[]>;
  /** The users with these numbers that exist, in any order. */
  listByNumbers(numbers: readonly number[]): Promise<readonly User[]>;
  update(id: string, changes: Partial<Pick<User, "name" | "active">>): Promise<void>;
}

export interface MembershipStore {
  /** Adds a user to an organization, or changes the role. */
  put(membership: Membership): Promise<void>;
  find(organizationId: string, userId: string): Promise<Membership | undefined>;
  /** Locks the members of an organization until the transaction ends. */
  lock(organizationId: string): Promise<void>;
  /** Ordered by user number. */
  list(organizationId: string): Promise<readonly Membership[]>;
  listOfUser(userId: string): Promise<readonly Membership[]>;
  remove(organizationId: string, userId: string): Promise<void>;
}
