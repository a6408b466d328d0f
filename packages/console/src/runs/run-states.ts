import type { RunFileStatus, RunStatus, RunTrigger } from "../generated/graphql.ts";
import type { State } from "../parts/state-badge.tsx";

interface Look {
  readonly state: State;
  readonly label: string;
}

export const RUN_STATES = {
  PENDING: { state: "queued", label: "Waiting" },
  EXECUTING: { state: "running", label: "Running" },
  COMPLETED: { state: "done", label: "Completed" },
  PARTIAL: { state: "partly", label: "Partly failed" },
  STOPPED: { state: "cancelled", label: "Stopped" },
  ERROR: { state: "failed", label: "Failed" },
} as const satisfies Record<RunStatus, Look>;

export const FILE_STATES = {
  PENDING: { state: "queued", label: "Waiting" },
  EXTRACTING: { state: "running", label: "Reading" },
  WRITING: { state: "running", label: "Writing" },
  DONE: { state: "done", label: "Done" },
  SKIPPED: { state: "cancelled", label: "Skipped" },
  FAILED: { state: "failed", label: "Failed" },
  STOPPED: { state: "cancelled", label: "Stopped" },
} as const satisfies Record<RunFileStatus, Look>;

export const TRIGGERS = {
  API: "Public address",
  DIRECT: "By hand",
  SCHEDULED: "Schedule",
} as const satisfies Record<RunTrigger, string>;

/** Whether a run goes on and its counts still change. */
export function isGoingOn(status: RunStatus): boolean {
  return status === "PENDING" || status === "EXECUTING";
}
