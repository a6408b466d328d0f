import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords } from "../runs/run-ports.ts";
import type { ScheduleRecords } from "./schedule-ports.ts";
import { insertRun, newRun, overlaps } from "../runs/start-run.ts";
import { nextSlot } from "./cron.ts";

interface SchedulePorts {
  readonly database: Database<ScheduleRecords & PipelineRecords & RunRecords, RunOutbox>;
  readonly environment: Environment;
}

/** Pipelines per query. */
const AT_ONCE = 100;

/** Older slots count as missed. */
const IN_TIME_MS = 5 * 60 * 1000;

/**
 * Starts the runs that are due. A slot has one run, however many workers look at the same time: the pipeline is
 * locked, progress is stored with the run, and a slot cannot have a second run.
 */
export async function followDueSchedules(
  { database, environment }: SchedulePorts,
  signal: AbortSignal,
): Promise<void> {
  await database.transaction(({ schedules }) => schedules.forgetPaused());
  const now = environment.now();
  const failures: unknown[] = [];
  for (const id of await database.records.schedules.listDue(now, AT_ONCE)) {
    signal.throwIfAborted();
    try {
      await database.transaction((records) => follow(records, environment, { id, now }));
    } catch (error) {
      // A schedule that fails must not delay others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some schedules could not be processed.");
}

async function follow(
  records: Transaction<ScheduleRecords & PipelineRecords & RunRecords, RunOutbox>,
  environment: Environment,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  const pipeline = await records.pipelines.lock(id);
  if (!pipeline?.active || pipeline.cron === null) return;
  const { cron, timeZone } = pipeline;
  const first = await firstSlot(records, pipeline, cron);
  let { runCount } = pipeline;
  for (const slot of dueSlots(pipeline, { cron, first, now })) {
    if (await overlaps(records, pipeline)) break;
    const run = newRun(environment, { pipeline, trigger: "scheduled", slot });
    if (!(await insertRun(records, run, { ...pipeline, runCount }))) continue;
    runCount += 1;
    await records.queue.takeFiles(run);
  }
  const next = nextSlot({ cron, timeZone }, now) ?? null;
  await records.schedules.put({ pipelineId: id, cron, timeZone, nextSlot: next });
}

/** The first unprocessed slot. A new, changed or resumed schedule starts with that change. */
async function firstSlot(
  { schedules }: Transaction<ScheduleRecords>,
  { id, timeZone, updatedAt }: Pipeline,
  cron: string,
): Promise<Date | undefined> {
  const progress = await schedules.find(id);
  const isFollowed = progress?.cron === cron && progress.timeZone === timeZone;
  return isFollowed ? (progress.nextSlot ?? undefined) : nextSlot({ cron, timeZone }, updatedAt);
}

/** The slots to run now: those in time, or one for all that were missed. */
function dueSlots(
  { timeZone, missedSlots }: Pipeline,
  { cron, first, now }: { readonly cron: string; readonly first: Date | undefined; readonly now: Date },
): readonly Date[] {
  if (!first || first > now) return [];
  const since = Math.max(first.getTime() - 1, now.getTime() - IN_TIME_MS);
  const inTime: Date[] = [];
  let slot = nextSlot({ cron, timeZone }, new Date(since));
  while (slot && slot <= now) {
    inTime.push(slot);
    slot = nextSlot({ cron, timeZone }, slot);
  }
  if (inTime.length > 0) return inTime;
  return missedSlots === "run_once" ? [first] : [];
}
