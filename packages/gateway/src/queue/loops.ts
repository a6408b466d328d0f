import type { PgBoss, WorkOptions } from "pg-boss";
import { onBehalfOf } from "./entry.ts";

/** The loops are woken; this is for the case that one was not, in seconds. */
const FALLBACK_POLL_SECONDS = 30;

export interface LoopsOptions extends Pick<WorkOptions, "groupConcurrency"> {
  readonly boss: PgBoss;
  /** The queue. */
  readonly name: string;
  /** How many entries are worked on at a time. */
  readonly slots: number;
  /**
   * How often an idle process looks for entries that come without a notice, such as those that are tried again, in
   * milliseconds.
   */
  readonly lookMs: number;
  /** @param task what the entry carries. The signal comes when the attempt is lost. */
  readonly handle: (task: unknown, lost: AbortSignal) => Promise<void>;
}

export interface Loops {
  /** Wakes none of them any more. */
  rest(): void;
}

/**
 * Loops that take one entry at a time. One idle loop looks for entries at a time; when it finds one it wakes the next,
 * so that many loops ask no more of the database than one, and none waits behind an entry that takes long.
 */
export async function startLoops({
  boss,
  name,
  slots,
  lookMs,
  handle,
  ...options
}: LoopsOptions): Promise<Loops> {
  const idle = new Set<string>();
  const wakeOne = (): void => {
    const [loop] = idle;
    if (loop !== undefined) boss.notifyWorker(loop);
  };
  const timer = setInterval(wakeOne, lookMs);
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
