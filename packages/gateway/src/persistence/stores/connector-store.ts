import type { ConnectorQuery, ConnectorStore } from "@galley/core/domain";
import { LockMode, raw, type FilterQuery } from "@mikro-orm/postgresql";
import { ConnectorEntity } from "../entities/connector-entity.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { takesName } from "./takes-name.ts";
import { holding, visible } from "./visible.ts";

export function createConnectorStore(run: Run): ConnectorStore {
  return {
    insert: (connector) =>
      run(async (em) => {
        const insertion = em.createQueryBuilder(ConnectorEntity).insert({ ...connector });
        const { affectedRows } = await insertion
          .onConflict(["organizationId", "name"])
          .ignore()
          .execute("run");
        return affectedRows > 0;
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(ConnectorEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    listByIds: (ids) => run((em) => em.find(ConnectorEntity, { id: { $in: ids.filter(isId) } }, AS_RECORDS)),

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

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(ConnectorEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run((em) => takesName(() => em.nativeUpdate(ConnectorEntity, { id }, { ...changes }))),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(ConnectorEntity, { id });
      }),
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
