import type { ShareStore } from "@galley/core/domain";
import { ShareEntity } from "../entities/share-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createShareStore(run: Run): ShareStore {
  return {
    listOfRecords: (recordKind, recordIds) =>
      run((em) =>
        em.find(
          ShareEntity,
          { recordKind, recordId: { $in: recordIds.filter(isId) } },
          { ...AS_RECORDS, orderBy: { createdAt: "asc", userId: "asc" } },
        ),
      ),

    put: (share) =>
      run(async (em) => {
        await em.upsert(ShareEntity, { ...share }, AS_RECORDS);
      }),

    remove: (recordId, userId) =>
      run(async (em) => {
        await em.nativeDelete(ShareEntity, { recordId, userId });
      }),

    removeAll: (recordId) =>
      run(async (em) => {
        await em.nativeDelete(ShareEntity, { recordId });
      }),

    removeOfUser: (organizationId, userId) =>
      run(async (em) => {
        await em.nativeDelete(ShareEntity, { organizationId, userId });
      }),
  };
}
