import type { ProcessedFile, Run, RunFile, RunFileStatus, RunStatus } from "./run.ts";

export interface RunRecords {
  readonly runs: RunStore;
  readonly runFiles: RunFileStore;
  readonly processedFiles: ProcessedFileStore;
}

/** Published when a transaction on runs commits. */
export interface RunOutbox {
  readonly queue: RunQueue;
  readonly announcements: RunAnnouncements;
}

/** Newest first. */
export interface RunQuery {
  readonly pipelineId: string;
  /** Runs created at or after this time. */
  readonly from?: Date | undefined;
  /** Runs created at or before this time. */
  readonly to?: Date | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface RunStore {
  /** False if the pipeline already has a run for the slot, which is unchanged. */
  insert(run: Run): Promise<boolean>;
  find(id: string): Promise<Run | undefined>;
  list(query: RunQuery): Promise<readonly Run[]>;
  count(query: Omit<RunQuery, "offset" | "limit">): Promise<number>;
  /** The latest `limit` runs of each pipeline, newest first. */
  listLatest(pipelineIds: readonly string[], limit: number): Promise<readonly Run[]>;
  /** Whether the pipeline has a run with one of these statuses. */
  has(pipelineId: string, statuses: readonly RunStatus[]): Promise<boolean>;
  /** Reads a run and locks it until the transaction ends. */
  lock(id: string): Promise<Run | undefined>;
  update(id: string, changes: Partial<Omit<Run, "id" | "organizationId" | "pipelineId">>): Promise<void>;
}

/** A part of the files of a run. */
export interface RunFileRange {
  readonly after: string;
  readonly limit: number;
  /** By default all. */
  readonly statuses?: readonly RunFileStatus[] | undefined;
}

export interface RunFileStore {
  /** Stores files and returns the number of new ones; existing paths are unchanged. */
  insert(files: readonly RunFile[]): Promise<number>;
  find(id: string): Promise<RunFile | undefined>;
  findByJob(jobId: string): Promise<RunFile | undefined>;
  /** Reads a file and locks it until the transaction ends. */
  lock(id: string): Promise<RunFile | undefined>;
  /** The files of a run by path, ascending, greater than `after`. */
  list(runId: string, range: RunFileRange): Promise<readonly RunFile[]>;
  /** The first `limit` files of each run by path, ascending, greater than `after`; runs are in no particular order. */
  listOfRuns(runIds: readonly string[], range: RunFileRange): Promise<readonly RunFile[]>;
  /** The number of files of the run with one of these statuses. */
  count(runId: string, statuses: readonly RunFileStatus[]): Promise<number>;
  update(id: string, changes: Partial<Omit<RunFile, "id" | "runId" | "path">>): Promise<void>;
  /** Changes all files of the run with one of these statuses, or only those started less often. */
  updateAll(
    runId: string,
    statuses: readonly RunFileStatus[],
    changes: Partial<Pick<RunFile, "status" | "errorMessage" | "startedAt" | "finishedAt">>,
    only?: { readonly attemptsBelow: number },
  ): Promise<void>;
  /** Deletes all files of the run with this status. */
  removeAll(runId: string, status: RunFileStatus): Promise<void>;
}

export interface ProcessedFileStore {
  /** An existing record is unchanged. */
  insert(file: ProcessedFile): Promise<void>;
  holds(file: Pick<ProcessedFile, "workflowId" | "contentHash" | "path">): Promise<boolean>;
  remove(file: Pick<ProcessedFile, "workflowId" | "contentHash" | "path">): Promise<void>;
}

export interface RunQueue {
  /** Queues a run to list the files of its source. */
  takeFiles(run: Pick<Run, "id" | "organizationId">): Promise<void>;
  /** Queues the next step of a file. */
  workOnFile(
    file: Pick<RunFile, "id"> & Pick<Run, "organizationId">,
    delay?: { readonly seconds: number },
  ): Promise<void>;
}

export interface RunAnnouncements {
  runChanged(run: Pick<Run, "id">): Promise<void>;
}

export interface RunSubscriptions {
  /** Like `JobSubscriptions.jobChanges`, for a run and its files. */
  runChanges(runId: string): AsyncIterableIterator<void> & AsyncDisposable;
}
