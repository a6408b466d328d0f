import { readdirSync, readFileSync } from "node:fs";

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its arguments, separated by blanks. */
  readonly command: string;
}

/**
 * The running processes of a data folder: those that name it in their arguments or environment, and all their
 * descendants. Empty without /proc.
 */
export function processesOf(dataDir: string): RunningProcess[] {
  const all = readdirOf("/proc").flatMap((name) => (/^\d+$/.test(name) ? processOf(Number(name)) : []));
  const found = new Map<number, RunningProcess>();
  for (const process_ of all) {
    const { pid, command } = process_;
    if (command.includes(dataDir) || textOf(`/proc/${pid}/environ`).includes(`=${dataDir}\0`)) {
      found.set(pid, process_);
    }
  }
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const process_ of all) if (found.has(process_.parent)) found.set(process_.pid, process_);
  }
  found.delete(process.pid);
  return [...found.values()];
}

/** Whether a process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  return processOf(pid).length > 0;
}

/** The process; empty if it has ended or is a zombie. */
function processOf(pid: number): RunningProcess[] {
  const status = textOf(`/proc/${pid}/status`);
  const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1];
  if (parent === undefined || /^State:\tZ/m.test(status)) return [];
  const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
  return [{ pid, parent: Number(parent), command }];
}

/** A process may end between listing and reading. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function readdirOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
