import { setTimeout as sleep } from "node:timers/promises";
import type { Lifeline } from "./lifeline.ts";

/** A server that this process keeps running. */
export interface HeldServer {
  readonly port: number;
  readonly lifeline: Lifeline;
}

/** How often it is looked whether the server is there, in milliseconds. */
const WATCH_MS = 250;

/** How long the next attempt waits after one that failed, in milliseconds: twice as long each time, up to the last. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

/**
 * Looks after a server: when it is gone, `again` is called until it starts or joins one. Of several processes that look
 * after the same one, one starts it and the others join.
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
      onTrouble("the embedded database ended by itself; it is started again");
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
        onTrouble(`the embedded database does not start again: ${String(error)}`);
      }
      await pause(wait, stop.signal);
    }
  }
}

/** False when the signal comes first. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal, ref: false }).catch(() => false);
}
