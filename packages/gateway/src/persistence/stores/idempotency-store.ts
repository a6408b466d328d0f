import type { IdempotencyStore } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import { IdempotencyClaimEntity } from "../entities/idempotency-claim-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createIdempotencyStore(run: Run): IdempotencyStore {
  return {
    find: (organizationId, key, { since }) =>
      run(
        async (em) =>
          (await em.findOne(
            IdempotencyClaimEntity,
            { organizationId, key, createdAt: { $gte: since } },
            AS_RECORDS,
          )) ?? undefined,
      ),

    claim: (claim, { since }) =>
      run(async (em) => {
        const { organizationId, key } = claim;
        await em.execute(FORGET, [organizationId, since]);
        if (await inserted(em, { ...claim })) return undefined;
        return (await em.findOne(IdempotencyClaimEntity, { organizationId, key }, AS_RECORDS)) ?? undefined;
      }),

    forget: (before) => run((em) => em.nativeDelete(IdempotencyClaimEntity, { createdAt: { $lt: before } })),
  };
}

/** Waits for a concurrent claim of the same key; false if that one is committed. */
async function inserted(em: EntityManager, claim: IdempotencyClaimEntity): Promise<boolean> {
  const insert = em.createQueryBuilder(IdempotencyClaimEntity).insert(claim).onConflict().ignore();
  return (await insert.execute("run")).affectedRows > 0;
}

/** Skips rows that a concurrent clean-up deletes, so neither waits for the other. */
const FORGET = `
  delete from idempotency_claim
  where (organization_id, key) in (
    select organization_id, key from idempotency_claim
    where organization_id = ? and created_at < ?
    for update skip locked
  )`;
