import type { WorkOptions } from "pg-boss";
import type { EntryBoss } from "./notifications/entry-boss.ts";
import { onBehalfOf } from "./entry.ts";

/** Loops are woken; pg-boss's own polls are not needed. */
const POLL_SECONDS = 24 * 60 * 60;

/** How long a loop that was reserved for an entry may take to find it: the sender's transaction may be undone. */
const RESERVED_MS = 250;

/** How long a loop that has ended looks for an entry that waits. */
const LOOKING_MS = 10;

export interface LoopsOptions extends Pick<WorkOptions, "groupConcurrency"> {
  readonly boss: EntryBoss;
  /** The queue name. */
  readonly name: string;
  /** Maximum number of entries processed concurrently. */
  readonly slots: number;
  /** @param task the payload. The signal aborts when the lease is lost. */
  readonly handle: (task: unknown, lost: AbortSignal) => Promise<void>;
}

export interface Loops {
  /** Stops waking the loops. */
  rest(): void;
}

/**
 * Loops that each take one entry at a time. Only one idle loop is woken; when it finds an entry, it wakes the
 * next. So many loops query the database no more than one does, and no entry waits behind a slow one. A loop that has
 * found the entry it was reserved for wakes no other, and does not look again, unless more entries may wait.
 */
export async function startLoops({ boss, name, slots, handle, ...options }: LoopsOptions): Promise<Loops> {
  /** When each idle loop has ended its last entry. */
  const idle = new Map<string, number>();
  let reservedUntil: number[] = [];
  /** Whether entries may wait that no loop has looked for. */
  let mayWait = true;
  const wake = (): boolean => {
    const [next] = idle;
    if (next === undefined) return false;
    const [loop, since] = next;
    // Last in line now, so that the next entry wakes another loop.
    idle.delete(loop);
    idle.set(loop, since);
    boss.notifyWorker(loop);
    return true;
  };
  const look = (): void => {
    mayWait = !wake();
  };
  const forgetOldReservations = (): void => {
    const now = performance.now();
    reservedUntil = reservedUntil.filter((end) => end > now);
  };
  const reserve = (): boolean => {
    forgetOldReservations();
    if (reservedUntil.length >= idle.size) return false;
    reservedUntil.push(performance.now() + RESERVED_MS);
    return true;
  };
  const free = (): number => {
    const looking = performance.now() - LOOKING_MS;
    return [...idle.values()].filter((since) => since < looking).length;
  };
  for (let slot = 0; slot < slots; slot += 1) {
    const polling = { pollingIntervalSeconds: POLL_SECONDS };
    const loop: string = await boss.work(name, { ...polling, ...options }, async (entries) => {
      idle.delete(loop);
      forgetOldReservations();
      const isReserved = reservedUntil.shift() !== undefined;
      // If no loop is idle, the reserved entry may be another one, which no loop was woken for.
      if (!isReserved || idle.size === 0) mayWait = true;
      if (mayWait) look();
      try {
        for (const { data, signal } of entries) await onBehalfOf(data, () => handle(data, signal));
      } finally {
        idle.set(loop, performance.now());
        // An entry that has ended makes room for one of its group.
        if (mayWait || options.groupConcurrency !== undefined) {
          mayWait = false;
          boss.notifyWorker(loop);
        }
      }
    });
    idle.set(loop, performance.now());
  }
  boss.dispatcher.add(name, { free, reserve, wake, look });
  return { rest: () => boss.dispatcher.remove(name) };
}
