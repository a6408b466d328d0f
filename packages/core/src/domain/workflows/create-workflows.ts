import type { Member } from "../access/model/caller.ts";
import type { Connector } from "../connectors/connector.ts";
import { seenAmong, seenBy, visibilityOf } from "../sharing/record-access.ts";
import { findEndpoint, updateEndpoint } from "./manage-endpoints.ts";
import { createWorkflow, removeWorkflow, updateWorkflow } from "./manage-workflows.ts";
import { workflowProblems } from "./workflow-problems.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "./workflow-ports.ts";
import type { Workflow } from "./workflow.ts";
import type { Workflows, WorkflowUseCasePorts } from "./workflows.ts";

export function createWorkflows(ports: WorkflowUseCasePorts): Workflows {
  const { records } = ports.database;
  return {
    create: (member, facts) => createWorkflow(ports, member, facts),
    update: (member, id, changes) => updateWorkflow(ports, member, { id, changes }),
    remove: (member, id) => removeWorkflow(ports, member, id),
    find: async (member, id) =>
      seenBy(records, member, { kind: "workflow", record: await records.workflows.find(id) }),
    list: (member, query) => records.workflows.list({ ...query, ...visibilityOf(member) }),
    count: (member, query) => records.workflows.count({ ...query, ...visibilityOf(member) }),
    seen: async (member, ids) =>
      seenAmong(records, member, { kind: "workflow", records: await records.workflows.listByIds(ids) }),
    endpointsOf: (workflows) => records.workflowEndpoints.listOfWorkflows(workflows.map(({ id }) => id)),
    async problemsOfEach(workflows) {
      const endpoints = await records.workflowEndpoints.listOfWorkflows(workflows.map(({ id }) => id));
      const connectors = await records.connectors.listByIds(
        endpoints.flatMap(({ connectorId }) => connectorId ?? []),
      );
      const ofWorkflow = Map.groupBy(endpoints, ({ workflowId }) => workflowId);
      return workflows.map((workflow) =>
        workflowProblems(workflow, ofWorkflow.get(workflow.id) ?? [], connectors),
      );
    },
    usingEach: (member, connectors) => workflowsUsingEach(records, member, connectors),
    findEndpoint: (member, id) => findEndpoint(records, member, id),
    updateEndpoint: (member, id, changes) => updateEndpoint(ports, member, { id, changes }),
  };
}

async function workflowsUsingEach(
  records: WorkflowRecords & ShareRecords,
  member: Member,
  connectors: readonly Pick<Connector, "id">[],
): Promise<readonly (readonly Workflow[])[]> {
  const endpoints = await records.workflowEndpoints.listOfConnectors(connectors.map(({ id }) => id));
  const ids = [...new Set(endpoints.map(({ workflowId }) => workflowId))];
  const found = await records.workflows.listByIds(ids);
  const seen = await seenAmong(records, member, { kind: "workflow", records: found });
  const byName = seen.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return connectors.map(({ id }) => {
    const users = new Set(
      endpoints.filter(({ connectorId }) => connectorId === id).map(({ workflowId }) => workflowId),
    );
    return byName.filter((workflow) => users.has(workflow.id));
  });
}
