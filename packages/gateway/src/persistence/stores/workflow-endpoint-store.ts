import type { WorkflowEndpointStore } from "@galley/core/domain";
import { WorkflowEndpointEntity } from "../entities/workflow-endpoint-entity.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

const ofSchema = tableOf(WorkflowEndpointEntity).select(
  "where organization_id = $1 and configuration->>'schema' = $2",
);

export function createWorkflowEndpointStore(run: Run): WorkflowEndpointStore {
  return {
    insert: (endpoint) =>
      run(async (em) => {
        await em.insert(WorkflowEndpointEntity, { ...endpoint });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(WorkflowEndpointEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    listOfWorkflows: (workflowIds) =>
      run((em) => {
        const where = { workflowId: { $in: workflowIds.filter(isId) } };
        // "source" before "destination".
        return em.find(WorkflowEndpointEntity, where, { ...AS_RECORDS, orderBy: { direction: "desc" } });
      }),

    listOfConnectors: (connectorIds) =>
      run((em) =>
        em.find(WorkflowEndpointEntity, { connectorId: { $in: connectorIds.filter(isId) } }, AS_RECORDS),
      ),

    listOfSchema: (organizationId, schema) => run((em) => ofSchema(em, [organizationId, schema])),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(WorkflowEndpointEntity, { id }, { ...changes });
      }),
  };
}
