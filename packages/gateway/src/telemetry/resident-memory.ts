import { readFile } from "node:fs/promises";

const BYTES_IN_KB = 1024;

/**
 * The resident memory of a process in bytes; undefined if it has ended, or if the system does not report it.
 */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * BYTES_IN_KB;
}
