import type { CorrectedWord, CorrectionStore } from "@galley/core/domain";
import { CorrectionEntity } from "../entities/correction-entity.ts";
import { AS_RECORDS, type Run } from "./run.ts";

export function createCorrectionStore(run: Run): CorrectionStore {
  return {
    put: (correction) =>
      run(async (em) => {
        await em.upsert(CorrectionEntity, { ...correction }, { disableIdentityMap: true });
      }),

    find: (place) =>
      run(async (em) => (await em.findOne(CorrectionEntity, placeOf(place), AS_RECORDS)) ?? undefined),

    list: (jobId, { offset, limit }) =>
      run((em) => em.find(CorrectionEntity, { jobId }, { ...AS_RECORDS, orderBy: BY_PLACE, offset, limit })),

    count: (jobId) => run((em) => em.count(CorrectionEntity, { jobId })),

    async listOfPages(pages) {
      if (pages.length === 0) return [];
      const where = { $or: pages.map(({ jobId, page }) => ({ jobId, page })) };
      return run((em) => em.find(CorrectionEntity, where, { ...AS_RECORDS, orderBy: BY_PLACE }));
    },

    remove: (place) =>
      run(async (em) => {
        await em.nativeDelete(CorrectionEntity, placeOf(place));
      }),

    removeOfJob: (jobId) =>
      run(async (em) => {
        await em.nativeDelete(CorrectionEntity, { jobId });
      }),
  };
}

const BY_PLACE = { page: "asc", word: "asc" } as const;

function placeOf({ jobId, page, word }: CorrectedWord): CorrectedWord {
  return { jobId, page, word };
}
