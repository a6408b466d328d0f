import type { ProcessedFile, Run, RunFile, RunFileStatus, RunStatus } from "./run.ts";

export interface RunRecords {
  readonly runs: RunStore;
  readonly runFiles: RunFileStore;
  readonly processedFiles: ProcessedFileStore;
}

/** Sent when a transaction on runs commits. */
export interface RunOutbox {
  readonly queue: RunQueue;
  readonly announcements: RunAnnouncements;
}

/** Newest first. */
export interface RunQuery {
  readonly pipelineId: string;
  /** Runs that were made at this instant or later. */
  readonly from?: Date | undefined;
  /** Runs that were made at this instant or earlier. */
  readonly to?: Date | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface RunStore {
  /** False when there is a run of the pipeline for the slot; it stays as it is. */
  insert(run: Run): Promise<boolean>;
  find(id: string): Promise<Run | undefined>;
  list(query: RunQuery): Promise<readonly Run[]>;
  count(query: Omit<RunQuery, "offset" | "limit">): Promise<number>;
  /** The latest `limit` runs of each pipeline, newest first. */
  listLatest(pipelineIds: readonly string[], limit: number): Promise<readonly Run[]>;
  /** Whether a run of the pipeline is of one of these statuses. */
  has(pipelineId: string, statuses: readonly RunStatus[]): Promise<boolean>;
  /** Reads a run and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<Run | undefined>;
  update(id: string, changes: Partial<Omit<Run, "id" | "organizationId" | "pipelineId">>): Promise<void>;
}

export interface RunFileStore {
  /** Stores files; one whose path is there already stays as it is. Answers how many were new. */
  insert(files: readonly RunFile[]): Promise<number>;
  find(id: string): Promise<RunFile | undefined>;
  findByJob(jobId: string): Promise<RunFile | undefined>;
  /** Reads a file and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<RunFile | undefined>;
  /** Those of a run by path, ascending, those above `after`. */
  list(
    runId: string,
    range: { readonly after: string; readonly limit: number; readonly statuses?: readonly RunFileStatus[] },
  ): Promise<readonly RunFile[]>;
  /** The first `limit` of each run by path, ascending, of those above `after`; in no order of runs. */
  listOfRuns(
    runIds: readonly string[],
    range: { readonly after: string; readonly limit: number },
  ): Promise<readonly RunFile[]>;
  /** How many files of the run are of one of these statuses. */
  count(runId: string, statuses: readonly RunFileStatus[]): Promise<number>;
  update(id: string, changes: Partial<Omit<RunFile, "id" | "runId" | "path">>): Promise<void>;
  /** Changes all files of the run that are of one of these statuses. */
  updateAll(
    runId: string,
    statuses: readonly RunFileStatus[],
    changes: Partial<Pick<RunFile, "status" | "finishedAt">>,
  ): Promise<void>;
  /** Forgets all files of the run that are of this status. */
  removeAll(runId: string, status: RunFileStatus): Promise<void>;
}

export interface ProcessedFileStore {
  /** One that is there already stays as it is. */
  insert(file: ProcessedFile): Promise<void>;
  holds(file: Pick<ProcessedFile, "workflowId" | "contentHash" | "path">): Promise<boolean>;
}

export interface RunQueue {
  /** Sends a run that is to take the files of its source. */
  takeFiles(runId: string): Promise<void>;
  /** Sends a file of a run, for its next step. */
  workOnFile(runFileId: string): Promise<void>;
}

export interface RunAnnouncements {
  runChanged(run: Pick<Run, "id">): Promise<void>;
}

export interface RunSubscriptions {
  /** As `JobSubscriptions.jobChanges`, for a run and its files. */
  runChanges(runId: string): AsyncIterableIterator<void> & AsyncDisposable;
}
