import type { Visibility } from "../sharing/share-ports.ts";
import type { Workflow, WorkflowEndpoint } from "./workflow.ts";

export interface WorkflowRecords {
  readonly workflows: WorkflowStore;
  readonly workflowEndpoints: WorkflowEndpointStore;
}

/** Newest first. */
export interface WorkflowQuery extends Visibility {
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
  /** Exactly this name. */
  readonly name?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface WorkflowStore {
  /** False when the organization has a workflow of that name. */
  insert(workflow: Workflow): Promise<boolean>;
  find(id: string): Promise<Workflow | undefined>;
  /** Those of the ids that there are, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly Workflow[]>;
  list(query: WorkflowQuery): Promise<readonly Workflow[]>;
  count(query: Omit<WorkflowQuery, "offset" | "limit">): Promise<number>;
  /** Reads a workflow and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<Workflow | undefined>;
  /** False when another workflow of the organization has the name. */
  update(
    id: string,
    changes: Partial<Omit<Workflow, "id" | "organizationId" | "createdBy" | "createdAt">>,
  ): Promise<boolean>;
  /** Its endpoints go with it. */
  remove(id: string): Promise<void>;
}

export interface WorkflowEndpointStore {
  insert(endpoint: WorkflowEndpoint): Promise<void>;
  find(id: string): Promise<WorkflowEndpoint | undefined>;
  /** Those of any of the workflows; the source of each before its destination. */
  listOfWorkflows(workflowIds: readonly string[]): Promise<readonly WorkflowEndpoint[]>;
  listOfConnector(connectorId: string): Promise<readonly WorkflowEndpoint[]>;
  update(
    id: string,
    changes: Partial<Pick<WorkflowEndpoint, "connection" | "connectorId" | "configuration" | "updatedAt">>,
  ): Promise<void>;
}
