/** Why a run began. */
export const RUN_TRIGGERS = ["direct", "scheduled", "api"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const RUN_STATUSES = ["pending", "executing", "completed", "stopped", "error"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One execution of a pipeline. */
export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly pipelineId: string;
  readonly workflowId: string;
  readonly trigger: RunTrigger;
  readonly status: RunStatus;
  /** Null until the source was listed. */
  readonly totalFiles: number | null;
  readonly successfulFiles: number;
  readonly failedFiles: number;
  /** Files that an earlier run has processed. */
  readonly skippedFiles: number;
  /** "" when there is nothing to say. */
  readonly errorMessage: string;
  /** How often it was begun: more than once after a crash. */
  readonly attempts: number;
  /** The slot of the schedule that it fills; null where it was not scheduled. One run a slot. */
  readonly slot: Date | null;
  readonly tags: readonly string[];
  /** When somebody has taken its result. */
  readonly acknowledgedAt: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export const RUN_FILE_STATUSES = ["pending", "extracting", "writing", "done", "skipped", "failed"] as const;
export type RunFileStatus = (typeof RUN_FILE_STATUSES)[number];

/** One file of a run. */
export interface RunFile {
  readonly id: string;
  readonly runId: string;
  /** Where it stands at its source; unique within the run. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number | null;
  /** SHA-256 of the content, hexadecimal; null until it was read. */
  readonly contentHash: string | null;
  readonly status: RunFileStatus;
  /** The extraction job; null until there is one. */
  readonly jobId: string | null;
  /** The object that holds a posted file; null for files of a source. */
  readonly objectKey: string | null;
  readonly errorMessage: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** That a workflow has processed a file: not to be done again. */
export interface ProcessedFile {
  readonly workflowId: string;
  readonly contentHash: string;
  readonly path: string;
  readonly runId: string;
  readonly processedAt: Date;
}
