import type { ScheduleStore } from "@galley/core/domain";
import { z } from "zod";
import { isId, type Run } from "./run.ts";

export function createScheduleStore(run: Run): ScheduleStore {
  return {
    listDue: (now, limit) =>
      run(async (em) => {
        const rows = await em.execute<{ id: string }[]>(DUE, [now, limit]);
        return rows.map(({ id }) => id);
      }),

    async find(pipelineId) {
      if (!isId(pipelineId)) return undefined;
      return run(async (em) => progressSchema.parse(await em.execute(FIND, [pipelineId]))[0]);
    },

    put: ({ pipelineId, cron, timeZone, nextSlot }) =>
      run(async (em) => {
        await em.execute(PUT, [pipelineId, cron, timeZone, nextSlot]);
      }),

    forgetPaused: () =>
      run(async (em) => {
        await em.execute(FORGET_PAUSED);
      }),
  };
}

const DUE = `
  select pipeline.id from pipeline left join schedule_progress as progress on progress.pipeline_id = pipeline.id
  where pipeline.active and pipeline.cron is not null and (
    progress.next_slot <= ?
    or progress.cron is distinct from pipeline.cron
    or progress.time_zone is distinct from pipeline.time_zone
  )
  order by progress.next_slot nulls first limit ?`;

const FIND = `
  select pipeline_id as "pipelineId", cron, time_zone as "timeZone", next_slot as "nextSlot"
  from schedule_progress where pipeline_id = ?`;

const PUT = `
  insert into schedule_progress (pipeline_id, cron, time_zone, next_slot) values (?, ?, ?, ?)
  on conflict (pipeline_id) do update
  set cron = excluded.cron, time_zone = excluded.time_zone, next_slot = excluded.next_slot`;

const FORGET_PAUSED = `
  delete from schedule_progress using pipeline
  where pipeline.id = schedule_progress.pipeline_id and not (pipeline.active and pipeline.cron is not null)`;

const progressSchema = z.array(
  z.object({
    pipelineId: z.string(),
    cron: z.string(),
    timeZone: z.string(),
    nextSlot: z.coerce.date().nullable(),
  }),
);
