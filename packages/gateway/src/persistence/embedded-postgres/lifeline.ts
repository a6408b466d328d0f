import { closeSync, constants, openSync, readSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { isErrno } from "../../files/errno.ts";

/**
 * A named pipe whose read end is watched by a shell next to the server. The server runs while any process
 * holds the write end; the kernel closes it however that process ends. Other processes also use it to find
 * out whether the server can be joined: process ids are reused, above all in containers, an open pipe is not.
 */
export interface Lifeline {
  /** Whether the watcher holds the read end. */
  isWatched(): boolean;
  /** Whether another process holds the write end. */
  isHeld(): boolean;
  release(): void;
}

/** Opens the write end of a running server; undefined if no watcher holds the read end. */
export function holdLifeline(path: string): Lifeline | undefined {
  const writer = openWithoutWaiting(path, constants.O_WRONLY);
  return writer === undefined ? undefined : lifeline(path, writer);
}

/**
 * Creates the pipe for a server that is about to start. `watchedEnd` is for the watcher; close it after
 * passing it on.
 */
export function makeLifeline(path: string): { lifeline: Lifeline; watchedEnd: number } {
  const made = spawnSync("mkfifo", ["-m", "600", path], { encoding: "utf8" });
  // Opening both ends in one descriptor first means that opening either end alone does not block.
  const both = openPipe(path, made.error?.message ?? made.stderr);
  const watchedEnd = openSync(path, constants.O_RDONLY);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(both);
  return { lifeline: lifeline(path, writer), watchedEnd };
}

function openPipe(path: string, said: string): number {
  try {
    return openSync(path, constants.O_RDWR);
  } catch (cause) {
    throw new Error(`The embedded database needs a named pipe at ${path}: ${said.trim()}`, { cause });
  }
}

function lifeline(path: string, writer: number): Lifeline {
  let held = true;
  return {
    isWatched() {
      const probe = openWithoutWaiting(path, constants.O_WRONLY);
      if (probe === undefined) return false;
      closeSync(probe);
      return true;
    },
    isHeld: () => hasWriter(path),
    release() {
      // Closing twice would close an unrelated file with the same descriptor.
      if (held) closeSync(writer);
      held = false;
    },
  };
}

function hasWriter(path: string): boolean {
  const reader = openWithoutWaiting(path, constants.O_RDONLY);
  if (reader === undefined) return false;
  try {
    return readSync(reader, Buffer.alloc(1)) > 0;
  } catch (error) {
    if (isErrno(error, "EAGAIN")) return true;
    throw error;
  } finally {
    closeSync(reader);
  }
}

/** Undefined if there is no pipe, or no reader for a write end. */
function openWithoutWaiting(path: string, access: number): number | undefined {
  try {
    return openSync(path, access | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, "ENXIO", "ENOENT")) return undefined;
    throw error;
  }
}
