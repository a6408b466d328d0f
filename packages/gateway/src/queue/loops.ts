import type { PgBoss, WorkOptions } from "pg-boss";
import { onBehalfOf } from "./entry.ts";

/** Loops are woken by notifications; this is the fallback poll interval, in seconds. */
const FALLBACK_POLL_SECONDS = 30;

export interface LoopsOptions extends Pick<WorkOptions, "groupConcurrency"> {
  readonly boss: PgBoss;
  /** The queue name. */
  readonly name: string;
  /** Maximum number of entries processed concurrently. */
  readonly slots: number;
  /** How often an idle process polls for entries without a notification, such as retries, in milliseconds. */
  readonly pollMs: number;
  /** @param task the payload. The signal aborts when the lease is lost. */
  readonly handle: (task: unknown, lost: AbortSignal) => Promise<void>;
}

export interface Loops {
  /** Stops waking the loops. */
  rest(): void;
}

/**
 * Loops that each take one entry at a time. Only one idle loop polls; when it finds an entry, it wakes the
 * next. So many loops query the database no more than one does, and no entry waits behind a slow one.
 */
export async function startLoops({
  boss,
  name,
  slots,
  pollMs,
  handle,
  ...options
}: LoopsOptions): Promise<Loops> {
  const idle = new Set<string>();
  const wakeOne = (): void => {
    const [loop] = idle;
    if (loop !== undefined) boss.notifyWorker(loop);
  };
  const timer = setInterval(wakeOne, pollMs);
  const polling = {
    pollingIntervalSeconds: FALLBACK_POLL_SECONDS,
    notifyPollingIntervalSeconds: FALLBACK_POLL_SECONDS,
  };
  for (let slot = 0; slot < slots; slot += 1) {
    const loop: string = await boss.work(name, { ...polling, ...options }, async (entries) => {
      idle.delete(loop);
      wakeOne();
      try {
        for (const { data, signal } of entries) await onBehalfOf(data, () => handle(data, signal));
      } finally {
        idle.add(loop);
        boss.notifyWorker(loop);
      }
    });
    idle.add(loop);
  }
  return { rest: () => clearInterval(timer) };
}
