import type { OrganizationStore } from "@galley/core/domain";
import { OrganizationEntity } from "../entities/organization-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createOrganizationStore(run: Run): OrganizationStore {
  return {
    insert: (organization) =>
      run(async (em) => {
        await em.insert(OrganizationEntity, { ...organization });
      }),

    findBySlug: (slug) =>
      run(async (em) => (await em.findOne(OrganizationEntity, { slug }, AS_RECORDS)) ?? undefined),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(OrganizationEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    // This lock mode conflicts with itself and with inserts, but not with foreign keys to organizations.
    lockAll: () =>
      run(async (em) => {
        await em.execute("lock table organization in share row exclusive mode");
      }),
  };
}
