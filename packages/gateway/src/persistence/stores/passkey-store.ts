import type { PasskeyStore, UsedChallengeStore } from "@galley/core/domain";
import { PasskeyEntity } from "../entities/passkey-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";
import { takesName } from "./takes-name.ts";

export function createPasskeyStore(run: Run): PasskeyStore {
  return {
    insert: (passkey) => run((em) => takesName(() => em.insert(PasskeyEntity, { ...passkey }))),

    findByCredential: (credentialId) =>
      run(async (em) => (await em.findOne(PasskeyEntity, { credentialId }, AS_RECORDS)) ?? undefined),

    listOfMember: (organizationId, userId) =>
      run((em) =>
        em.find(
          PasskeyEntity,
          { organizationId, userId },
          { ...AS_RECORDS, orderBy: { createdAt: "desc", id: "desc" } },
        ),
      ),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(PasskeyEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(PasskeyEntity, { id });
      }),

    removeOfMember: (organizationId, userId) =>
      run(async (em) => {
        await em.nativeDelete(PasskeyEntity, { organizationId, userId });
      }),
  };
}

export function createUsedChallengeStore(run: Run): UsedChallengeStore {
  return {
    use: (digest, expiresAt) =>
      run(async (em) => {
        const rows = await em.execute<unknown[]>(
          "insert into used_challenge (digest, expires_at) values (?, ?) on conflict do nothing returning digest",
          [digest, expiresAt],
        );
        return rows.length === 1;
      }),

    removeExpired: (now) =>
      run(async (em) => {
        await em.execute("delete from used_challenge where expires_at <= ?", [now]);
      }),
  };
}
