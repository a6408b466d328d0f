import type { PgBoss } from "pg-boss";
import { z } from "zod";

/** What waits in a queue. */
export interface Backlog {
  readonly queue: string;
  /** Entries whose time has come and that nobody has taken. */
  readonly waiting: number;
  /** How long the first of them could have been taken, in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
}

const backlogsSchema = z.array(
  z.object({ queue: z.string(), waiting: z.coerce.number(), oldestSeconds: z.coerce.number() }),
);

/** Entries in the states before "active". What pg-boss counts by itself is as old as its last look. */
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

/** Of every queue, those that are empty included. */
export async function backlogsOf(boss: PgBoss): Promise<readonly Backlog[]> {
  const { rows } = await boss.getDb().executeSql(BACKLOGS);
  return backlogsSchema.parse(rows);
}
