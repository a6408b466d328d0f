import type { DeliveryTask } from "@galley/core/domain";
import type { PgBoss, WorkOptions } from "pg-boss";
import { DELIVERY_QUEUE_NAMES, deliveryTaskSchema, sendDeliveryAgain } from "./delivery-queue.ts";
import { stopLoops, unlessCutOff } from "./cut-off.ts";
import { onBehalfOf } from "./entry.ts";

export interface DeliveryWorkersOptions {
  readonly boss: PgBoss;
  /** Makes an attempt. The signal comes when the attempt is lost or the workers stop. */
  readonly deliver: (task: DeliveryTask, signal: AbortSignal) => Promise<void>;
  /** Ends a delivery whose attempt could not be made. */
  readonly giveUp: (task: DeliveryTask) => Promise<void>;
}

export interface DeliveryWorkers {
  /** Makes no more attempts, and gives those under way `graceMs` milliseconds; the rest go back to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** Delivering is waiting for others: many attempts at a time cost little. */
const ATTEMPTS_AT_ONCE = 32;

/** A target that hangs holds so many of them at most, over all replicas. */
const ATTEMPTS_AT_ONE_WEBHOOK = 8;

/** How often an idle process looks for attempts whose time has come, in milliseconds. */
const LOOK_MS = 500;

/** The loops are woken; this is for the case that one was not, in seconds. */
const FALLBACK_POLL_SECONDS = 30;

/** How often deliveries are looked for that could not be made, in seconds. */
const DEAD_POLL_SECONDS = 2;

export async function startDeliveryWorkers({
  boss,
  deliver,
  giveUp,
}: DeliveryWorkersOptions): Promise<DeliveryWorkers> {
  const stopping = new AbortController();
  const loops = createLoops(boss);
  const deliverQueued = async (task: DeliveryTask, lost: AbortSignal): Promise<void> =>
    unlessCutOff(stopping.signal, {
      work: (cutOff) => deliver(task, AbortSignal.any([lost, cutOff])),
      handBack: () => sendDeliveryAgain(boss, task),
    });
  for (let count = 0; count < ATTEMPTS_AT_ONCE; count += 1) await loops.start(deliverQueued);
  await boss.work("deliver-dead", { pollingIntervalSeconds: DEAD_POLL_SECONDS }, async (entries) => {
    for (const { data } of entries) {
      await onBehalfOf(data, () => giveUp(deliveryTaskSchema.parse(data)));
    }
  });
  return {
    async stop(graceMs) {
      loops.rest();
      await stopLoops(boss, { names: DELIVERY_QUEUE_NAMES, stopping, graceMs });
    },
  };
}

interface Loops {
  start(work: (task: DeliveryTask, lost: AbortSignal) => Promise<void>): Promise<void>;
  /** Wakes none of them any more. */
  rest(): void;
}

/**
 * Loops that take one entry at a time. One idle loop looks for entries at a time; when it finds one it wakes the next,
 * so that many loops ask no more of the database than one, and none waits behind a target that hangs.
 */
function createLoops(boss: PgBoss): Loops {
  const idle = new Set<string>();
  const wakeOne = (): void => {
    const [loop] = idle;
    if (loop !== undefined) boss.notifyWorker(loop);
  };
  const timer = setInterval(wakeOne, LOOK_MS);
  const options: WorkOptions = {
    pollingIntervalSeconds: FALLBACK_POLL_SECONDS,
    groupConcurrency: ATTEMPTS_AT_ONE_WEBHOOK,
  };
  return {
    rest: () => clearInterval(timer),
    async start(work) {
      const loop: string = await boss.work("deliver", options, async (entries) => {
        idle.delete(loop);
        wakeOne();
        try {
          for (const { data, signal } of entries) {
            await onBehalfOf(data, () => work(deliveryTaskSchema.parse(data), signal));
          }
        } finally {
          idle.add(loop);
          boss.notifyWorker(loop);
        }
      });
      idle.add(loop);
    },
  };
}
