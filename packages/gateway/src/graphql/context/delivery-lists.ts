import type { Application, Delivery, Job } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Reads the deliveries of many jobs in one go. */
export type DeliveryLists = DataLoader<Job, readonly Delivery[]>;

/** Nothing is kept between two reads: deliveries change. */
export function createDeliveryLists({ webhooks }: Application): DeliveryLists {
  return new DataLoader((jobs) => webhooks.deliveriesOfEach(jobs), { cache: false });
}
