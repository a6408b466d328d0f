import type { Member } from "../access/model/caller.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { Unmodified } from "../assert-unmodified.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { FieldsReader } from "../fields/fields-ports.ts";
import type { FieldsRecords } from "../fields/reading-ports.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { RunRecords } from "../runs/run-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { EndpointFacts, WorkflowChanges } from "../workflows/workflows.ts";
import type { PipelineDetails } from "./pipeline-details.ts";
import type { PipelineQuery, PipelineRecords } from "./pipeline-ports.ts";
import type { Pipeline, Schedule } from "./pipeline.ts";
import type { Run } from "../runs/run.ts";

/** The fields of a pipeline. */
export type PipelineFacts = Pick<Pipeline, "name" | "workflowId"> & {
  readonly [
    K in
      | "kind"
      | "cron"
      | "timeZone"
      | "missedSlots"
      | "allowOverlap"
      | "appId"
      | "appIcon"
      | "appUrl"
      | "accessControlBundleId"
  ]?: Pipeline[K] | undefined;
};

export type PipelineChanges = {
  readonly [K in keyof PipelineFacts | "active"]?: Pipeline[K] | undefined;
} & Unmodified;

/** What is changed together. */
export interface PipelineSettings {
  readonly pipeline: { readonly id: string; readonly changes: PipelineChanges };
  readonly workflow: { readonly id: string; readonly changes: WorkflowChanges } | undefined;
  readonly endpoints: readonly { readonly id: string; readonly changes: EndpointFacts }[];
}

/**
 * The pipelines of the caller's organization that the caller can see.
 *
 * Every call throws DomainError `FORBIDDEN` if the caller's tier or role for the pipeline does not allow it, and
 * `NOT_FOUND` if the caller cannot see it.
 */
export interface Pipelines {
  /**
   * Creates an active pipeline with a key. Defaults: kind `default`, time zone UTC, missed slots are skipped, no
   * overlapping runs.
   *
   * @throws DomainError `BAD_INPUT`, `CONFLICT` if the name is taken.
   */
  create(member: Member, facts: PipelineFacts): Promise<Pipeline>;
  /**
   * Changes the given fields. @throws DomainError as `create`, and `CONFLICT` if it was changed after
   * `unmodifiedSince`.
   */
  update(member: Member, id: string, changes: PipelineChanges): Promise<Pipeline>;
  /**
   * Changes a pipeline, its workflow and the workflow's endpoints together: all of them, or none.
   *
   * @throws DomainError as `update`, `Workflows.update` and `Workflows.updateEndpoint`.
   */
  updateSettings(member: Member, settings: PipelineSettings): Promise<Pipeline>;
  /** Returns the deleted pipeline; also deletes its keys, schedule and runs. */
  remove(member: Member, id: string): Promise<Pipeline>;
  find(member: Member, id: string): Promise<Pipeline>;
  /** By default the latest run is first. */
  list(member: Member, query: Omit<PipelineQuery, "organizationId" | "userId">): Promise<readonly Pipeline[]>;
  count(
    member: Member,
    query: Pick<PipelineQuery, "kind" | "workflowId" | "name" | "search">,
  ): Promise<number>;
  /** The pipelines with these ids that the member can see, in any order. */
  seen(member: Member, ids: readonly string[]): Promise<readonly Pipeline[]>;
  /** The pipelines of each workflow that the member can see. */
  seenOfWorkflows(member: Member, workflowIds: readonly string[]): Promise<readonly (readonly Pipeline[])[]>;
  /** The latest `limit` runs of each pipeline that the caller was shown, newest first. */
  recentRunsOfEach(pipelines: readonly Pipeline[], limit: number): Promise<readonly (readonly Run[])[]>;
  /** The next slots of a pipeline, at most `count`; empty if it has no schedule or is inactive. */
  nextSlots(pipeline: Pipeline, count: number): readonly Date[];
  /**
   * The next slots that a schedule would have.
   *
   * @throws DomainError `BAD_INPUT` as `create` does.
   */
  previewSlots(
    schedule: Pick<Schedule, "timeZone"> & { readonly cron: string },
    count: number,
  ): readonly Date[];
  /** The related records of pipelines that the caller was shown, in their order. */
  detailsOfEach(pipelines: readonly Pipeline[]): Promise<readonly PipelineDetails[]>;
}

export interface PipelineUseCasePorts {
  readonly database: Database<
    PipelineRecords &
      WorkflowRecords &
      ConnectorRecords &
      RunRecords &
      ShareRecords &
      UserRecords &
      FieldsRecords
  >;
  readonly fieldsReader: FieldsReader;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  /** The minimum interval between slots of a schedule. */
  readonly minimumScheduleSeconds: number;
}
