import type { WorkflowQuery, WorkflowStore } from "@galley/core/domain";
import type { FilterQuery } from "@mikro-orm/postgresql";
import { WorkflowEntity } from "../entities/workflow-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, type Run } from "./run.ts";
import { shareableStore } from "./shareable-store.ts";
import { holding, visible } from "./visible.ts";

export function createWorkflowStore(run: Run): WorkflowStore {
  return {
    ...shareableStore(run, WorkflowEntity, (ids) => ({ id: { $in: [...ids] } })),

    list: ({ offset, limit, ...query }) =>
      run((em) =>
        em.find(WorkflowEntity, matching(query), {
          ...AS_RECORDS,
          orderBy: { createdAt: "desc", id: "desc" },
          offset,
          limit,
        }),
      ),

    count: (query) => run((em) => em.count(WorkflowEntity, matching(query))),
  };
}

function matching({
  name,
  search,
  ...visibility
}: Omit<WorkflowQuery, "offset" | "limit">): FilterQuery<WorkflowEntity> {
  return {
    ...visible(visibility),
    $and: [
      ...(name === undefined ? [] : [{ name: storable(name) }]),
      ...(search === undefined ? [] : [{ name: holding(storable(search)) }]),
    ],
  };
}
