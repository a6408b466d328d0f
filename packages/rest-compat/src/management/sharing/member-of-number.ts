import type { User } from "@galley/core/domain";
import type { Visit } from "../visit.ts";
import { notFound } from "../management-errors.ts";

/** @throws ManagementRefusal 404 if no member of the organization has the number. */
export async function memberOfNumber({ application, member }: Visit, number: number): Promise<User> {
  const members = await application.members.list(member);
  const found = members.find(({ user }) => user.number === number);
  if (!found) throw notFound("User");
  return found.user;
}
