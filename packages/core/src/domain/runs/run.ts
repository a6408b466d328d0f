/** What started a run. */
export const RUN_TRIGGERS = ["direct", "scheduled", "api"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** `partial`: some files failed. `error`: no file was processed. */
export const RUN_STATUSES = ["pending", "executing", "completed", "partial", "stopped", "error"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The allowed transitions. A status never follows itself. A run executes again if files of it are retried. */
const TRANSITIONS = {
  pending: ["executing", "stopped", "error"],
  executing: ["completed", "partial", "stopped", "error"],
  completed: ["executing"],
  partial: ["executing"],
  stopped: ["executing"],
  error: ["executing"],
} as const satisfies Record<RunStatus, readonly RunStatus[]>;

export function runMayBecome(from: RunStatus, to: RunStatus): boolean {
  const next: readonly RunStatus[] = TRANSITIONS[from];
  return next.includes(to);
}

/** Statuses of runs that have not ended. */
export const UNFINISHED_RUN_STATUSES = ["pending", "executing"] as const satisfies readonly RunStatus[];

export function isFinished(status: RunStatus): boolean {
  return status !== "pending" && status !== "executing";
}

/** One execution of a pipeline. */
export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly pipelineId: string;
  readonly workflowId: string;
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  /** Null until the source is listed. */
  readonly totalFiles: number | null;
  readonly successfulFiles: number;
  readonly failedFiles: number;
  /** Files that an earlier run has processed. */
  readonly skippedFiles: number;
  /** "" if there is no error. */
  readonly errorMessage: string;
  /** The number of starts: more than one after a crash. */
  readonly attempts: number;
  /** How often files of it were retried. */
  readonly retries: number;
  /** The slot of the schedule; null if the run was not scheduled. Each slot has one run. */
  readonly slot: Date | null;
  readonly tags: readonly string[];
  /** When its result was retrieved. */
  readonly acknowledgedAt: Date | null;
  readonly createdAt: Date;
  /** When it started, or its files were last retried. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** `skipped`: an earlier run has processed the file. `stopped`: the run ended before the file did. */
export const RUN_FILE_STATUSES = [
  "pending",
  "extracting",
  "writing",
  "done",
  "skipped",
  "failed",
  "stopped",
] as const;
export type RunFileStatus = (typeof RUN_FILE_STATUSES)[number];

/** The allowed transitions of a file. A retried file is pending again. */
const FILE_TRANSITIONS = {
  pending: ["extracting", "stopped"],
  extracting: ["writing", "skipped", "failed", "stopped"],
  writing: ["done", "failed", "stopped"],
  done: ["pending"],
  skipped: ["pending"],
  failed: ["pending"],
  stopped: ["pending"],
} as const satisfies Record<RunFileStatus, readonly RunFileStatus[]>;

export function fileMayBecome(from: RunFileStatus, to: RunFileStatus): boolean {
  const next: readonly RunFileStatus[] = FILE_TRANSITIONS[from];
  return next.includes(to);
}

/** Statuses of files without a result. */
export const UNSUCCESSFUL_FILES = ["failed", "stopped"] as const satisfies readonly RunFileStatus[];

/** How often a file may be started, the first time included. */
export const MAX_FILE_ATTEMPTS = 10;

/** Statuses of files that are being processed. */
export const FILES_UNDER_WAY = ["extracting", "writing"] as const satisfies readonly RunFileStatus[];

/** The origin of a file: posted with the request that started the run, or read from the pipeline's source. */
export const FILE_ORIGINS = ["posted", "source"] as const;
export type FileOrigin = (typeof FILE_ORIGINS)[number];

/** One file of a run. */
export interface RunFile {
  readonly id: string;
  readonly runId: string;
  readonly origin: FileOrigin;
  /** The path at its source; unique within the run. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number | null;
  /** SHA-256 of the content, hexadecimal; null until it is read. */
  readonly contentHash: string | null;
  readonly status: RunFileStatus;
  /** The extraction job; null until it is created. */
  readonly jobId: string | null;
  /** The object with the content; null until it is stored. */
  readonly objectKey: string | null;
  /** How often it was started. */
  readonly attempts: number;
  /** The path or the table at the destination; null if nothing was written. */
  readonly writtenTo: string | null;
  readonly errorMessage: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** A file that a workflow has processed, and will skip. */
export interface ProcessedFile {
  readonly workflowId: string;
  readonly contentHash: string;
  readonly path: string;
  readonly runId: string;
  readonly processedAt: Date;
}
