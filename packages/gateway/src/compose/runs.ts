import type { Application } from "@galley/core/domain";
import type { PgBoss } from "pg-boss";
import { withBaggage, type Baggage } from "../baggage.ts";
import { startRunWorkers, type RunWorkers } from "../queue/run-workers.ts";
import { startScheduleWorker, type ScheduleWorker } from "../queue/schedule-queue.ts";
import type { Log } from "../telemetry/log.ts";
import type { Tracing } from "../telemetry/tracing.ts";

interface Parts {
  readonly application: Pick<Application, "runs">;
  readonly boss: PgBoss;
}

/** Starts what takes runs of pipelines further. */
export function startRunning(
  { application: { runs }, boss }: Parts,
  { log, tracing }: { readonly log: Log; readonly tracing: Tracing },
): Promise<RunWorkers> {
  /** The queue tries again what failed, and tells nobody why. */
  const told = async (own: Baggage, work: () => Promise<void>, signal: AbortSignal) =>
    withBaggage(own, async () => {
      try {
        await tracing.step("runId" in own ? "take files of a run" : "work on a file of a run", work);
      } catch (err) {
        if (!signal.aborted) log.warn({ err }, "a run could not go on this time");
        throw err;
      }
    });
  return startRunWorkers({
    boss,
    takeFiles: (runId, signal) => told({ runId }, () => runs.takeFiles(runId, signal), signal),
    workOnFile: (runFileId, signal) => told({ runFileId }, () => runs.workOnFile(runFileId, signal), signal),
    giveUpRun: (runId) =>
      withBaggage({ runId }, () => {
        log.error("the files of a run could not be found");
        return runs.giveUpRun(runId);
      }),
    giveUpFile: (runFileId) =>
      withBaggage({ runFileId }, () => {
        log.error("a file of a run was tried too often");
        return runs.giveUpFile(runFileId);
      }),
  });
}

/** Starts what begins runs when their time has come. */
export function startScheduling({ application: { runs }, boss }: Parts, log: Log): Promise<ScheduleWorker> {
  return startScheduleWorker(boss, async (signal) => {
    try {
      await runs.followSchedules(signal);
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, "not all schedules could be followed");
    }
  });
}
