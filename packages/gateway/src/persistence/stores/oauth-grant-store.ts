import type { OAuthGrantStore } from "@galley/core/domain";
import { LockMode } from "@mikro-orm/postgresql";
import { OAuthGrantEntity } from "../entities/oauth-grant-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

const LOCKED = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE } as const;

export function createOAuthGrantStore(run: Run): OAuthGrantStore {
  return {
    insert: (grant) =>
      run(async (em) => {
        await em.insert(OAuthGrantEntity, { ...grant });
      }),

    findByKey: (keyDigest) =>
      run(async (em) => (await em.findOne(OAuthGrantEntity, { keyDigest }, AS_RECORDS)) ?? undefined),

    lockByKey: (keyDigest) =>
      run(async (em) => (await em.findOne(OAuthGrantEntity, { keyDigest }, LOCKED)) ?? undefined),

    lockByState: (stateDigest) =>
      run(async (em) => (await em.findOne(OAuthGrantEntity, { stateDigest }, LOCKED)) ?? undefined),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(OAuthGrantEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(OAuthGrantEntity, { id });
      }),

    removeExpired: (now) =>
      run(async (em) => {
        await em.nativeDelete(OAuthGrantEntity, { expiresAt: { $lte: now } });
      }),
  };
}
