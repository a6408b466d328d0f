import type { Member } from "../access/model/caller.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { Unmodified } from "../assert-unmodified.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { Connector } from "../connectors/connector.ts";
import type { FieldsReader } from "../fields/fields-ports.ts";
import type { FieldsRecords } from "../fields/reading-ports.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowQuery, WorkflowRecords } from "./workflow-ports.ts";
import type { PipelineProblem } from "./workflow-problems.ts";
import type { Workflow, WorkflowEndpoint } from "./workflow.ts";

/** The fields of a workflow. */
export interface WorkflowFacts {
  readonly name: string;
  /** Default: "". */
  readonly description?: string | undefined;
  /** Default: true. */
  readonly active?: boolean | undefined;
  /** Default: null, no limit. */
  readonly maxFiles?: number | null | undefined;
  /** Extraction options; undefined options have their defaults. */
  readonly options?: object | undefined;
  /** Opens encrypted documents, at most 1,000 characters. Default: "", none. */
  readonly documentPassword?: string | undefined;
}

export type WorkflowChanges = {
  readonly [K in keyof WorkflowFacts]?: WorkflowFacts[K] | undefined;
} & {
  /** Options that replace single ones, instead of `options`, which replaces all. */
  readonly changedOptions?: object | undefined;
} & Unmodified;

/** The fields of a workflow endpoint. */
export type EndpointFacts = {
  readonly [K in "connection" | "connectorId" | "configuration"]?: WorkflowEndpoint[K] | undefined;
} & Unmodified;

/**
 * The workflows of the caller's organization that the caller can see.
 *
 * Every call throws DomainError `FORBIDDEN` if the caller's tier or role for the workflow does not allow it, and
 * `NOT_FOUND` if the caller cannot see it.
 */
export interface Workflows {
  /** Also creates its two endpoints. @throws DomainError `BAD_INPUT`, `CONFLICT` if the name is taken. */
  create(member: Member, facts: WorkflowFacts): Promise<Workflow>;
  /**
   * Changes the given fields; options are replaced as a whole. @throws DomainError as `create`, and `CONFLICT` if it
   * was changed after `unmodifiedSince`.
   */
  update(member: Member, id: string, changes: WorkflowChanges): Promise<Workflow>;
  /** Returns the deleted workflow. @throws DomainError `CONFLICT` that names the pipelines that run it. */
  remove(member: Member, id: string): Promise<Workflow>;
  find(member: Member, id: string): Promise<Workflow>;
  /** Newest first. */
  list(member: Member, query: Omit<WorkflowQuery, "organizationId" | "userId">): Promise<readonly Workflow[]>;
  count(member: Member, query: Pick<WorkflowQuery, "search" | "name">): Promise<number>;
  /** The workflows with these ids that the member can see, in any order. */
  seen(member: Member, ids: readonly string[]): Promise<readonly Workflow[]>;
  /** The endpoints of all given workflows; the source of each before its destination. */
  endpointsOf(workflows: readonly Pick<Workflow, "id">[]): Promise<readonly WorkflowEndpoint[]>;
  /** Why runs of each workflow that the caller was shown would fail, as far as it is known without connecting. */
  problemsOfEach(workflows: readonly Workflow[]): Promise<readonly (readonly PipelineProblem[])[]>;
  /** For each of the connectors, the workflows that use it and that the member can see, by name. */
  usingEach(
    member: Member,
    connectors: readonly Pick<Connector, "id">[],
  ): Promise<readonly (readonly Workflow[])[]>;
  findEndpoint(member: Member, id: string): Promise<WorkflowEndpoint>;
  /**
   * Changes the given fields. Changing the connection type clears the connector and its configuration.
   *
   * @throws DomainError `BAD_INPUT` if the parts do not fit together, or the member cannot see the connector;
   * `CONFLICT` if it was changed after `unmodifiedSince`.
   */
  updateEndpoint(member: Member, id: string, changes: EndpointFacts): Promise<WorkflowEndpoint>;
}

export interface WorkflowUseCasePorts {
  readonly database: Database<
    WorkflowRecords & ConnectorRecords & PipelineRecords & ShareRecords & UserRecords & FieldsRecords
  >;
  readonly fieldsReader: FieldsReader;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
}
