import { readdirSync, readFileSync } from "node:fs";

/** CPU time of processes so far, all threads included, in milliseconds; 0 for processes that have ended. */
export function cpuTimeMs(pids: readonly number[]): number {
  return pids.flatMap(threadsOf).reduce((sum, file) => sum + nanosecondsIn(file) / 1e6, 0);
}

/** CPU time of this process so far, all its threads included, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Linux counts these times in hundredths of a second, whatever the clock of its scheduler. */
const MS_PER_TICK = 10;

/** CPU time of the child processes of this one that have ended, in milliseconds; 0 without /proc. */
export function endedChildrenCpuMs(): number {
  try {
    // The name of the program, in brackets, may contain spaces; the times are fields 16 and 17.
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return MS_PER_TICK * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return 0;
  }
}

/** CPU time of the child processes of this one that still run, in milliseconds; 0 without /proc. */
export function runningChildrenCpuMs(): number {
  return cpuTimeMs(tasksOf(process.pid).flatMap((task) => childrenIn(`${task}/children`)));
}

function childrenIn(file: string): readonly number[] {
  try {
    return (readFileSync(file, "utf8").match(/\d+/gu) ?? []).map(Number);
  } catch {
    return [];
  }
}

function threadsOf(pid: number): string[] {
  return tasksOf(pid).map((task) => `${task}/schedstat`);
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

/** CPU time in the `schedstat` file of a thread; 0 if the thread has ended. */
export function nanosecondsIn(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, "utf8").split(" ", 1)[0]);
  } catch {
    return 0;
  }
}
