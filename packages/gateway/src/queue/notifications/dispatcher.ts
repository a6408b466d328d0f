/** The PostgreSQL channel of new queue entries. */
export const NEW_ENTRIES = "galley_entries";

/** Every process with a free loop takes from the queue; earlier versions named one process instead. */
const ALL = "*";

/** The loops of this process that take entries of one queue. */
export interface Taker {
  /** How many loops are free and have found no entry. */
  free(): number;
  /** Reserves a free loop for an entry that is about to be sent; false if none is free. */
  reserve(): boolean;
  /** Lets one free loop look for an entry that a loop was reserved for; false if none is free. */
  wake(): boolean;
  /** Lets one free loop look for entries, at the latest when a loop becomes free. */
  look(): void;
}

/**
 * Decides which process takes a new entry. If all were woken for each entry, all but one would query the database
 * for nothing, so the sender takes it itself if it can, without a notification.
 */
export class Dispatcher {
  readonly #takers = new Map<string, Taker>();

  add(queue: string, taker: Taker): void {
    this.#takers.set(queue, taker);
  }

  remove(queue: string): void {
    this.#takers.delete(queue);
  }

  /** How many loops of this process are free and have found no entry. */
  free(queue: string): number {
    return this.#takers.get(queue)?.free() ?? 0;
  }

  /** Whether this process is to take the next entry. If so, call `take` once it is sent; otherwise, announce it. */
  reserve(queue: string): boolean {
    return this.#takers.get(queue)?.reserve() === true;
  }

  /** Takes an entry; false if it must be announced, because no loop is free any more. */
  take(queue: string): boolean {
    return this.#takers.get(queue)?.wake() === true;
  }

  /** Takes entries that were announced with `payloadFor`. */
  heard(payload: string): void {
    const [queue = "", target] = payload.split(" ");
    if (target === ALL) this.#takers.get(queue)?.look();
  }

  wakeAll(): void {
    for (const taker of this.#takers.values()) taker.look();
  }
}

/** The notification that makes every process with a free loop take from a queue. */
export function payloadFor(queue: string): string {
  return `${queue} ${ALL}`;
}

/** The same as SQL. */
export function payloadOfColumn(queueColumn: string): string {
  return `${queueColumn} || ' ${ALL}'`;
}
