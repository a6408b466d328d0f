import type { Schedule } from "../pipelines/pipeline.ts";

export interface ScheduleRecords {
  readonly schedules: ScheduleStore;
}

/** How far a pipeline's schedule has been followed. */
export interface ScheduleProgress extends Pick<Schedule, "timeZone"> {
  readonly pipelineId: string;
  /** The cron string that is followed. */
  readonly cron: string;
  /** The first slot that was not considered yet; null where there is none. */
  readonly nextSlot: Date | null;
}

export interface ScheduleStore {
  /**
   * Active pipelines with a schedule that has a slot at `now` or before, or that is not followed yet, at most `limit`.
   */
  listDue(now: Date, limit: number): Promise<readonly string[]>;
  find(pipelineId: string): Promise<ScheduleProgress | undefined>;
  put(progress: ScheduleProgress): Promise<void>;
  /** Follows pipelines no more that are paused, or have no schedule. */
  forgetPaused(): Promise<void>;
}
