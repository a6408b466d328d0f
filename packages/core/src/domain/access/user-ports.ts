import type { Membership, User } from "./user.ts";

export interface UserRecords {
  readonly users: UserStore;
  readonly memberships: MembershipStore;
}

export interface UserStore {
  /** Answers the number that it was given; undefined when a user has that e-mail address already. */
  insert(user: Omit<User, "number">): Promise<User | undefined>;
  find(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  /** Those of the ids that there are, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly User[]>;
  /** Those of the numbers that there are, in any order. */
  listByNumbers(numbers: readonly number[]): Promise<readonly User[]>;
  update(id: string, changes: Partial<Pick<User, "name" | "active">>): Promise<void>;
}

export interface MembershipStore {
  /** Adds a user to an organization, or changes the role. */
  put(membership: Membership): Promise<void>;
  find(organizationId: string, userId: string): Promise<Membership | undefined>;
  /** Keeps others from changing who belongs to an organization until the transaction ends. */
  lock(organizationId: string): Promise<void>;
  /** By the users' numbers. */
  list(organizationId: string): Promise<readonly Membership[]>;
  listOfUser(userId: string): Promise<readonly Membership[]>;
  remove(organizationId: string, userId: string): Promise<void>;
}
