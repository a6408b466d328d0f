import { spawnSync } from "node:child_process";

/** Wall times of whole processes of a program that reads a file, in milliseconds, ascending. */
export function timesOfProcess([program = "", ...args]: readonly string[], runs: number): readonly number[] {
  // The first run only warms the caches of the system and the program.
  const times = Array.from({ length: runs + 1 }, () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(program, args, {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
    return performance.now() - start;
  });
  return times.slice(1).toSorted((a, b) => a - b);
}
