import { randomUUID } from "node:crypto";

/** The PostgreSQL channel of new queue entries. */
export const NEW_ENTRIES = "galley_entries";

/** In place of a process: every process with a free loop takes from the queue. */
const ALL = "*";

/** The loops of this process that take entries of one queue. */
export interface Taker {
  /** Reserves a free loop for an entry that is about to be sent; false if none is free. */
  reserve(): boolean;
  /** Lets one free loop look for an entry; false if none is free. */
  wake(): boolean;
}

/**
 * Decides which process takes a new entry. If all were woken for each entry, all but one would query the database
 * for nothing, so the sender takes it itself if it can.
 */
export class Dispatcher {
  readonly #process: string = randomUUID();
  readonly #takers = new Map<string, Taker>();

  add(queue: string, taker: Taker): void {
    this.#takers.set(queue, taker);
  }

  remove(queue: string): void {
    this.#takers.delete(queue);
  }

  /** The notification of a new entry. */
  payloadFor(queue: string): string {
    const isTakenHere = this.#takers.get(queue)?.reserve() === true;
    return `${queue} ${isTakenHere ? this.#process : ALL}`;
  }

  /** Returns the notification to send if this process was to take the entry and has no free loop any more. */
  heard(payload: string): string | undefined {
    const [queue = "", target] = payload.split(" ");
    if (target !== ALL && target !== this.#process) return undefined;
    const isTaken = this.#takers.get(queue)?.wake() === true;
    return isTaken || target === ALL ? undefined : `${queue} ${ALL}`;
  }

  wakeAll(): void {
    for (const taker of this.#takers.values()) taker.wake();
  }
}

/** The notification that makes every process with a free loop take from a queue, as SQL. */
export function payloadForAll(queueColumn: string): string {
  return `${queueColumn} || ' ${ALL}'`;
}
