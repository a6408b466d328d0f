import type { NoticeStore } from "@galley/core/domain";
import { NoticeEntity } from "../entities/notice-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createNoticeStore(run: Run): NoticeStore {
  return {
    insert: (notice) =>
      run(async (em) => {
        await em.insert(NoticeEntity, { ...notice });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(NoticeEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    list: ({ organizationId, userId, after, limit }) =>
      run((em) => {
        const older = after && {
          $or: [
            { createdAt: { $lt: after.createdAt } },
            { createdAt: after.createdAt, id: { $lt: after.id } },
          ],
        };
        return em.find(
          NoticeEntity,
          { organizationId, userId, ...older },
          { ...AS_RECORDS, orderBy: { createdAt: "desc", id: "desc" }, limit },
        );
      }),

    count: (query) => run((em) => em.count(NoticeEntity, { ...query })),

    markRead: (id, readAt) =>
      run(async (em) => {
        await em.nativeUpdate(NoticeEntity, { id }, { readAt });
      }),
  };
}
