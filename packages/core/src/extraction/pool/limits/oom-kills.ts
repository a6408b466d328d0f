import { readFileSync } from "node:fs";

/**
 * How many processes the kernel has killed since it started because memory ran out; 0 where it does not tell. If the
 * number has grown, a process that was killed may have used up the memory; otherwise someone else killed it.
 */
export function oomKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
