import { setTimeout as sleep } from "node:timers/promises";

/** How long a processed document waits at most until it can be found by its text. An empty look reads one short index. */
const LOOK_MS = 2000;
/** After a failure, such as of the database. */
const RETRY_MS = 15_000;
/** Between two parts, so that other work is not slowed down. */
const PAUSE_MS = 20;

export interface IndexLoop {
  /** Ends after the part under way. */
  stop(): Promise<void>;
}

/** Indexes texts for searches until it is stopped. @param indexSome resolves to 0 if nothing is left. */
export function startIndexLoop(
  indexSome: () => Promise<number>,
  failed: (error: unknown) => void,
): IndexLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const pause = await indexSome().then(
        (count) => (count === 0 ? LOOK_MS : PAUSE_MS),
        (error: unknown) => {
          failed(error);
          return RETRY_MS;
        },
      );
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
