import type { Application, User } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Loads users by id in one query, however many records refer to them. */
export type UsersById = DataLoader<string, User | undefined>;

/** Not cached, because a subscription can outlive changes to a user. */
export function createUsersById({ members }: Application): UsersById {
  return new DataLoader((ids) => members.users(ids), { cache: false });
}
