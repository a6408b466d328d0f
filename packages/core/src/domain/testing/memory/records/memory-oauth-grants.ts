import type { OAuthGrant } from "../../../oauth/oauth-grant.ts";
import type { OAuthGrantStore } from "../../../oauth/oauth-ports.ts";

export function memoryOAuthGrants(table: () => Map<string, OAuthGrant>): OAuthGrantStore {
  const find = (matches: (grant: OAuthGrant) => boolean): OAuthGrant | undefined =>
    [...table().values()].find(matches);
  return {
    async insert(grant) {
      table().set(grant.id, grant);
    },
    findByKey: async (keyDigest) => find((grant) => grant.keyDigest === keyDigest),
    lockByKey: async (keyDigest) => find((grant) => grant.keyDigest === keyDigest),
    lockByState: async (stateDigest) => find((grant) => grant.stateDigest === stateDigest),
    async update(id, changes) {
      const grant = table().get(id);
      if (grant) table().set(id, { ...grant, ...changes });
    },
    async remove(id) {
      table().delete(id);
    },
    async removeExpired(now) {
      for (const { id, expiresAt } of table().values()) if (expiresAt <= now) table().delete(id);
    },
  };
}
