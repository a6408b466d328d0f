import type { PgBoss } from "pg-boss";
import { z } from "zod";

/** The entries waiting in a queue. */
export interface Backlog {
  readonly queue: string;
  /** Entries that are due and not yet taken. */
  readonly waiting: number;
  /** How long the oldest of them has been due, in seconds; 0 if there is none. */
  readonly oldestSeconds: number;
}

const backlogsSchema = z.array(
  z.object({ queue: z.string(), waiting: z.coerce.number(), oldestSeconds: z.coerce.number() }),
);

/** Entries in the states before "active". pg-boss's own counts are only updated periodically. */
const BACKLOGS = `
  select queue.name as queue,
    count(job.id) as waiting,
    coalesce(greatest(extract(epoch from now() - min(greatest(job.created_on, job.start_after))), 0), 0)
      as "oldestSeconds"
  from pgboss.queue as queue
  left join pgboss.job as job
    on job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
  where queue.name not like '\\_\\_%'
  group by queue.name
  order by queue.name`;

/** For every queue, including empty ones. */
export async function backlogsOf(boss: PgBoss): Promise<readonly Backlog[]> {
  const { rows } = await boss.getDb().executeSql(BACKLOGS);
  return backlogsSchema.parse(rows);
}
