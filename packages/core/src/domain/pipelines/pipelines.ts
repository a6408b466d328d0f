import type { Member } from "../access/caller.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { RunRecords } from "../runs/run-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { PipelineDetails } from "./pipeline-details.ts";
import type { PipelineQuery, PipelineRecords } from "./pipeline-ports.ts";
import type { Pipeline } from "./pipeline.ts";

/** What a caller says of a pipeline. */
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
};

/**
 * The pipelines of the caller's organization, as far as the caller sees them.
 *
 * Every call throws DomainError `FORBIDDEN` where the caller's tier, or what the caller is to the pipeline, does not let
 * it happen, and `NOT_FOUND` where the caller sees no such pipeline.
 */
export interface Pipelines {
  /**
   * Creates an active pipeline with a key of its own. It is of the kind `default`, in UTC, skips slots that it missed
   * and overlaps with itself never, where nothing else is said.
   *
   * @throws DomainError `BAD_INPUT`, `CONFLICT` when the organization has one of that name.
   */
  create(member: Member, facts: PipelineFacts): Promise<Pipeline>;
  /** Changes what is given. @throws DomainError as `create`. */
  update(member: Member, id: string, changes: PipelineChanges): Promise<Pipeline>;
  /** Answers what was removed; its keys, its schedule and its runs go with it. */
  remove(member: Member, id: string): Promise<Pipeline>;
  find(member: Member, id: string): Promise<Pipeline>;
  /** By default the one that ran last is first. */
  list(member: Member, query: Omit<PipelineQuery, "organizationId" | "userId">): Promise<readonly Pipeline[]>;
  count(
    member: Member,
    query: Pick<PipelineQuery, "kind" | "workflowId" | "name" | "search">,
  ): Promise<number>;
  /** Those of the ids that the member sees, in any order. */
  seen(member: Member, ids: readonly string[]): Promise<readonly Pipeline[]>;
  /** What stands around each of the pipelines that the caller was shown, in their order. */
  detailsOfEach(pipelines: readonly Pipeline[]): Promise<readonly PipelineDetails[]>;
}

export interface PipelineUseCasePorts {
  readonly database: Database<
    PipelineRecords & WorkflowRecords & ConnectorRecords & RunRecords & ShareRecords
  >;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  /** Slots of a schedule are at least so far apart. */
  readonly minimumScheduleSeconds: number;
}
