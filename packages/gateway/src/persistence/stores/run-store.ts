import type { RunQuery, RunStore } from "@galley/core/domain";
import { LockMode, type FilterQuery } from "@mikro-orm/postgresql";
import { RunEntity } from "../entities/run-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

export function createRunStore(run: Run): RunStore {
  return {
    insert: (record) =>
      run(async (em) => {
        const insertion = em.createQueryBuilder(RunEntity).insert({ ...record });
        const { affectedRows } = await insertion.onConflict(["pipelineId", "slot"]).ignore().execute("run");
        return affectedRows > 0;
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(RunEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    async list({ offset, limit, ...query }) {
      if (!isId(query.pipelineId)) return [];
      const options = { ...AS_RECORDS, orderBy: NEWEST_FIRST, offset, limit };
      return run((em) => em.find(RunEntity, matching(query), options));
    },

    async count(query) {
      return isId(query.pipelineId) ? run((em) => em.count(RunEntity, matching(query))) : 0;
    },

    listLatest: (pipelineIds, limit) =>
      run(async (em) => {
        const rows = await em.execute<{ id: string }[]>(LATEST, [
          `{${pipelineIds.filter(isId).join()}}`,
          limit,
        ]);
        const ids = rows.map(({ id }) => id);
        return em.find(RunEntity, { id: { $in: ids } }, { ...AS_RECORDS, orderBy: NEWEST_FIRST });
      }),

    has: (pipelineId, statuses) =>
      run(async (em) => {
        const where = { pipelineId, status: { $in: [...statuses] } };
        return (await em.findOne(RunEntity, where, { ...AS_RECORDS, fields: ["id"] })) !== null;
      }),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(RunEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(RunEntity, { id }, { ...changes });
      }),
  };
}

const NEWEST_FIRST = { createdAt: "desc", id: "desc" } as const;

/** Uses the index for each pipeline separately. */
const LATEST = `
  select latest.id from unnest(?::uuid[]) as wanted(pipeline_id),
  lateral (
    select id from run where pipeline_id = wanted.pipeline_id order by created_at desc, id desc limit ?
  ) as latest`;

function matching({ pipelineId, from, to }: Omit<RunQuery, "offset" | "limit">): FilterQuery<RunEntity> {
  return {
    pipelineId,
    createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) },
  };
}
