import { DELIVERY_STATES, type DeliveryState, type DeliveryStore } from "@galley/core/domain";
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

    listOfTargets: ({ targets, states, offset, limit }) =>
      run(async (em) => {
        const isWebhook = "webhookNames" in targets;
        const keys = isWebhook ? targets.webhookNames : targets.notificationIds.filter(isId);
        const stateList = `{${statesOf(states).join()}}`;
        const wanted = [JSON.stringify(keys), targets.organizationId, stateList, limit, offset];
        const rows = await em.execute<{ id: string }[]>(isWebhook ? OF_WEBHOOKS : OF_NOTIFICATIONS, wanted);
        const ids = rows.map(({ id }) => id);
        return em.find(DeliveryEntity, { id: { $in: ids } }, { ...AS_RECORDS, orderBy: NEWEST_FIRST });
      }),

    countOfTargets: ({ targets, states }) =>
      run((em) =>
        em.count(DeliveryEntity, {
          organizationId: targets.organizationId,
          state: { $in: [...statesOf(states)] },
          ...("webhookNames" in targets
            ? { notificationId: null, webhookName: { $in: [...targets.webhookNames] } }
            : { notificationId: { $in: targets.notificationIds.filter(isId) } }),
        }),
      ),

    removeSettledBefore: (before, limit) =>
      run(async (em) => {
        const where = { settledAt: { $lt: before } };
        const old = await em.find(DeliveryEntity, where, { ...AS_RECORDS, fields: ["id"], limit });
        return em.nativeDelete(DeliveryEntity, { id: { $in: old.map(({ id }) => id) } });
      }),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(DeliveryEntity, { id }, { ...changes });
      }),
  };
}

const NEWEST_FIRST = { createdAt: "desc", id: "desc" } as const;

function statesOf(states: readonly DeliveryState[]): readonly DeliveryState[] {
  return states.length === 0 ? DELIVERY_STATES : states;
}

/** Uses the index for each target separately. */
function latestOfEach(condition: string): string {
  return `
    select latest.id from jsonb_array_elements_text(?::jsonb) as wanted(target),
    lateral (
      select id from delivery where organization_id = ? and ${condition} and state = any (?::text[])
      order by created_at desc, id desc limit ? offset ?
    ) as latest`;
}

const OF_WEBHOOKS = latestOfEach("notification_id is null and webhook_name = wanted.target");
const OF_NOTIFICATIONS = latestOfEach("notification_id = wanted.target::uuid");
