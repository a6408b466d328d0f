import type { RunResult } from "./result/run-result.ts";
import type { Rendition } from "../../extraction/options/renditions.ts";
import type { Member } from "../access/model/caller.ts";
import type { IncomingDocument } from "../documents/uploads.ts";
import type { Job } from "../jobs/job.ts";
import type { Viewer } from "../jobs/jobs.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { RunFileRange, RunQuery } from "./run-ports.ts";
import type { ConnectionType, WorkflowEndpoint } from "../workflows/workflow.ts";
import type { DestinationPreview } from "./result/preview-destination.ts";
import type { Run, RunFile, RunFileStatus } from "./run.ts";

/** The credentials for the public address of a pipeline. */
export interface Entrance {
  /** Its name or its id. */
  readonly organization: string;
  readonly pipelineId: string;
  readonly key: string;
}

/** The files and the password of one request to a pipeline. */
export interface PostedDocuments {
  readonly files: AsyncIterable<IncomingDocument>;
  /** For all encrypted files, in place of the workflow's; known once all files have been read. */
  readonly documentPassword: () => string | undefined;
}

/** Files for a run that were uploaded before. */
export interface UploadedFiles {
  readonly pipelineId: string;
  /** 1 to 32. */
  readonly uploadIds: readonly string[];
}

/**
 * Every use case of runs. Members reach runs of pipelines that they manage; other calls throw `FORBIDDEN` if the
 * member can see the pipeline, otherwise `NOT_FOUND`.
 */
export interface Runs {
  /**
   * Starts a run of a pipeline on the files of its source.
   *
   * @throws DomainError `CONFLICT` if the pipeline is inactive (`field` is `active`), or if it is running and may not
   * overlap; `BAD_INPUT` if its files must be posted.
   */
  start(member: Member, pipelineId: string): Promise<Run>;
  /**
   * Starts a run of a pipeline on uploaded files instead of those of its source. As with posted files, other runs may be
   * under way.
   *
   * @throws DomainError `CONFLICT` if the pipeline is inactive (`field` is `active`) or not set up; `BAD_INPUT`
   * of the field `uploads`; `NOT_FOUND` of the field `upload`.
   */
  startWithUploads(member: Member, files: UploadedFiles): Promise<Run>;
  /** Stops a run and everything it has under way. @throws DomainError `CONFLICT` if it has ended. */
  cancel(member: Member, id: string): Promise<Run>;
  /**
   * Runs files of an ended run again: those that failed or were stopped, or the given ones whatever their status. A text
   * that could not be written is written again; any other file is read again, even if its content was processed before.
   *
   * @throws DomainError `CONFLICT` if the run has not ended, nothing can be retried, the pipeline is inactive, or
   * another run is under way and may not overlap; `BAD_INPUT` of the field `fileIds`.
   */
  retry(member: Member, id: string, fileIds?: readonly string[]): Promise<Run>;
  find(member: Member, id: string): Promise<Run>;
  /** A file of a run. */
  findFile(member: Member, id: string): Promise<RunFile>;
  /** Newest first. */
  list(member: Member, query: RunQuery): Promise<readonly Run[]>;
  count(member: Member, query: Omit<RunQuery, "offset" | "limit">): Promise<number>;
  /** The latest `limit` runs of each pipeline, newest first; undefined for one that the member does not manage. */
  latestOfEach(
    member: Member,
    pipelines: readonly Pipeline[],
    limit: number,
  ): Promise<readonly (readonly Run[] | undefined)[]>;
  /** The files of each run by path, greater than `after`. */
  filesOfEach(runs: readonly Run[], range: RunFileRange): Promise<readonly (readonly RunFile[])[]>;
  /** The job of each file or delivery, in their order; undefined for one without. */
  jobsOfEach(files: readonly Pick<RunFile, "jobId">[]): Promise<readonly (Job | undefined)[]>;
  /** By default of all statuses. */
  countFiles(run: Run, statuses?: readonly RunFileStatus[]): Promise<number>;
  /** What a run would write for a file with this path. @throws DomainError `BAD_INPUT` that names the field. */
  previewDestination(
    viewer: Viewer,
    destination: { readonly connection: ConnectionType; readonly path: string } & Pick<
      WorkflowEndpoint,
      "configuration"
    >,
  ): Promise<DestinationPreview>;
  /** Yields the run, then each change, until the run has ended or `signal` aborts. */
  watch(member: Member, id: string, signal?: AbortSignal): AsyncIterable<Run>;
  /**
   * Authenticates a caller with a key of a pipeline.
   *
   * @throws DomainError `NOT_FOUND`, `UNAUTHENTICATED`, `CONFLICT` if the pipeline is inactive (`field` is `active`).
   */
  enter(entrance: Entrance): Promise<Pipeline>;
  /** Starts a run like `start`, for a caller admitted by `enter`. */
  startEntered(pipeline: Pipeline): Promise<Run>;
  /**
   * Starts a run on posted files in place of those of the source.
   *
   * @throws DomainError `BAD_INPUT`, `TOO_LARGE`, `UNSUPPORTED_DOCUMENT`; no file is then stored.
   */
  post(pipeline: Pipeline, posted: PostedDocuments): Promise<Run>;
  /** Waits until the run has ended or `signal` aborts, and resolves to the run as it is then. */
  ended(run: Run, signal: AbortSignal): Promise<Run>;
  /**
   * The result of a run. If the destination is the public address, it contains the texts, once, and the renditions of
   * their structure that are asked for.
   *
   * @throws DomainError `NOT_FOUND`, `ALREADY_DELIVERED`; with renditions also `BAD_INPUT`, `UNAVAILABLE`, `TOO_LARGE`.
   */
  result(pipeline: Pipeline, runId: string, renditions?: readonly Rendition[]): Promise<RunResult>;
  /** For workers: starts the runs that are due. */
  followSchedules(signal: AbortSignal): Promise<void>;
  /** For workers: lists the files of a run's source. Throws if a retry may succeed. */
  takeFiles(runId: string, signal: AbortSignal): Promise<void>;
  /** For workers: takes a file of a run one step further. Throws like `takeFiles`. */
  workOnFile(runFileId: string, signal: AbortSignal): Promise<void>;
  /** Fails a run whose files could not be listed within all retries. */
  giveUpRun(runId: string): Promise<void>;
  /** Fails a file that could not be processed within all retries. */
  giveUpFile(runFileId: string): Promise<void>;
}
