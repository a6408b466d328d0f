import type { Environment, QueueState, Replica, ReplicaFacts } from "@galley/core/domain";

/** How often a process reports. */
export const REPORT_INTERVAL_MS = 15_000;

const MINUTE_MS = 60_000;

export interface ReplicaReporterParts {
  readonly tables: {
    report(replica: Replica): Promise<void>;
    sample(minute: Date, state: QueueState): Promise<void>;
  };
  readonly foldJobCounts: () => Promise<void>;
  readonly environment: Pick<Environment, "now" | "uuid">;
  readonly facts: () => Promise<ReplicaFacts>;
  readonly queue: () => Promise<QueueState>;
  /** Called with the reason if a report could not be stored; the next one makes up for it. */
  readonly failed: (error: unknown) => void;
}

/**
 * Reports this process at once and then regularly, and samples the queue and folds the counts of jobs once a minute, until
 * it is disposed.
 */
export function startReplicaReporter(
  { tables, foldJobCounts, environment, facts, queue, failed }: ReplicaReporterParts,
  { role, version }: Pick<Replica, "role" | "version">,
): AsyncDisposable {
  const [id, startedAt] = [environment.uuid(), environment.now()];
  let sampled: number | undefined;
  let running: Promise<void> = Promise.resolve();
  const report = async (): Promise<void> => {
    const now = environment.now();
    await tables.report({ id, role, version, startedAt, seenAt: now, facts: await facts() });
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute === sampled) return;
    await tables.sample(new Date(minute * MINUTE_MS), await queue());
    await foldJobCounts();
    sampled = minute;
  };
  // One after the other, however slow the database is: a report is skipped while another is running.
  let isRunning = false;
  const next = (): void => {
    if (isRunning) return;
    isRunning = true;
    running = report()
      .catch(failed)
      .finally(() => {
        isRunning = false;
      });
  };
  next();
  const timer = setInterval(next, REPORT_INTERVAL_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
