import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isErrno } from "../../files/errno.ts";

/** The content of `postmaster.pid`. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Lines of `postmaster.pid`, counted from 0. */
const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

const STOP_TIMEOUT_MS = 60_000;

/** The server named in the cluster's pid file, whether it is running or not. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = (await readPidFile(data)).split("\n");
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[PORT_LINE]), ready: lines[STATUS_LINE]?.trim() === "ready" };
}

/**
 * Prepares a cluster without a watcher for a new server: stops a server whose watcher was killed, and removes
 * a pid file whose process id now belongs to another program, which PostgreSQL would take for a running
 * server.
 */
export async function removeStalePostmaster(data: string): Promise<void> {
  const postmaster = await findPostmaster(data);
  if (!postmaster || !isAlive(postmaster.pid)) return;
  if (isServerOf(postmaster.pid, data)) await stop(postmaster.pid);
  else await rm(pidFile(data), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, "EPERM");
  }
}

async function stop(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < deadline) {
    process.kill(pid, "SIGINT");
    await sleep(100);
  }
}

function isServerOf(pid: number, data: string): boolean {
  const command = commandOf(pid);
  return command.includes("postgres") && command.includes(data);
}

function commandOf(pid: number): string {
  if (existsSync("/proc/self/cmdline")) {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

const pidFile = (data: string): string => join(data, "postmaster.pid");

async function readPidFile(data: string): Promise<string> {
  try {
    return await readFile(pidFile(data), "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return "";
    throw error;
  }
}
