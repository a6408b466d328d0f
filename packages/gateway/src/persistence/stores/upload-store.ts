import type { UploadStore } from "@galley/core/domain";
import { UploadEntity } from "../entities/upload-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createUploadStore(run: Run): UploadStore {
  return {
    insert: (upload) =>
      run(async (em) => {
        await em.insert(UploadEntity, { ...upload });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(UploadEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    listBefore: (createdBefore, limit) =>
      run((em) =>
        em.find(
          UploadEntity,
          { createdAt: { $lt: createdBefore } },
          { ...AS_RECORDS, orderBy: { createdAt: "asc" }, limit },
        ),
      ),

    holds: (objectKey) => run(async (em) => (await em.execute<unknown[]>(HOLDING, [objectKey])).length > 0),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(UploadEntity, { id });
      }),
  };
}

const HOLDING = "select 1 from upload where file ->> 'objectKey' = ? limit 1";
