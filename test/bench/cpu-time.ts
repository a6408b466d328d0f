import { readdirSync, readFileSync } from "node:fs";

/** What processes have computed so far, all their threads together, in milliseconds; those that are gone count 0. */
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
