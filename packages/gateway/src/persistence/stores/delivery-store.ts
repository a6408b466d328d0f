import type { DeliveryStore } from "@galley/core/domain";
import { LockMode } from "@mikro-orm/postgresql";
import { DeliveryEntity } from "../entities/delivery-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createDeliveryStore(run: Run): DeliveryStore {
  return {
    insert: (delivery) =>
      run(async (em) => {
        await em.insert(DeliveryEntity, { ...delivery });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(DeliveryEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(DeliveryEntity, { id }, options)) ?? undefined);
    },

    listOfJobs: (jobIds) =>
      run((em) => {
        const where = { jobId: { $in: [...jobIds] } };
        return em.find(DeliveryEntity, where, { ...AS_RECORDS, orderBy: { createdAt: "asc" } });
      }),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(DeliveryEntity, { id }, { ...changes });
      }),
  };
}
