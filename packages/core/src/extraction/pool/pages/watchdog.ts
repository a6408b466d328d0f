import { PAGE_STATE, PROGRESS } from "./page-protocol.ts";

/** How often a thread's progress is checked, as a fraction of the limit, with bounds in milliseconds. */
const CHECKS_PER_LIMIT = 8;
const SHORTEST_INTERVAL_MS = 20;
const LONGEST_INTERVAL_MS = 1000;

/** Calls `expired` once when a thread spends more than `limitMs` on one page, or on opening its document. */
export function watch(progress: Int32Array, limitMs: number, expired: () => void): Disposable {
  let page: number = PAGE_STATE.WAITING;
  let since = performance.now();
  const check = (): void => {
    const now = performance.now();
    const current = Atomics.load(progress, PROGRESS.PAGE);
    if (current !== page || current === PAGE_STATE.WAITING) {
      page = current;
      since = now;
    } else if (now - since >= limitMs) {
      clearInterval(timer);
      expired();
    }
  };
  const interval = Math.min(Math.max(limitMs / CHECKS_PER_LIMIT, SHORTEST_INTERVAL_MS), LONGEST_INTERVAL_MS);
  const timer = setInterval(check, interval);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
