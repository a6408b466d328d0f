import type { Member } from "../access/caller.ts";
import type { FreshSettings } from "../oauth/fresh-settings.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { IncomingDocument, Uploads } from "../documents/uploads.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Database, Environment, ObjectStore, Subscriptions } from "../ports.ts";
import { followDueSchedules } from "../schedules/follow-schedules.ts";
import type { SecretBox } from "../secret-box.ts";
import { cancelRun } from "./cancel-run.ts";
import {
  countRuns,
  endedRun,
  filesOfEach,
  findRun,
  latestRuns,
  listRuns,
  watchRun,
  type RunListQuery,
} from "./find-runs.ts";
import { enterByKey, postFiles, type Entrance } from "./post-files.ts";
import { RUN_FILE_STATUSES, type Run, type RunFile } from "./run.ts";
import { resultOf, type RunResult } from "./run-result.ts";
import { giveUpFile, giveUpRun } from "./settle-file.ts";
import { startByKey, startRun } from "./start-run.ts";
import { takeFiles } from "./take-files.ts";
import { workOnFile } from "./work-on-file.ts";

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
  list(member: Member, query: RunListQuery): Promise<readonly Run[]>;
  count(member: Member, query: Omit<RunListQuery, "offset" | "limit">): Promise<number>;
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
  post(pipeline: Pipeline, files: AsyncIterable<IncomingDocument>): Promise<Run>;
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

export interface RunPorts {
  readonly database: Database;
  readonly environment: Environment;
  readonly objects: ObjectStore;
  readonly subscriptions: Subscriptions;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  readonly freshSettings: FreshSettings;
  readonly uploads: Uploads;
  readonly jobs: Pick<Jobs, "cancel">;
}

export function createRuns(ports: RunPorts): Runs {
  return {
    start: (member, pipelineId) => startRun(ports, member, pipelineId),
    cancel: (member, id) => cancelRun(ports, member, id),
    find: (member, id) => findRun(ports, member, id),
    list: (member, query) => listRuns(ports, member, query),
    count: (member, query) => countRuns(ports, member, query),
    latestOfEach: (member, pipelines, limit) => latestRuns(ports, member, { pipelines, limit }),
    filesOfEach: (runs, range) => filesOfEach(ports, runs, range),
    countFiles: (run) => ports.database.records.runFiles.count(run.id, RUN_FILE_STATUSES),
    watch: (member, id, signal) => watchRun(ports, member, { id, signal }),
    enter: (entrance) => enterByKey(ports, entrance),
    startEntered: (pipeline) => startByKey(ports, pipeline),
    post: (pipeline, files) => postFiles(ports, pipeline, files),
    ended: (run, signal) => endedRun(ports, run, signal),
    result: (pipeline, runId) => resultOf(ports, pipeline, runId),
    followSchedules: (signal) => followDueSchedules(ports, signal),
    takeFiles: (runId, signal) => takeFiles(ports, runId, signal),
    workOnFile: (runFileId, signal) => workOnFile(ports, runFileId, signal),
    giveUpRun: (runId) => giveUpRun(ports, runId),
    giveUpFile: (runFileId) => giveUpFile(ports, runFileId),
  };
}
