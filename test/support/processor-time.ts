import { readFileSync } from "node:fs";

/** Processor time that a process has taken so far, in milliseconds; 0 where the system does not say. */
export function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /u, "")
      .split(" ");
    // In hundredths of a second.
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}
