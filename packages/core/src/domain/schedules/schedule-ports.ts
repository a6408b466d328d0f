import type { Schedule } from "../pipelines/pipeline.ts";

export interface ScheduleRecords {
  readonly schedules: ScheduleStore;
}

/** How far a pipeline's schedule has been processed. */
export interface ScheduleProgress extends Pick<Schedule, "timeZone"> {
  readonly pipelineId: string;
  /** The cron string that the progress belongs to. */
  readonly cron: string;
  /** The first unprocessed slot; null if there is none. */
  readonly nextSlot: Date | null;
}

export interface ScheduleStore {
  /**
   * Active pipelines with a schedule whose next slot is at or before `now`, or that has no progress yet; at most
   * `limit`.
   */
  listDue(now: Date, limit: number): Promise<readonly string[]>;
  find(pipelineId: string): Promise<ScheduleProgress | undefined>;
  put(progress: ScheduleProgress): Promise<void>;
  /** Deletes the progress of pipelines that are paused or have no schedule. */
  forgetPaused(): Promise<void>;
}
