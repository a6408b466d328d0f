import type { WorkflowQuery, WorkflowStore } from "@galley/core/domain";
import { LockMode, type FilterQuery } from "@mikro-orm/postgresql";
import { WorkflowEntity } from "../entities/workflow-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { takesName } from "./takes-name.ts";
import { holding, visible } from "./visible.ts";

export function createWorkflowStore(run: Run): WorkflowStore {
  return {
    insert: (workflow) =>
      run(async (em) => {
        const insertion = em.createQueryBuilder(WorkflowEntity).insert({ ...workflow });
        const { affectedRows } = await insertion
          .onConflict(["organizationId", "name"])
          .ignore()
          .execute("run");
        return affectedRows > 0;
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(WorkflowEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    listByIds: (ids) => run((em) => em.find(WorkflowEntity, { id: { $in: ids.filter(isId) } }, AS_RECORDS)),

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

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(WorkflowEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run((em) => takesName(() => em.nativeUpdate(WorkflowEntity, { id }, { ...changes }))),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(WorkflowEntity, { id });
      }),
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
