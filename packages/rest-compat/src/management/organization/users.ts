import type { Role } from "@galley/core/domain";
import { z } from "zod";
import { managementEndpoint } from "../management-endpoint.ts";

const ROLES = { manager: "admin", member: "user" } as const satisfies Record<Role, string>;

const memberSchema = z.object({
  /** A string here, a number wherever a record is shared. */
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(["admin", "user"]),
  is_admin: z.boolean(),
});

export const listUsers = managementEndpoint({
  method: "GET",
  path: "/users/",
  summary: "Lists the members of the organization.",
  query: z.object({}),
  body: "none",
  response: { status: 200, body: z.object({ members: z.array(memberSchema) }) },
  async handle({ application, member }) {
    const members = await application.members.list(member);
    return {
      members: members.map(({ user, membership }) => ({
        id: `${user.number}`,
        email: user.email,
        name: user.name,
        role: ROLES[membership.role],
        is_admin: membership.role === "manager",
      })),
    };
  },
});

/** Clients request groups along with users. */
export const listGroups = managementEndpoint({
  method: "GET",
  path: "/groups/",
  summary: "Returns an empty array: groups of users are not supported.",
  query: z.object({}),
  body: "none",
  response: { status: 200, body: z.array(z.never()) },
  handle: async () => [],
});
