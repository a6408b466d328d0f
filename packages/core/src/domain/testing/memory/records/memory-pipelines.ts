import type {
  PipelineKeyStore,
  PipelineOrder,
  PipelineQuery,
  PipelineStore,
} from "../../../pipelines/pipeline-ports.ts";
import type { Pipeline, PipelineKey } from "../../../pipelines/pipeline.ts";
import { holds, memoryShareables, visibleNewestFirst, type ShareableTables } from "./memory-shareables.ts";

export function memoryPipelines(
  tables: ShareableTables<Pipeline>,
  keys: () => Map<string, PipelineKey>,
): PipelineStore {
  const matching = (query: Omit<PipelineQuery, "order" | "offset" | "limit">): readonly Pipeline[] =>
    visibleNewestFirst(tables, query)
      .filter(({ kind }) => query.kind === undefined || kind === query.kind)
      .filter(({ workflowId }) => query.workflowId === undefined || workflowId === query.workflowId)
      .filter(({ name }) => query.name === undefined || name === query.name)
      .filter(({ name }) => holds(name, query.search));
  return {
    ...memoryShareables(tables.table),
    listOfWorkflows: async (workflowIds) =>
      [...tables.table().values()].filter((one) => workflowIds.includes(one.workflowId)),
    list: async ({ order, offset, limit, ...query }) =>
      matching(query)
        .toSorted((a, b) => compared(a, b, order))
        .slice(offset, offset + limit),
    count: async (query) => matching(query).length,
    async remove(id) {
      tables.table().delete(id);
      for (const key of keys().values()) if (key.pipelineId === id) keys().delete(key.id);
    },
  };
}

export function memoryPipelineKeys(table: () => Map<string, PipelineKey>): PipelineKeyStore {
  const all = (): readonly PipelineKey[] => [...table().values()];
  return {
    insert: async (key) => void table().set(key.id, key),
    find: async (id) => table().get(id),
    findByDigest: async (digest) => all().find((one) => one.digest === digest),
    listOfPipelines: async (pipelineIds) =>
      all()
        .filter(({ pipelineId }) => pipelineIds.includes(pipelineId))
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    async update(id, changes) {
      const key = table().get(id);
      if (key) table().set(id, { ...key, ...changes });
    },
    remove: async (id) => void table().delete(id),
  };
}

const LAST_RUN_FIRST: PipelineOrder = { by: "last_run_at", direction: "descending" };

function compared(a: Pipeline, b: Pipeline, { by, direction }: PipelineOrder = LAST_RUN_FIRST): number {
  const [left, right] = [VALUES[by](a), VALUES[by](b)];
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  return left < right === (direction === "ascending") ? -1 : 1;
}

const VALUES = {
  name: ({ name }) => name,
  run_count: ({ runCount }) => runCount,
  created_at: ({ createdAt }) => createdAt.getTime(),
  last_run_at: ({ lastRunAt }) => lastRunAt?.getTime() ?? null,
} as const satisfies Record<PipelineOrder["by"], (pipeline: Pipeline) => string | number | null>;
