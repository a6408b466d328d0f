import type { MembershipStore } from "@galley/core/domain";
import { MembershipEntity } from "../entities/membership-entity.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

const ofUserThere = tableOf(MembershipEntity).select("where organization_id = $1 and user_id = $2");

export function createMembershipStore(run: Run): MembershipStore {
  return {
    put: (membership) =>
      run(async (em) => {
        await em.upsert(MembershipEntity, { ...membership }, AS_RECORDS);
      }),

    // This lock mode does not block foreign keys to the organization.
    lock: (organizationId) =>
      run(async (em) => {
        await em.execute("select 1 from organization where id = ? for no key update", [organizationId]);
      }),

    async find(organizationId, userId) {
      if (!isId(organizationId) || !isId(userId)) return undefined;
      return run(async (em) => (await ofUserThere(em, [organizationId, userId]))[0]);
    },

    list: (organizationId) =>
      run(async (em) => {
        const rows = await em.execute<{ user_id: string }[]>(BY_NUMBER, [organizationId]);
        const order = new Map(rows.map(({ user_id }, index) => [user_id, index]));
        const found = await em.find(MembershipEntity, { organizationId }, AS_RECORDS);
        return found.toSorted((a, b) => (order.get(a.userId) ?? 0) - (order.get(b.userId) ?? 0));
      }),

    listOfUser: (userId) => run((em) => em.find(MembershipEntity, { userId }, AS_RECORDS)),

    remove: (organizationId, userId) =>
      run(async (em) => {
        await em.nativeDelete(MembershipEntity, { organizationId, userId });
      }),
  };
}

const BY_NUMBER = `
  select membership.user_id from membership join app_user on app_user.id = membership.user_id
  where membership.organization_id = ? order by app_user.number`;
