import { type ForkOptions } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { SPARE_THREADS } from "../turns/fair-turns.ts";

/**
 * Address range for a thread's machine code, in MB. By default V8 reserves 512, which count towards the limit although
 * hardly any are used.
 */
export const CODE_RANGE_MB = 64;

/**
 * Size of a thread's young generation, in MB. V8's default is 96; for two threads that read 505 pages five times, this
 * saves 100 MB of 570 and costs less than 5 % of the time.
 */
export const YOUNG_GENERATION_MB = 24;

/**
 * Semi-space size of a host's main thread, in MB: it does little more than forward pages. V8's default is 16, times
 * three.
 */
const HOST_SEMI_SPACE_MB = 4;

/**
 * Resets the flag that keeps the main thread's semi-space small, so that threads started later use their own limits.
 * Otherwise their young generation would be half as large, which costs a sixth of the CPU time.
 */
export function leaveThreadsTheirYoungGeneration(): void {
  setFlagsFromString("--max-semi-space-size=0");
}

/**
 * Default limit of a thread's heap, in MB; pages within their budgets stay far below. V8 collects garbage later the
 * larger the limit is, so this saves another 100 MB.
 */
export const DEFAULT_HEAP_MB = 1024;

/**
 * Writable memory that Node uses before the first document, in MB, measured on Node 26.10 for x64 Linux; most of it is
 * the code range, which is mostly unused. With a limit of 256 above it the process stayed at 299 MB resident, with
 * 1,024 at 1,068. Node 20 uses less (80 and 15), so the limit is looser there.
 */
const HELD_BY_PROCESS_MB = 560;
const HELD_BY_THREAD_MB = CODE_RANGE_MB + 10;

/** Freed buffers larger than this, in bytes, are returned to the system at once. */
const LARGEST_KEPT_BUFFER = 128 * 1024;

/**
 * Shell commands that set up glibc's allocator, unless the operator did; others ignore them. By default it gives V8's
 * helper threads arenas of their own as well, and keeps freed buffers of up to 32 MB: a tenth of a host's memory.
 */
function allocatorSettings(threads: number): string {
  const settings = {
    MALLOC_ARENA_MAX: threads,
    MALLOC_MMAP_THRESHOLD_: LARGEST_KEPT_BUFFER,
    MALLOC_TRIM_THRESHOLD_: LARGEST_KEPT_BUFFER,
  };
  return Object.entries(settings)
    .map(([name, value]) => `export ${name}="\${${name}:-${value}}"`)
    .join("; ");
}

/**
 * Fork options that limit the memory of all documents in the process to `memoryMb`.
 *
 * RLIMIT_DATA counts buffers, WebAssembly memory and the heap, but not the gigabytes of address space that Node and
 * WebAssembly reserve, which an address-space limit would count. The shell sets it, because Node cannot and prlimit is
 * not installed everywhere. macOS accepts it without enforcing it; Windows has neither shell nor limit.
 */
export function limitedFork({ memoryMb, threads }: { memoryMb: number; threads: number }): ForkOptions {
  const semiSpace = `--max-semi-space-size=${HOST_SEMI_SPACE_MB}`;
  if (process.platform === "win32") return { execArgv: [semiSpace] };
  // Twice, because a terminating thread still holds its memory while its successor starts.
  const held = HELD_BY_PROCESS_MB + 2 * (threads + SPARE_THREADS) * HELD_BY_THREAD_MB;
  const limitKb = (memoryMb + held) * 1024;
  // Core dumps are disabled because they would contain documents. A lower existing limit is kept.
  const limits = `ulimit -c 0; ulimit -d ${limitKb} 2>/dev/null`;
  const script = `${limits}; ${allocatorSettings(threads)}; exec "$0" "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, process.execPath, semiSpace] };
}
