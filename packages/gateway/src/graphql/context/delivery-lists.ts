import type { Application, Delivery, DeliveryQuery, DeliveryTarget, Job } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Loads the deliveries of many jobs in one query. */
export type DeliveryLists = DataLoader<Job, readonly Delivery[]>;

/** Not cached, because deliveries change. */
export function createDeliveryLists({ webhooks }: Application): DeliveryLists {
  return new DataLoader((jobs) => webhooks.deliveriesOfEach(jobs), { cache: false });
}

/** A part of the deliveries to a target. */
interface AskedDeliveries extends Pick<DeliveryQuery, "states" | "offset" | "limit"> {
  readonly target: DeliveryTarget;
}

/** Loads the deliveries to many targets, in one query for all targets of a kind with the same part. */
export type DeliveryLogs = DataLoader<AskedDeliveries, readonly Delivery[]>;

/** Not cached, because deliveries change. */
export function createDeliveryLogs({ webhooks }: Application): DeliveryLogs {
  return new DataLoader(
    async (asked) => {
      const found = new Map<AskedDeliveries, readonly Delivery[] | undefined>();
      const groups = Map.groupBy(asked, ({ states, offset, limit }) =>
        JSON.stringify([states, offset, limit]),
      );
      for (const group of groups.values()) {
        const [first] = group;
        if (!first) continue;
        const targets = group.map(({ target }) => target);
        const lists = await webhooks.deliveriesTo(targets, first);
        for (const [index, one] of group.entries()) found.set(one, lists[index]);
      }
      return asked.map((one) => found.get(one) ?? []);
    },
    { cache: false },
  );
}
