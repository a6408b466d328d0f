import type { PipelineOrder, PipelineQuery, PipelineStore } from "@galley/core/domain";
import { LockMode, type FilterQuery, type QueryOrder } from "@mikro-orm/postgresql";
import { PipelineEntity } from "../entities/pipeline-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { takesName } from "./takes-name.ts";
import { holding, visible } from "./visible.ts";

export function createPipelineStore(run: Run): PipelineStore {
  return {
    insert: (pipeline) =>
      run(async (em) => {
        const insertion = em.createQueryBuilder(PipelineEntity).insert({ ...pipeline });
        const { affectedRows } = await insertion
          .onConflict(["organizationId", "name"])
          .ignore()
          .execute("run");
        return affectedRows > 0;
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(PipelineEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    listByIds: (ids) => run((em) => em.find(PipelineEntity, { id: { $in: ids.filter(isId) } }, AS_RECORDS)),

    listOfWorkflow: (workflowId) => run((em) => em.find(PipelineEntity, { workflowId }, AS_RECORDS)),

    list: ({ order, offset, limit, ...query }) =>
      run((em) =>
        em.find(PipelineEntity, matching(query), { ...AS_RECORDS, orderBy: orderOf(order), offset, limit }),
      ),

    count: (query) => run((em) => em.count(PipelineEntity, matching(query))),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(PipelineEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run((em) => takesName(() => em.nativeUpdate(PipelineEntity, { id }, { ...changes }))),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(PipelineEntity, { id });
      }),
  };
}

const ORDER_FIELDS = {
  name: "name",
  created_at: "createdAt",
  last_run_at: "lastRunAt",
  run_count: "runCount",
} as const satisfies Record<PipelineOrder["by"], keyof PipelineEntity>;

const LAST_RUN_FIRST: PipelineOrder = { by: "last_run_at", direction: "descending" };

function orderOf({ by, direction }: PipelineOrder = LAST_RUN_FIRST): Record<string, `${QueryOrder}`>[] {
  const first = direction === "ascending" ? "asc nulls last" : "desc nulls last";
  return [{ [ORDER_FIELDS[by]]: first }, { createdAt: "desc" }, { id: "desc" }];
}

function matching({
  kind,
  workflowId,
  name,
  search,
  ...visibility
}: Omit<PipelineQuery, "order" | "offset" | "limit">): FilterQuery<PipelineEntity> {
  return {
    ...visible(visibility),
    $and: [
      ...(kind === undefined ? [] : [{ kind }]),
      ...(workflowId === undefined ? [] : [{ workflowId }]),
      ...(name === undefined ? [] : [{ name: storable(name) }]),
      ...(search === undefined ? [] : [{ name: holding(storable(search)) }]),
    ],
  };
}
