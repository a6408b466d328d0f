import type { AccessTokenStore } from "@galley/core/domain";
import { LockMode } from "@mikro-orm/postgresql";
import { AccessTokenEntity } from "../entities/access-token-entity.ts";
import { sharedCalls } from "../../shared-calls.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

const byDigest = tableOf(AccessTokenEntity).select("where digest = $1");

export function createAccessTokenStore(run: Run): AccessTokenStore {
  return {
    insert: (token) =>
      run(async (em) => {
        await em.insert(AccessTokenEntity, { ...token });
      }),

    findByDigest: sharedCalls((digest) => run(async (em) => (await byDigest(em, [digest]))[0])),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(AccessTokenEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    list: (organizationId) =>
      run((em) =>
        em.find(
          AccessTokenEntity,
          { organizationId },
          { ...AS_RECORDS, orderBy: { createdAt: "desc", id: "desc" } },
        ),
      ),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(AccessTokenEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(AccessTokenEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(AccessTokenEntity, { id });
      }),
  };
}
