import type { Member } from "../access/caller.ts";
import type { FreshSettings } from "../oauth/fresh-settings.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { IncomingDocument, Uploads } from "../documents/uploads.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Database, Environment, ObjectStore, SecretBox } from "../ports.ts";
import type { OrganizationRecords } from "../access/organization-ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { JobOutbox, JobRecords } from "../jobs/job-ports.ts";
import type { NotificationRecords } from "../notifications/notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunQuery, RunRecords, RunSubscriptions } from "./run-ports.ts";
import type { ScheduleRecords } from "../schedules/schedule-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../webhooks/webhook-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { Run, RunFile } from "./run.ts";

/** What somebody shows who wants to use a pipeline by one of its keys. */
export interface Entrance {
  /** Its name or its id. */
  readonly organization: string;
  readonly pipelineId: string;
  readonly key: string;
}

/** What one request brings to a pipeline. */
export interface PostedDocuments {
  readonly files: AsyncIterable<IncomingDocument>;
  /** Of all that are encrypted, instead of the workflow's; known once the last of the files has been read. */
  readonly documentPassword: () => string | undefined;
}

/** What a run came to, for whoever holds a key of its pipeline. */
export interface RunResult {
  readonly run: Run;
  /** By path; none before the run has ended. */
  readonly files: readonly RunFileResult[];
}

export interface RunFileResult {
  readonly file: RunFile;
  /** Null where the file could not be read, or the text was written to a destination. */
  readonly text: string | null;
  /** Null where there was no job for the file. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/**
 * Every use case of runs. Members reach the runs of pipelines that they manage; where they only see the pipeline the
 * answer is `FORBIDDEN`, and `NOT_FOUND` where they do not.
 */
export interface Runs {
  /**
   * Begins a run of a pipeline with the files of its source.
   *
   * @throws DomainError `CONFLICT` when the pipeline is inactive (`field` is `active`), when it runs already and may not
   *   overlap, `BAD_INPUT` when its files are to be posted.
   */
  start(member: Member, pipelineId: string): Promise<Run>;
  /** Ends a run and what is under way of it. @throws DomainError `CONFLICT` when it has ended. */
  cancel(member: Member, id: string): Promise<Run>;
  find(member: Member, id: string): Promise<Run>;
  /** Newest first. */
  list(member: Member, query: RunQuery): Promise<readonly Run[]>;
  count(member: Member, query: Omit<RunQuery, "offset" | "limit">): Promise<number>;
  /** The latest `limit` runs of each pipeline, newest first; undefined for one that the member does not manage. */
  latestOfEach(
    member: Member,
    pipelines: readonly Pipeline[],
    limit: number,
  ): Promise<readonly (readonly Run[] | undefined)[]>;
  /** Files of each run by path, those above `after`. */
  filesOfEach(
    runs: readonly Run[],
    range: { readonly after: string; readonly limit: number },
  ): Promise<readonly (readonly RunFile[])[]>;
  countFiles(run: Run): Promise<number>;
  /** The run as it is, then each change; ends with the run, or when `signal` aborts. */
  watch(member: Member, id: string, signal?: AbortSignal): AsyncIterable<Run>;
  /**
   * Lets whoever holds a key of a pipeline in.
   *
   * @throws DomainError `NOT_FOUND`, `UNAUTHENTICATED`, `CONFLICT` when the pipeline is inactive (`field` is `active`).
   */
  enter(entrance: Entrance): Promise<Pipeline>;
  /** Begins a run as `start` does, for whoever was let in. */
  startEntered(pipeline: Pipeline): Promise<Run>;
  /**
   * Begins a run with posted files in place of those of the source.
   *
   * @throws DomainError `BAD_INPUT`, `TOO_LARGE`, `UNSUPPORTED_DOCUMENT`; then no file is kept.
   */
  post(pipeline: Pipeline, posted: PostedDocuments): Promise<Run>;
  /** Waits until the run has ended or `signal` aborts, and resolves to the run as it is then. */
  ended(run: Run, signal: AbortSignal): Promise<Run>;
  /**
   * What a run came to. Where its pipeline gives results back, the texts are with it, once.
   *
   * @throws DomainError `NOT_FOUND`, `ALREADY_DELIVERED`.
   */
  result(pipeline: Pipeline, runId: string): Promise<RunResult>;
  /** Begins the runs whose time has come, as a worker does. */
  followSchedules(signal: AbortSignal): Promise<void>;
  /** Finds the files of a run's source, as a worker does; whatever may go better another time is thrown. */
  takeFiles(runId: string, signal: AbortSignal): Promise<void>;
  /** Takes a file of a run a step further, as a worker does. Throws as `takeFiles`. */
  workOnFile(runFileId: string, signal: AbortSignal): Promise<void>;
  /** Ends a run whose files could not be found, however often it was tried. */
  giveUpRun(runId: string): Promise<void>;
  /** Ends a file that could not be taken further, however often it was tried. */
  giveUpFile(runFileId: string): Promise<void>;
}

/** Read or written when a run ends: its pipeline shows the status, its notifications are delivered. */
export type RunEndRecords = RunRecords & PipelineRecords & NotificationRecords & WebhookRecords;
export type RunEndOutbox = RunOutbox & DeliveryOutbox;

/** Read or written when a file ends: the next file begins, up to the limit of the workflow, or the run ends. */
export type FileEndRecords = RunEndRecords & WorkflowRecords;

export interface RunPorts {
  readonly database: Database<
    FileEndRecords & JobRecords & ConnectorRecords & ShareRecords & OrganizationRecords & ScheduleRecords,
    RunEndOutbox & JobOutbox
  >;
  readonly environment: Environment;
  readonly objects: ObjectStore;
  readonly subscriptions: RunSubscriptions;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  readonly freshSettings: FreshSettings;
  readonly uploads: Uploads;
  readonly jobs: Pick<Jobs, "cancel">;
}
