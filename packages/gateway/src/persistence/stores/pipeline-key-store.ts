import type { PipelineKeyStore } from "@galley/core/domain";
import { PipelineKeyEntity } from "../entities/pipeline-key-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createPipelineKeyStore(run: Run): PipelineKeyStore {
  return {
    insert: (key) =>
      run(async (em) => {
        await em.insert(PipelineKeyEntity, { ...key });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(PipelineKeyEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    findByDigest: (digest) =>
      run(async (em) => (await em.findOne(PipelineKeyEntity, { digest }, AS_RECORDS)) ?? undefined),

    listOfPipelines: (pipelineIds) =>
      run((em) => {
        const where = { pipelineId: { $in: pipelineIds.filter(isId) } };
        return em.find(PipelineKeyEntity, where, { ...AS_RECORDS, orderBy: { createdAt: "asc", id: "asc" } });
      }),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(PipelineKeyEntity, { id }, { ...changes });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(PipelineKeyEntity, { id });
      }),
  };
}
