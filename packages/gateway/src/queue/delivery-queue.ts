import type { Delivery, DeliveryTask } from "@galley/core/domain";
import type { PgBoss, Queue, SendOptions } from "pg-boss";
import { z } from "zod";
import { currentBaggage, type Baggage } from "../baggage.ts";
import { sendEntry } from "./entry.ts";

/** Attempts of deliveries that wait for their time, and those that could not be made. */
export const DELIVERY_QUEUE_NAMES = ["deliver", "deliver-dead"] as const;
type DeliveryQueueName = (typeof DELIVERY_QUEUE_NAMES)[number];

/** What a queue entry carries. */
export const deliveryTaskSchema = z.object({ deliveryId: z.uuid(), attempt: z.int().positive() });

/** A worker that died is missed after this many seconds. pg-boss takes no less than 10. */
const HEARTBEAT_SECONDS = 10;

/** No attempt is dropped because it waited: the longest that pg-boss takes. */
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Finished entries say nothing that the deliveries do not say. */
const KEEP_FINISHED_SECONDS = 60 * 60;

/**
 * An entry fails for reasons of ours only, such as a restart; what a target does is a result. There is no notice of
 * new entries, since it would wake every loop for each of them.
 */
const QUEUES = {
  deliver: {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: 12,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 15,
    retentionSeconds: KEEP_WAITING_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
    deadLetter: "deliver-dead",
  },
  "deliver-dead": {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: KEEP_WAITING_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
  },
} as const satisfies Record<DeliveryQueueName, Omit<Queue, "name">>;

/** Makes the queues, or brings those that are there up to date. A dead letter queue must be there before its queue. */
export async function prepareDeliveryQueues(boss: PgBoss): Promise<void> {
  for (const name of DELIVERY_QUEUE_NAMES.toReversed()) {
    await boss.createQueue(name, QUEUES[name]);
    await boss.updateQueue(name, QUEUES[name]);
  }
}

/** Sends the next attempt of a delivery. The attempts at one webhook are a group, of which few are made at a time. */
export async function sendDelivery(boss: PgBoss, delivery: Delivery, options: SendOptions): Promise<void> {
  const {
    id: deliveryId,
    organizationId,
    jobId,
    runId,
    webhookName,
    notificationId,
    attemptsMade,
    nextAttemptAt,
  } = delivery;
  await sendTask(
    boss,
    { deliveryId, attempt: attemptsMade + 1 },
    {
      own: { ...(jobId !== null && { jobId }), ...(runId !== null && { runId }) },
      options: {
        ...options,
        group: { id: `${organizationId}/${notificationId ?? webhookName}` },
        ...(nextAttemptAt && { startAfter: nextAttemptAt }),
      },
    },
  );
}

/** Sends an attempt that was broken off again, by whoever was at it. */
export async function sendDeliveryAgain(boss: PgBoss, task: DeliveryTask): Promise<void> {
  const { jobId } = currentBaggage();
  await sendTask(boss, task, { own: { jobId }, options: {} });
}

async function sendTask(
  boss: PgBoss,
  task: DeliveryTask,
  facts: { readonly own: Baggage; readonly options: SendOptions },
): Promise<void> {
  const name: DeliveryQueueName = "deliver";
  await sendEntry(boss, name, { task, ...facts });
}
