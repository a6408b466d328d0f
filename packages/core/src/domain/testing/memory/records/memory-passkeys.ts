import type { Passkey, PasskeyStore, UsedChallengeStore } from "../../../passkeys/passkey.ts";

export function memoryPasskeys(table: () => Map<string, Passkey>): PasskeyStore {
  const all = (): Passkey[] => [...table().values()];
  return {
    async insert(passkey) {
      if (all().some(({ credentialId }) => credentialId === passkey.credentialId)) return false;
      table().set(passkey.id, passkey);
      return true;
    },
    findByCredential: async (credentialId) => all().find((one) => one.credentialId === credentialId),
    listOfMember: async (organizationId, userId) =>
      all()
        .filter((one) => one.organizationId === organizationId && one.userId === userId)
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()),
    async update(id, changes) {
      const found = table().get(id);
      if (found) table().set(id, { ...found, ...changes });
    },
    remove: async (id) => void table().delete(id),
    async removeOfMember(organizationId, userId) {
      for (const one of all()) {
        if (one.organizationId === organizationId && one.userId === userId) table().delete(one.id);
      }
    },
  };
}

export function memoryUsedChallenges(table: () => Map<string, Date>): UsedChallengeStore {
  return {
    async use(digest, expiresAt) {
      if (table().has(digest)) return false;
      table().set(digest, expiresAt);
      return true;
    },
    async removeExpired(now) {
      for (const [digest, expiresAt] of table()) if (expiresAt <= now) table().delete(digest);
    },
  };
}
