import type { Visibility } from "../sharing/share-ports.ts";
import type { Workflow, WorkflowEndpoint } from "./workflow.ts";

export interface WorkflowRecords {
  readonly workflows: WorkflowStore;
  readonly workflowEndpoints: WorkflowEndpointStore;
}

/** Newest first. */
export interface WorkflowQuery extends Visibility {
  /** A part of the name; case is ignored. */
  readonly search?: string | undefined;
  /** Matches the whole name. */
  readonly name?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface WorkflowStore {
  /** False if the name is taken within the organization. */
  insert(workflow: Workflow): Promise<boolean>;
  find(id: string): Promise<Workflow | undefined>;
  /** The workflows with these ids that exist, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly Workflow[]>;
  list(query: WorkflowQuery): Promise<readonly Workflow[]>;
  count(query: Omit<WorkflowQuery, "offset" | "limit">): Promise<number>;
  /** Reads a workflow and locks it until the transaction ends. */
  lock(id: string): Promise<Workflow | undefined>;
  /** False if the name is taken within the organization. */
  update(
    id: string,
    changes: Partial<Omit<Workflow, "id" | "organizationId" | "createdBy" | "createdAt">>,
  ): Promise<boolean>;
  /** Also deletes its endpoints. */
  remove(id: string): Promise<void>;
}

export interface WorkflowEndpointStore {
  insert(endpoint: WorkflowEndpoint): Promise<void>;
  find(id: string): Promise<WorkflowEndpoint | undefined>;
  /** The endpoints of all given workflows; the source of each before its destination. */
  listOfWorkflows(workflowIds: readonly string[]): Promise<readonly WorkflowEndpoint[]>;
  /** The endpoints that use any of the given connectors. */
  listOfConnectors(connectorIds: readonly string[]): Promise<readonly WorkflowEndpoint[]>;
  /** The endpoints of an organization that write data by a schema. */
  listOfSchema(organizationId: string, schema: string): Promise<readonly WorkflowEndpoint[]>;
  update(
    id: string,
    changes: Partial<Pick<WorkflowEndpoint, "connection" | "connectorId" | "configuration" | "updatedAt">>,
  ): Promise<void>;
}
