import type { WebhookStore } from "@galley/core/domain";
import { WebhookEntity } from "../entities/webhook-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createWebhookStore(run: Run): WebhookStore {
  return {
    insert: (webhook) =>
      run(async (em) => {
        const insertion = em.createQueryBuilder(WebhookEntity).insert({ ...webhook });
        const { affectedRows } = await insertion
          .onConflict(["organizationId", "name"])
          .ignore()
          .execute("run");
        return affectedRows > 0;
      }),

    findByName: (organizationId, name) =>
      run(async (em) => {
        const where = { organizationId, name: storable(name) };
        return (await em.findOne(WebhookEntity, where, AS_RECORDS)) ?? undefined;
      }),

    list: (organizationId) =>
      run((em) => em.find(WebhookEntity, { organizationId }, { ...AS_RECORDS, orderBy: { name: "asc" } })),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(WebhookEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(WebhookEntity, { id });
      }),
  };
}
