import { setTimeout as sleep } from "node:timers/promises";

/** The latency of a service's liveness endpoint, polled continuously. */
export interface Pulse extends AsyncDisposable {
  /** The latency quantile in milliseconds, for example for 0.99. */
  quantile(share: number): number;
  /** Number of failed requests. */
  failures(): number;
  count(): number;
}

const EVERY_MS = 50;

/** Polls `/health/live` until it is disposed. */
export function takePulse(url: string): Pulse {
  const stop = new AbortController();
  const times: number[] = [];
  let failures = 0;
  const asking = (async () => {
    while (!stop.signal.aborted) {
      const start = performance.now();
      const ok = await fetch(`${url}/health/live`).then(
        (answer) => answer.ok,
        () => false,
      );
      times.push(performance.now() - start);
      if (!ok) failures += 1;
      await sleep(EVERY_MS);
    }
  })();
  return {
    quantile: (share) => times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0,
    failures: () => failures,
    count: () => times.length,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await asking;
    },
  };
}
