import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "./domain-error.ts";

/** Milliseconds before each retry; in total longer than a database takes to recover from a crash. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000, 8000];

/**
 * Retries `work` while it is `UNAVAILABLE`, so a short database outage does not cause pages to be read again. `work`
 * must be safe to repeat.
 *
 * @param signal ends the retries.
 */
export async function throughOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(pause, undefined, { signal });
    }
  }
  return work();
}

/** Reads for a caller who watches. Returns `unread` if the caller leaves first. */
export type Read = <T>(work: () => Promise<T>, unread: T) => Promise<T>;

/** The first read of a watcher: during an outage, it fails at once. */
export const readNow: Read = (work) => work();

const LOOK_AGAIN_MS = 1000;

/** Longest outage that a watcher waits for before it receives the error. */
const WATCHED_MS = 5 * 60_000;

/**
 * Reads again until the database is back. Watchers are woken when the connection for announcements is restored, while
 * other connections may still be lost, and nothing wakes them again.
 */
export function readThroughOutage(signal: AbortSignal | undefined): Read {
  return async (work, unread) => {
    for (let waited = 0; waited < WATCHED_MS; waited += LOOK_AGAIN_MS) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
      await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal?.aborted) return unread;
    }
    return work();
  };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === "UNAVAILABLE";
}
