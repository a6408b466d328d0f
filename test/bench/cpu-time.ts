import { readdirSync, readFileSync } from "node:fs";

/** CPU time of processes so far, all threads included, in milliseconds; 0 for processes that have ended. */
export function cpuTimeMs(pids: readonly number[]): number {
  return pids.flatMap(threadsOf).reduce((sum, file) => sum + nanosecondsIn(file) / 1e6, 0);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  } catch {
    return [];
  }
}

function nanosecondsIn(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, "utf8").split(" ", 1)[0]);
  } catch {
    return 0;
  }
}
