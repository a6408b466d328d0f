import { SHAREABLE_KINDS, type ShareableKind } from "@galley/core/domain";
import { z } from "zod";
import { managing } from "../admission.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import { sharedUserIds } from "../ownership.ts";
import { memberOfNumber } from "./member-of-number.ts";
import { coOwnerSchema, coOwnersOf, sharedWith, sharedWithSchema } from "./shared-with.ts";

const MODELS = {
  pipeline: "Pipeline",
  workflow: "Workflow",
  connector: "Connector",
} as const satisfies Record<ShareableKind, string>;

const NO_QUERY = z.object({});

function usersOf(kind: ShareableKind, path: `/${string}/`): ManagementEndpoint {
  return managementEndpoint({
    method: "GET",
    path,
    summary: `Returns the users a ${kind} is shared with.`,
    records: { id: MODELS[kind] },
    query: NO_QUERY,
    body: "none",
    response: { status: 200, body: sharedWithSchema },
    async handle({ application, member, params: { id = "" } }) {
      return sharedWith(kind, await application.sharing.sharingOf(member, { kind, id }));
    },
  });
}

const SHARE_BODY = z.strictObject({
  shared_users: z.array(z.int()).max(10_000).optional(),
  shared_groups: z.array(z.unknown()).max(0, "Must be empty: groups of users are not supported.").optional(),
  shared_to_org: z.boolean().optional(),
});

function shareTo(kind: ShareableKind): ManagementEndpoint {
  return managementEndpoint({
    method: "POST",
    path: `/${kind}/{id}/share/`,
    summary: `Shares a ${kind}. Each field that is sent replaces the previous value.`,
    records: { id: MODELS[kind] },
    query: NO_QUERY,
    admit: managing(kind),
    body: SHARE_BODY,
    response: { status: 200, body: sharedWithSchema },
    async handle(call) {
      const { application, member, params } = call;
      const reference = { kind, id: params["id"] ?? "" };
      const given = await call.json(SHARE_BODY);
      const to = { userIds: await sharedUserIds(call, given), toOrganization: given.shared_to_org };
      return sharedWith(kind, await application.sharing.share(member, reference, to));
    },
  });
}

const ownersSchema = z.object({ id: z.string(), co_owners: z.array(coOwnerSchema) });

function ownersOf(kind: ShareableKind): ManagementEndpoint {
  return managementEndpoint({
    method: "GET",
    path: `/${kind}/{id}/owners/`,
    summary: `Returns the owners of a ${kind} besides its creator.`,
    records: { id: MODELS[kind] },
    query: NO_QUERY,
    body: "none",
    response: { status: 200, body: ownersSchema },
    async handle({ application, member, params: { id = "" } }) {
      return { id, co_owners: coOwnersOf(await application.sharing.sharingOf(member, { kind, id })) };
    },
  });
}

/** The number of a user, which the list of users returns as a string. */
const userNumber = z.preprocess(
  (given) => (typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given),
  z.int(),
);

const OWNER_BODY = z.strictObject({ user_id: userNumber });

/** The documented names of domain fields. */
const OWNER_FIELDS = { userId: "user_id" };

function addOwner(kind: ShareableKind): ManagementEndpoint {
  return managementEndpoint({
    method: "POST",
    path: `/${kind}/{id}/owners/`,
    summary: `Makes a user a co-owner of a ${kind}.`,
    records: { id: MODELS[kind] },
    query: NO_QUERY,
    admit: managing(kind),
    body: OWNER_BODY,
    response: { status: 200, body: ownersSchema },
    fields: OWNER_FIELDS,
    async handle(call) {
      const { application, member, params } = call;
      const reference = { kind, id: params["id"] ?? "" };
      const { user_id } = await call.json(OWNER_BODY);
      const user = await memberOfNumber(call, user_id);
      const sharing = await application.sharing.addOwner(member, reference, user.id);
      return { id: reference.id, co_owners: coOwnersOf(sharing) };
    },
  });
}

function removeOwner(kind: ShareableKind): ManagementEndpoint {
  return managementEndpoint({
    method: "DELETE",
    path: `/${kind}/{id}/owners/{user_id}/`,
    summary: `Removes a co-owner of a ${kind}. The creator cannot be removed.`,
    records: { id: MODELS[kind] },
    query: NO_QUERY,
    body: "none",
    response: { status: 200, body: ownersSchema },
    fields: OWNER_FIELDS,
    admit: managing(kind),
    async handle(call) {
      const { application, member, params } = call;
      const reference = { kind, id: params["id"] ?? "" };
      const user = await memberOfNumber(call, Number(params["user_id"]));
      const sharing = await application.sharing.removeOwner(member, reference, user.id);
      return { id: reference.id, co_owners: coOwnersOf(sharing) };
    },
  });
}

const effectiveMemberSchema = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(["owner", "viewer"]),
  sources: z.array(z.string()),
});

function effectiveMembersOf(kind: ShareableKind): ManagementEndpoint {
  return managementEndpoint({
    method: "GET",
    path: `/${kind}/{id}/effective-members/`,
    summary: `Returns every member who can see a ${kind}, with the reasons.`,
    records: { id: MODELS[kind] },
    query: NO_QUERY,
    body: "none",
    response: { status: 200, body: z.object({ members: z.array(effectiveMemberSchema) }) },
    async handle({ application, member, params: { id = "" } }) {
      const members = await application.sharing.effectiveMembers(member, { kind, id });
      return {
        members: members.map(({ user, standing, reasons }) => ({
          id: user.number,
          email: user.email,
          role: standing,
          sources: [...reasons],
        })),
      };
    },
  });
}

/** Sharing and ownership, the same for every kind of record. */
export const SHARING_ENDPOINTS: readonly ManagementEndpoint[] = SHAREABLE_KINDS.flatMap((kind) => [
  usersOf(kind, `/${kind}/{id}/users/`),
  usersOf(kind, `/${kind}/users/{id}/`),
  shareTo(kind),
  ownersOf(kind),
  addOwner(kind),
  removeOwner(kind),
  effectiveMembersOf(kind),
]);
