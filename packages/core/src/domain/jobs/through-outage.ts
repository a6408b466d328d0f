import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain-error.ts";

/** Pauses before each further try, in milliseconds; together longer than a database takes to recover from a crash. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000, 8000];

/**
 * Does `work` again while it is `UNAVAILABLE`, so that pages that were read are not read again because the database
 * was away for a moment. `work` must bear to be done twice.
 *
 * @param signal ends the tries.
 */
export async function throughOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "UNAVAILABLE") throw error;
      await sleep(pause, undefined, { signal });
    }
  }
  return work();
}
