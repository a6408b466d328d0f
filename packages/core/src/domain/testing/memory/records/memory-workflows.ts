import type {
  WorkflowEndpointStore,
  WorkflowQuery,
  WorkflowStore,
} from "../../../workflows/workflow-ports.ts";
import type { Workflow, WorkflowEndpoint } from "../../../workflows/workflow.ts";
import { holds, memoryShareables, visibleNewestFirst, type ShareableTables } from "./memory-shareables.ts";

export function memoryWorkflows(
  tables: ShareableTables<Workflow>,
  endpoints: () => Map<string, WorkflowEndpoint>,
): WorkflowStore {
  const matching = ({ name, search, ...visibility }: Omit<WorkflowQuery, "offset" | "limit">) =>
    visibleNewestFirst(tables, visibility)
      .filter((one) => name === undefined || one.name === name)
      .filter((one) => holds(one.name, search));
  return {
    ...memoryShareables(tables.table),
    list: async ({ offset, limit, ...query }) => matching(query).slice(offset, offset + limit),
    count: async (query) => matching(query).length,
    async remove(id) {
      tables.table().delete(id);
      for (const one of endpoints().values()) if (one.workflowId === id) endpoints().delete(one.id);
    },
  };
}

export function memoryWorkflowEndpoints(table: () => Map<string, WorkflowEndpoint>): WorkflowEndpointStore {
  const all = (): readonly WorkflowEndpoint[] => [...table().values()];
  return {
    insert: async (endpoint) => void table().set(endpoint.id, endpoint),
    find: async (id) => table().get(id),
    listOfWorkflows: async (workflowIds) =>
      all()
        .filter(({ workflowId }) => workflowIds.includes(workflowId))
        .toSorted((a, b) => (a.direction > b.direction ? -1 : 1)),
    listOfConnectors: async (connectorIds) =>
      all().filter(({ connectorId }) => connectorId !== null && connectorIds.includes(connectorId)),
    listOfSchema: async (organizationId, schema) =>
      all().filter(
        (endpoint) =>
          endpoint.organizationId === organizationId && endpoint.configuration["schema"] === schema,
      ),
    async update(id, changes) {
      const endpoint = table().get(id);
      if (endpoint) table().set(id, { ...endpoint, ...changes });
    },
  };
}
