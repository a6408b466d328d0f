import type { Application, Job } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Loads the queue positions of many jobs in one query. */
export type QueuePositions = DataLoader<Job, number | null>;

/** Not cached, because positions change. */
export function createQueuePositions({ jobs }: Application): QueuePositions {
  return new DataLoader((some) => jobs.queuePositionsOfEach(some), { cache: false });
}
