import type { Application } from "@galley/core/domain";
import type { EntryBoss } from "../queue/notifications/entry-boss.ts";
import { withBaggage, type Baggage } from "../baggage.ts";
import { startRunWorkers, type RunWorkers } from "../queue/workers/run-workers.ts";
import { startScheduleWorker, type ScheduleWorker } from "../queue/schedule-queue.ts";
import type { Log } from "../telemetry/log.ts";
import type { Tracing } from "../telemetry/tracing.ts";

interface Parts {
  readonly application: Pick<Application, "runs">;
  readonly boss: EntryBoss;
}

/** Starts the workers of pipeline runs. */
export function startRunning(
  { application: { runs }, boss }: Parts,
  { log, tracing }: { readonly log: Log; readonly tracing: Tracing },
): Promise<RunWorkers> {
  /** Logs the reason: the queue retries failures without logging them. */
  const logged = async (own: Baggage, work: () => Promise<void>, signal: AbortSignal) =>
    withBaggage(own, async () => {
      try {
        await tracing.step("runId" in own ? "take files of a run" : "work on a file of a run", work);
      } catch (err) {
        if (!signal.aborted) log.warn({ err }, "run step failed, will be retried");
        throw err;
      }
    });
  return startRunWorkers({
    boss,
    takeFiles: (runId, signal) => logged({ runId }, () => runs.takeFiles(runId, signal), signal),
    workOnFile: (runFileId, signal) =>
      logged({ runFileId }, () => runs.workOnFile(runFileId, signal), signal),
    giveUpRun: (runId) =>
      withBaggage({ runId }, () => {
        log.error("the files of a run could not be listed");
        return runs.giveUpRun(runId);
      }),
    giveUpFile: (runFileId) =>
      withBaggage({ runFileId }, () => {
        log.error("file of a run failed after its last attempt");
        return runs.giveUpFile(runFileId);
      }),
  });
}

/** Starts the worker that begins scheduled runs. */
export function startScheduling({ application: { runs }, boss }: Parts, log: Log): Promise<ScheduleWorker> {
  return startScheduleWorker(boss, async (signal) => {
    try {
      await runs.followSchedules(signal);
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, "not all schedules could be started");
    }
  });
}
