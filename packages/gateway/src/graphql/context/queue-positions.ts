import type { Application, Job } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Reads the places in the queue of many jobs in one go. */
export type QueuePositions = DataLoader<Job, number | null>;

/** Nothing is kept between two reads: places change. */
export function createQueuePositions({ jobs }: Application): QueuePositions {
  return new DataLoader((some) => jobs.queuePositionsOfEach(some), { cache: false });
}
