import { ACCESS_TIERS, type AccessToken, type IssuedToken } from "@galley/core/domain";
import { z } from "zod";
import { givenFields } from "../given-fields.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  key: z.string().describe("The last characters of the key; the whole key if it was just created."),
  is_active: z.boolean(),
  permission: z.enum(ACCESS_TIERS),
  created_at: z.string(),
  modified_at: z.string(),
});
type Key = z.output<typeof keySchema>;

const NAME = z.string().min(1).max(128);
const DESCRIPTION = z.string().max(255);

/** The documented names of domain fields. */
const FIELDS = { tier: "permission", active: "is_active" } as const;

const COMMON = { query: z.object({}), fields: FIELDS } as const;
const OF_ONE = { ...COMMON, path: "/platform-api/keys/{id}/", records: { id: "Platform key" } } as const;

const listKeys = managementEndpoint({
  ...COMMON,
  method: "GET",
  path: "/platform-api/keys/",
  summary: "Lists the platform keys that the caller can see, newest first.",
  body: "none",
  response: { status: 200, body: z.array(keySchema) },
  async handle({ application, member }) {
    return (await application.accessTokens.list(member)).map(keyOf);
  },
});

const NEW_KEY = z.strictObject({
  name: NAME,
  description: DESCRIPTION.default(""),
  permission: z.enum(ACCESS_TIERS).default("read"),
});

const createKey = managementEndpoint({
  ...COMMON,
  method: "POST",
  path: "/platform-api/keys/",
  summary: "Creates a platform key, for a service account or for the caller, and returns its value once.",
  body: NEW_KEY,
  response: { status: 201, body: keySchema },
  async handle({ application, member, json }) {
    const { name, description, permission } = await json(givenFields(NEW_KEY, keySchema));
    const userId = member.role === "manager" ? null : member.userId;
    const request = { name, description, tier: permission, userId };
    return shownKey(await application.accessTokens.create(member, request));
  },
});

const findKey = managementEndpoint({
  ...OF_ONE,
  method: "GET",
  summary: "Returns a platform key.",
  body: "none",
  response: { status: 200, body: keySchema },
  async handle({ application, member, params }) {
    return keyOf(await application.accessTokens.find(member, params["id"] ?? ""));
  },
});

const CHANGES = z.strictObject({
  name: NAME.optional(),
  description: DESCRIPTION.optional(),
  permission: z.enum(ACCESS_TIERS).optional(),
  is_active: z.boolean().optional(),
});

function changeKey(method: "PUT" | "PATCH"): ManagementEndpoint {
  return managementEndpoint({
    ...OF_ONE,
    method,
    summary: "Changes the given fields of a platform key. An inactive key is rejected.",
    body: CHANGES,
    admit: ({ application, member }, { id = "" }) => application.accessTokens.find(member, id),
    response: { status: 200, body: keySchema },
    async handle({ application, member, params, json }) {
      const { name, description, permission, is_active } = await json(givenFields(CHANGES, keySchema));
      const changed = await application.accessTokens.update(member, params["id"] ?? "", {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(permission !== undefined && { tier: permission }),
        ...(is_active !== undefined && { active: is_active }),
      });
      return keyOf(changed);
    },
  });
}

const deleteKey = managementEndpoint({
  ...OF_ONE,
  method: "DELETE",
  summary: "Deletes a platform key.",
  body: "none",
  response: { status: 204, body: z.undefined() },
  async handle({ application, member, params }) {
    await application.accessTokens.remove(member, params["id"] ?? "");
    return undefined;
  },
});

const rotateKey = managementEndpoint({
  ...OF_ONE,
  path: "/platform-api/keys/{id}/rotate/",
  method: "POST",
  summary: "Gives a platform key a new value, which is returned once.",
  body: "none",
  response: { status: 200, body: keySchema },
  async handle({ application, member, params }) {
    return shownKey(await application.accessTokens.rotate(member, params["id"] ?? ""));
  },
});

export const PLATFORM_KEY_ENDPOINTS: readonly ManagementEndpoint[] = [
  listKeys,
  createKey,
  findKey,
  changeKey("PUT"),
  changeKey("PATCH"),
  deleteKey,
  rotateKey,
];

function keyOf(token: AccessToken): Key {
  return {
    id: token.id,
    name: token.name,
    description: token.description,
    key: token.masked,
    is_active: token.active,
    permission: token.tier,
    created_at: token.createdAt.toISOString(),
    modified_at: token.updatedAt.toISOString(),
  };
}

function shownKey({ token, secret }: IssuedToken): Key {
  return { ...keyOf(token), key: secret };
}
