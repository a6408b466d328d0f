import { readFileSync } from "node:fs";

/** CPU time of a process so far, in milliseconds; 0 if the system does not report it. */
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
