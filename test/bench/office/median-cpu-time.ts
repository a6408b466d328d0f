const RUNS = 5;

/** The median CPU time of `work` in milliseconds, after a first run that loads the code. */
export async function medianCpuTime<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly ms: string; readonly result: Result }> {
  const times: number[] = [];
  let result = await work();
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    result = await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { ms: (sorted[Math.floor(RUNS / 2)] ?? 0).toFixed(0), result };
}
