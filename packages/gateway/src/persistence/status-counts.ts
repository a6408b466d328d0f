import { JOB_STATUSES, RUN_STATUSES, type JobStatus, type RunStatus } from "@galley/core/domain";
import type { MikroORM } from "@mikro-orm/postgresql";
import { z } from "zod";

const jobCountsSchema = countsSchema(JOB_STATUSES);
const runCountsSchema = countsSchema(RUN_STATUSES);

/** Number of jobs of all organizations, by status. */
export async function countJobs(orm: MikroORM): Promise<ReadonlyMap<JobStatus, number>> {
  const rows = await orm.em.fork().execute(JOBS);
  return new Map(jobCountsSchema.parse(rows).map(({ status, count }) => [status, count]));
}

const JOBS = "select status, sum(jobs) as count from job_counts group by status having sum(jobs) > 0";

/** Adds the latest changes to the counts, so that reading them stays fast. */
export async function foldJobCounts(orm: MikroORM): Promise<void> {
  await orm.em.fork().execute("select fold_job_counts()");
}

/** Number of runs of all organizations, by status. */
export async function countRuns(orm: MikroORM): Promise<ReadonlyMap<RunStatus, number>> {
  const rows = await orm.em.fork().execute("select status, count(*) from run group by status");
  return new Map(runCountsSchema.parse(rows).map(({ status, count }) => [status, count]));
}

function countsSchema<const T extends string>(statuses: readonly T[]) {
  return z.array(z.object({ status: z.enum(statuses), count: z.coerce.number() }));
}
