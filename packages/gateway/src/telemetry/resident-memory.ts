import { readFile } from "node:fs/promises";

const BYTES_IN_KB = 1024;

/** Bytes of memory that the process holds; undefined when it has ended, or where the system does not tell. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * BYTES_IN_KB;
}
