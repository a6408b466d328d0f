import { readFileSync } from "node:fs";

/** Resident memory of a process in KB; 0 without /proc. */
export function residentKb(pid: number): number {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kb ?? 0);
  } catch {
    return 0;
  }
}
