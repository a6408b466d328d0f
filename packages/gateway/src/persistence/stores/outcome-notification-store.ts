import type { OutcomeNotificationStore } from "@galley/core/domain";
import { OutcomeNotificationEntity } from "../entities/outcome-notification-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createOutcomeNotificationStore(run: Run): OutcomeNotificationStore {
  return {
    insert: (notification) =>
      run(async (em) => {
        await em.insert(OutcomeNotificationEntity, { ...notification });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(
        async (em) => (await em.findOne(OutcomeNotificationEntity, { id }, AS_RECORDS)) ?? undefined,
      );
    },

    list: (organizationId) =>
      run((em) => em.find(OutcomeNotificationEntity, { organizationId }, OLDEST_FIRST)),

    listOfPipeline: (pipelineId) =>
      run((em) => em.find(OutcomeNotificationEntity, { pipelineId }, OLDEST_FIRST)),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(OutcomeNotificationEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(OutcomeNotificationEntity, { id });
      }),
  };
}

const OLDEST_FIRST = { ...AS_RECORDS, orderBy: { createdAt: "asc", id: "asc" } } as const;
