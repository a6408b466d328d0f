import type { Application, Delivery, Job } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Loads the deliveries of many jobs in one query. */
export type DeliveryLists = DataLoader<Job, readonly Delivery[]>;

/** Not cached, because deliveries change. */
export function createDeliveryLists({ webhooks }: Application): DeliveryLists {
  return new DataLoader((jobs) => webhooks.deliveriesOfEach(jobs), { cache: false });
}
