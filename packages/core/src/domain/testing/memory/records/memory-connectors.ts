import type { Connector } from "../../../connectors/connector.ts";
import type { ConnectorQuery, ConnectorStore } from "../../../connectors/connector-store.ts";
import type { WorkflowEndpoint } from "../../../workflows/workflow.ts";
import { holds, memoryShareables, visibleNewestFirst, type ShareableTables } from "./memory-shareables.ts";

export function memoryConnectors(
  tables: ShareableTables<Connector>,
  endpoints: () => Map<string, WorkflowEndpoint>,
): ConnectorStore {
  const isUsedBy = (workflowId: string, connector: Connector): boolean =>
    [...endpoints().values()].some(
      (one) => one.workflowId === workflowId && one.connectorId === connector.id,
    );
  const matching = (query: Omit<ConnectorQuery, "offset" | "limit">): readonly Connector[] =>
    visibleNewestFirst(tables, query)
      .filter(({ mode }) => query.mode === undefined || mode === query.mode)
      .filter(({ kindId }) => query.kindIds === undefined || query.kindIds.includes(kindId))
      .filter(({ createdBy }) => query.createdBy === undefined || createdBy === query.createdBy)
      .filter((one) => query.workflowId === undefined || isUsedBy(query.workflowId, one))
      .filter(({ name }) => query.name === undefined || name === query.name)
      .filter(({ name }) => holds(name, query.search));
  return {
    ...memoryShareables(tables.table),
    list: async ({ offset, limit, ...query }) => matching(query).slice(offset, offset + limit),
    count: async (query) => matching(query).length,
    async remove(id) {
      tables.table().delete(id);
    },
  };
}
