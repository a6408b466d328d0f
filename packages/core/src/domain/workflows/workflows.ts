import type { Member } from "../access/caller.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowQuery, WorkflowRecords } from "./workflow-ports.ts";
import type { Workflow, WorkflowEndpoint } from "./workflow.ts";

/** What a caller says of a workflow. */
export interface WorkflowFacts {
  readonly name: string;
  /** Default: "". */
  readonly description?: string | undefined;
  /** Default: true. */
  readonly active?: boolean | undefined;
  /** Default: null, which takes all. */
  readonly maxFiles?: number | null | undefined;
  /** Options of the extraction; what is left out has its default. */
  readonly options?: object | undefined;
  /** Opens documents that are encrypted, at most 1,000 characters; "" for none, which is the default. */
  readonly documentPassword?: string | undefined;
}

export type WorkflowChanges = { readonly [K in keyof WorkflowFacts]?: WorkflowFacts[K] | undefined };

/** What a caller says of one end of a workflow. */
export type EndpointFacts = {
  readonly [K in "connection" | "connectorId" | "configuration"]?: WorkflowEndpoint[K] | undefined;
};

/**
 * The workflows of the caller's organization, as far as the caller sees them.
 *
 * Every call throws DomainError `FORBIDDEN` where the caller's tier, or what the caller is to the workflow, does not let
 * it happen, and `NOT_FOUND` where the caller sees no such workflow.
 */
export interface Workflows {
  /** With its two endpoints. @throws DomainError `BAD_INPUT`, `CONFLICT` when the organization has one of that name. */
  create(member: Member, facts: WorkflowFacts): Promise<Workflow>;
  /** Changes what is given; options are replaced as a whole. @throws DomainError as `create`. */
  update(member: Member, id: string, changes: WorkflowChanges): Promise<Workflow>;
  /** Answers what was removed. @throws DomainError `CONFLICT` that names the pipelines that run it. */
  remove(member: Member, id: string): Promise<Workflow>;
  find(member: Member, id: string): Promise<Workflow>;
  /** Newest first. */
  list(member: Member, query: Omit<WorkflowQuery, "organizationId" | "userId">): Promise<readonly Workflow[]>;
  count(member: Member, query: Pick<WorkflowQuery, "search" | "name">): Promise<number>;
  /** Those of the ids that the member sees, in any order. */
  seen(member: Member, ids: readonly string[]): Promise<readonly Workflow[]>;
  /** Those of any of the workflows; the source of each before its destination. */
  endpointsOf(workflows: readonly Pick<Workflow, "id">[]): Promise<readonly WorkflowEndpoint[]>;
  findEndpoint(member: Member, id: string): Promise<WorkflowEndpoint>;
  /**
   * Changes what is given. Another kind of connection begins with no connector and no configuration.
   *
   * @throws DomainError `BAD_INPUT` when the parts do not fit together, or the member does not see the connector.
   */
  updateEndpoint(member: Member, id: string, changes: EndpointFacts): Promise<WorkflowEndpoint>;
}

export interface WorkflowUseCasePorts {
  readonly database: Database<WorkflowRecords & ConnectorRecords & PipelineRecords & ShareRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
}
