import { type ForkOptions } from "node:child_process";
import { setFlagsFromString } from "node:v8";

/**
 * Address range for the machine code of a thread, in MB. V8 would set aside 512 and the limit would count them, although
 * hardly any of it is touched.
 */
export const CODE_RANGE_MB = 64;

/**
 * Heap of a thread for what is forgotten at once, in MB. V8 would take 96; of two threads that read 505 pages five times
 * over, this saves 100 MB of 570 and costs less than one part in twenty of the time.
 */
export const YOUNG_GENERATION_MB = 24;

/**
 * Half of the heap of a host's own thread for what is forgotten at once, in MB: it hands pages on and does little else.
 * V8 would let it grow to 16, three times over.
 */
const HOST_SEMI_SPACE_MB = 4;

/**
 * Has the threads that are started from now on keep to limits of their own. The flag that keeps a process's own thread
 * small would hold for all of them: theirs would be half as large, which costs a sixth of the processor's time.
 */
export function leaveThreadsTheirYoungGeneration(): void {
  setFlagsFromString("--max-semi-space-size=0");
}

/**
 * Limit of a thread's heap where none is given, in MB: no page that keeps within its budgets comes near. V8 lets a heap
 * grow the more before it cleans up, the larger it may become; this saves another 100 MB.
 */
export const DEFAULT_HEAP_MB = 1024;

/**
 * Writable memory that Node holds before a document comes, in MB, measured on Node 26.10 for x64 Linux: most of it is
 * the range for machine code, of which little is touched. A limit of 256 above it held the process at 299 MB resident,
 * one of 1,024 at 1,068. Node 20 holds less (80 and 15), so that the limit is looser there.
 */
const HELD_BY_PROCESS_MB = 560;
const HELD_BY_THREAD_MB = CODE_RANGE_MB + 10;

/**
 * How to start Node so that its documents may use `memoryMb` in all.
 *
 * RLIMIT_DATA counts buffers, WebAssembly memory and the heap, but not the gigabytes of mere addresses that Node and
 * WebAssembly set aside; an address-space limit would. The shell sets it, since Node cannot and not every system has
 * prlimit. macOS accepts it and does not enforce it; Windows has no such shell and no limit.
 */
export function limitedFork({ memoryMb, threads }: { memoryMb: number; threads: number }): ForkOptions {
  const semiSpace = `--max-semi-space-size=${HOST_SEMI_SPACE_MB}`;
  if (process.platform === "win32") return { execArgv: [semiSpace] };
  // Twice, since a thread that is being ended still holds its part while its successor starts.
  const held = HELD_BY_PROCESS_MB + 2 * threads * HELD_BY_THREAD_MB;
  const limitKb = (memoryMb + held) * 1024;
  // No core dump is written: it would hold documents. Where a lower limit is set already, that one stays.
  const script = `ulimit -c 0; ulimit -d ${limitKb} 2>/dev/null; exec "$0" "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, process.execPath, semiSpace] };
}
