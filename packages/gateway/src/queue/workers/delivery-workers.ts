import type { DeliveryTask } from "@galley/core/domain";
import type { EntryBoss } from "../notifications/entry-boss.ts";
import { DELIVERY_QUEUE_NAMES, deliveryTaskSchema, sendDeliveryAgain } from "../delivery-queue.ts";
import { stopLoops, unlessCutOff } from "../cut-off.ts";
import { startLoops } from "../loops/loops.ts";

export interface DeliveryWorkersOptions {
  readonly boss: EntryBoss;
  /** Makes an attempt. The signal aborts when the lease is lost or the workers stop. */
  readonly deliver: (task: DeliveryTask, signal: AbortSignal) => Promise<void>;
  /** Ends a delivery whose attempt could not be made. */
  readonly giveUp: (task: DeliveryTask) => Promise<void>;
}

export interface DeliveryWorkers {
  /** Makes no more attempts and gives running ones `graceMs` milliseconds; the rest return to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** Delivering is mostly waiting, so many concurrent attempts cost little. */
const ATTEMPTS_AT_ONCE = 32;

/**
 * Maximum concurrent attempts at one webhook over all replicas, so that a hanging target does not block the
 * others.
 */
const ATTEMPTS_AT_ONE_WEBHOOK = 8;

export async function startDeliveryWorkers({
  boss,
  deliver,
  giveUp,
}: DeliveryWorkersOptions): Promise<DeliveryWorkers> {
  const stopping = new AbortController();
  const loops = await startLoops({
    boss,
    name: "deliver",
    slots: ATTEMPTS_AT_ONCE,
    groupConcurrency: ATTEMPTS_AT_ONE_WEBHOOK,
    async handle(data, lost) {
      const task = deliveryTaskSchema.parse(data);
      await unlessCutOff(stopping.signal, {
        work: (cutOff) => deliver(task, AbortSignal.any([lost, cutOff])),
        handBack: () => sendDeliveryAgain(boss, task),
      });
    },
  });
  const dead = await startLoops({
    boss,
    name: "deliver-dead",
    slots: 1,
    handle: (data) => giveUp(deliveryTaskSchema.parse(data)),
  });
  return {
    async stop(graceMs) {
      loops.rest();
      dead.rest();
      await stopLoops(boss, { names: DELIVERY_QUEUE_NAMES, stopping, graceMs });
    },
  };
}
