import { type ForkOptions } from "node:child_process";

/**
 * Writable memory that Node reserves before a document comes, in MB: measured on Node 26.10 for x64 Linux, where 512 of
 * each is the range for machine code, which is hardly ever touched. With it, a limit of 256 held the process at 299 MB
 * resident, and one of 1,024 at 1,068. Where the range is smaller (arm64), the limit is looser by as much.
 */
const RESERVED_BY_PROCESS_MB = 560;
const RESERVED_BY_THREAD_MB = 522;

/**
 * How to start Node so that its documents may use `memoryMb` in all.
 *
 * RLIMIT_DATA counts buffers, WebAssembly memory and the heap, but not the gigabytes of mere addresses that Node and
 * WebAssembly set aside; an address-space limit would. The shell sets it, since Node cannot and not every system has
 * prlimit. macOS accepts it and does not enforce it; Windows has no such shell and no limit.
 */
export function limitedFork({ memoryMb, threads }: { memoryMb: number; threads: number }): ForkOptions {
  if (process.platform === "win32") return { execArgv: [] };
  const limitMb = memoryMb + RESERVED_BY_PROCESS_MB + RESERVED_BY_THREAD_MB * threads;
  const limitKb = Math.ceil(limitMb) * 1024;
  // No core dump is written: it would hold documents. Where a lower limit is set already, that one stays.
  const script = `ulimit -c 0; ulimit -d ${limitKb} 2>/dev/null; exec "$0" "$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, process.execPath] };
}
