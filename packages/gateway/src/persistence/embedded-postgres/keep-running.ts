import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "./address.ts";
import type { Lifeline } from "./lifeline.ts";

/** A server that this process keeps running. */
export interface HeldServer {
  readonly address: Address;
  readonly lifeline: Lifeline;
}

/** Interval between checks that the server is running, in milliseconds. */
const WATCH_MS = 250;

/** Delay before the next attempt after a failure, in milliseconds; doubled each time up to the maximum. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

/**
 * Supervises a server: if it ends, `again` is called until it starts or joins one. If several processes
 * supervise the same server, one restarts it and the others join.
 */
export function keepRunning(
  first: HeldServer,
  {
    again,
    onTrouble,
  }: { readonly again: () => Promise<HeldServer>; readonly onTrouble: (trouble: string) => void },
): { release(): Promise<Lifeline> } {
  const stop = new AbortController();
  const state = { held: first };
  const watching = watch();
  return {
    async release() {
      stop.abort();
      await watching;
      return state.held.lifeline;
    },
  };

  async function watch(): Promise<void> {
    while (await pause(WATCH_MS, stop.signal)) {
      if (state.held.lifeline.isWatched()) continue;
      onTrouble("the embedded database ended unexpectedly; restarting it");
      await restart();
    }
  }

  async function restart(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stop.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        const started = await again();
        state.held.lifeline.release();
        state.held = started;
        return;
      } catch (error) {
        onTrouble(`the embedded database does not restart: ${String(error)}`);
      }
      await pause(wait, stop.signal);
    }
  }
}

/** False if the signal aborts first. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal, ref: false }).catch(() => false);
}
