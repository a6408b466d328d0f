import type { Shareable } from "../access/model/shareable.ts";

export const PIPELINE_KINDS = ["etl", "task", "default", "app"] as const;
export type PipelineKind = (typeof PIPELINE_KINDS)[number];

/** The outcome of a pipeline's last run, or its current state. */
export const PIPELINE_RUN_STATUSES = [
  "yet_to_start",
  "restarting",
  "in_progress",
  "success",
  "partial",
  "failure",
  "paused",
] as const;
export type PipelineRunStatus = (typeof PIPELINE_RUN_STATUSES)[number];

/** What happens to slots of the schedule during which no service ran. */
export const MISSED_SLOT_POLICIES = ["skip", "run_once"] as const;
export type MissedSlotPolicy = (typeof MISSED_SLOT_POLICIES)[number];

/** The schedule of a pipeline. */
export interface Schedule {
  /** Five fields; null for no schedule. */
  readonly cron: string | null;
  /** An IANA name, such as "Europe/Berlin". */
  readonly timeZone: string;
  readonly missedSlots: MissedSlotPolicy;
  /** Whether a run may start while another of the same pipeline is under way. */
  readonly allowOverlap: boolean;
}

/** Runs a workflow: on demand, on a schedule, or by a caller with one of its keys. */
export interface Pipeline extends Shareable, Schedule {
  /** Unique within the organization. */
  readonly name: string;
  readonly kind: PipelineKind;
  readonly workflowId: string;
  /** Whether it may run at all. */
  readonly active: boolean;
  readonly runCount: number;
  readonly lastRunAt: Date | null;
  readonly lastRunStatus: PipelineRunStatus;
  /** Labels that clients store with a pipeline; the service does not use them. */
  readonly appId: string | null;
  readonly appIcon: string | null;
  readonly appUrl: string | null;
  readonly accessControlBundleId: string | null;
  readonly modifiedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * A key to the public address of one pipeline. It can be shown again, so it is stored encrypted in addition to its
 * digest.
 */
export interface PipelineKey {
  readonly id: string;
  readonly organizationId: string;
  readonly pipelineId: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  readonly sealedKey: string;
  readonly description: string;
  readonly active: boolean;
  readonly createdBy: string | null;
  readonly modifiedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
