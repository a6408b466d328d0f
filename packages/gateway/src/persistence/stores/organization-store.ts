import type { OrganizationStore } from "@galley/core/domain";
import { OrganizationEntity } from "../entities/organization-entity.ts";
import { tableOf } from "../table.ts";
import { storable } from "../storable-text.ts";
import { isId, type Run } from "./run.ts";

const organizations = tableOf(OrganizationEntity);
const byId = organizations.select("where id = $1");
const bySlugOrder = organizations.select('order by slug collate "C" limit $1');
const bySlug = organizations.select("where slug = $1");

export function createOrganizationStore(run: Run): OrganizationStore {
  return {
    insert: (organization) =>
      run(async (em) => {
        await em.insert(OrganizationEntity, { ...organization });
      }),

    findBySlug: (slug) => run(async (em) => (await bySlug(em, [storable(slug)]))[0]),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await byId(em, [id]))[0]);
    },

    list: (limit) => run((em) => bySlugOrder(em, [limit])),

    // This lock mode conflicts with itself and with inserts, but not with foreign keys to organizations.
    lockAll: () =>
      run(async (em) => {
        await em.execute("lock table organization in share row exclusive mode");
      }),
  };
}
