import { setTimeout as sleep } from "node:timers/promises";

const SHORTEST_MS = 20;
const LONGEST_MS = 400;

/**
 * Waits before the next look at what has not happened since `start` (in ms since 1970): a tenth of the time that has
 * passed, so that those who wait long take no time from what they wait for.
 */
export function pauseSince(start: number): Promise<void> {
  return sleep(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (Date.now() - start) / 10)));
}
