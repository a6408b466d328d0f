import type { PipelineOrder, PipelineQuery, PipelineStore } from "@galley/core/domain";
import type { FilterQuery, QueryOrder } from "@mikro-orm/postgresql";
import { PipelineEntity } from "../entities/pipeline-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { shareableStore } from "./shareable-store.ts";
import { holding, visible } from "./visible.ts";

export function createPipelineStore(run: Run): PipelineStore {
  return {
    ...shareableStore(run, PipelineEntity, (ids) => ({ id: { $in: [...ids] } })),

    listOfWorkflows: (workflowIds) =>
      run((em) => em.find(PipelineEntity, { workflowId: { $in: workflowIds.filter(isId) } }, AS_RECORDS)),

    list: ({ order, offset, limit, ...query }) =>
      run((em) =>
        em.find(PipelineEntity, matching(query), { ...AS_RECORDS, orderBy: orderOf(order), offset, limit }),
      ),

    count: (query) => run((em) => em.count(PipelineEntity, matching(query))),
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
