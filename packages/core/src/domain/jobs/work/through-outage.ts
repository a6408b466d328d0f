import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../domain-error.ts";

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
      if (!(error instanceof DomainError) || error.code !== "UNAVAILABLE") throw error;
      await sleep(pause, undefined, { signal });
    }
  }
  return work();
}
