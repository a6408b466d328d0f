import type { Delivery, DeliveryTask } from "@galley/core/domain";
import type { PgBoss, Queue, SendOptions } from "pg-boss";
import { z } from "zod";
import { currentBaggage, type Baggage } from "../baggage.ts";
import type { EntryBoss } from "./notifications/entry-boss.ts";
import { sendEntry } from "./entry.ts";

/** Delivery attempts waiting for their time, and those that could not be made. */
export const DELIVERY_QUEUE_NAMES = ["deliver", "deliver-dead"] as const;
type DeliveryQueueName = (typeof DELIVERY_QUEUE_NAMES)[number];

/** The payload of a queue entry. */
export const deliveryTaskSchema = z.object({ deliveryId: z.uuid(), attempt: z.int().positive() });

/** A dead worker is detected after this many seconds. The minimum of pg-boss is 10. */
const HEARTBEAT_SECONDS = 10;

/** Attempts never expire while waiting: the maximum of pg-boss. */
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Finished entries contain nothing that the deliveries do not. */
const KEEP_FINISHED_SECONDS = 60 * 60;

/**
 * An entry fails only for internal reasons, such as a restart; a target's response is a result. New entries
 * send no notification, because it would wake every loop.
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

/** Creates or updates the queues. A dead letter queue must exist before its queue. */
export async function prepareDeliveryQueues(boss: PgBoss): Promise<void> {
  for (const name of DELIVERY_QUEUE_NAMES.toReversed()) {
    await boss.createQueue(name, QUEUES[name]);
    await boss.updateQueue(name, QUEUES[name]);
  }
}

/**
 * Sends the next attempt of a delivery. The attempts at one webhook form a group with limited concurrency.
 */
export async function sendDelivery(boss: EntryBoss, delivery: Delivery, options: SendOptions): Promise<void> {
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

/** Sends an interrupted attempt again; called by its worker. */
export async function sendDeliveryAgain(boss: EntryBoss, task: DeliveryTask): Promise<void> {
  const { jobId } = currentBaggage();
  await sendTask(boss, task, { own: { jobId }, options: {} });
}

async function sendTask(
  boss: EntryBoss,
  task: DeliveryTask,
  facts: { readonly own: Baggage; readonly options: SendOptions },
): Promise<void> {
  const name: DeliveryQueueName = "deliver";
  await sendEntry(boss, name, { task, ...facts });
}
