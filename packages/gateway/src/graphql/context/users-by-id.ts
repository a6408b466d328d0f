import type { Application, User } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Reads users by their ids in one go, however many records name one. */
export type UsersById = DataLoader<string, User | undefined>;

/** Nothing is kept between two reads: a subscription lives long. */
export function createUsersById({ members }: Application): UsersById {
  return new DataLoader((ids) => members.users(ids), { cache: false });
}
