import type { ConnectorQuery, ConnectorStore } from "@galley/core/domain";
import { raw, type FilterQuery } from "@mikro-orm/postgresql";
import { ConnectorEntity } from "../entities/connector-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, type Run } from "./run.ts";
import { shareableStore } from "./shareable-store.ts";
import { holding, visible } from "./visible.ts";

export function createConnectorStore(run: Run): ConnectorStore {
  return {
    ...shareableStore(run, ConnectorEntity, (ids) => ({ id: { $in: [...ids] } })),

    list: ({ offset, limit, ...query }) =>
      run((em) =>
        em.find(ConnectorEntity, matching(query), {
          ...AS_RECORDS,
          orderBy: { createdAt: "desc", id: "desc" },
          offset,
          limit,
        }),
      ),

    count: (query) => run((em) => em.count(ConnectorEntity, matching(query))),
  };
}

const USED_BY = "select connector_id from workflow_endpoint where workflow_id = ?";

function matching({
  mode,
  kindIds,
  name,
  search,
  createdBy,
  workflowId,
  ...visibility
}: Omit<ConnectorQuery, "offset" | "limit">): FilterQuery<ConnectorEntity> {
  return {
    ...visible(visibility),
    $and: [
      ...(mode === undefined ? [] : [{ mode }]),
      ...(kindIds === undefined ? [] : [{ kindId: { $in: [...kindIds] } }]),
      ...(name === undefined ? [] : [{ name: storable(name) }]),
      ...(search === undefined ? [] : [{ name: holding(storable(search)) }]),
      ...(createdBy === undefined ? [] : [{ createdBy }]),
      ...(workflowId === undefined
        ? []
        : [{ [raw((alias) => `${alias}.id in (${USED_BY})`, [workflowId])]: [] }]),
    ],
  };
}
