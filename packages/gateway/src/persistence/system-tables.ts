import type { Expiring, QueueSample, QueueState, Replica, ReplicaFacts } from "@galley/core/domain";
import type { MikroORM } from "@mikro-orm/postgresql";
import { z } from "zod";

/** What the processes of the service report of themselves, and samples of the queue. */
export interface SystemTables {
  /** Reports a process, and removes those that have not reported for an hour. */
  report(replica: Replica): Promise<void>;
  /** The processes that reported after this time, oldest first. */
  replicas(seenAfter: Date): Promise<readonly Replica[]>;
  /** Stores the sample of a minute, unless another process has, and removes samples older than an hour. */
  sample(minute: Date, state: QueueState): Promise<void>;
  /** The samples from this time on, oldest first. */
  samples(from: Date): Promise<readonly QueueSample[]>;
  /** Whether there are several organizations. */
  isShared(): Promise<boolean>;
  /** The documents of an organization that wait to be read. */
  queueOf(organizationId: string, now: Date): Promise<QueueState>;
  /** The documents of an organization that expire in a period. */
  expiring(organizationId: string, period: { readonly from: Date; readonly to: Date }): Promise<Expiring>;
}

export function createSystemTables({ em }: Pick<MikroORM, "em">): SystemTables {
  const execute = (sql: string, parameters: unknown[]): Promise<unknown> =>
    em.fork().execute(sql, parameters);
  return {
    async report({ id, role, version, startedAt, seenAt, facts }) {
      await execute(REPORT, [id, role, version, startedAt, seenAt, JSON.stringify(facts)]);
      await execute("delete from replica where seen_at < ?::timestamptz - interval '1 hour'", [seenAt]);
    },
    replicas: async (seenAfter) => replicasSchema.parse(await execute(REPLICAS, [seenAfter])),
    async sample(minute, { waiting, oldestSeconds }) {
      await execute(SAMPLE, [minute, waiting, oldestSeconds]);
      await execute("delete from queue_sample where at <= ?::timestamptz - interval '1 hour'", [minute]);
    },
    samples: async (from) => samplesSchema.parse(await execute(SAMPLES, [from])),
    async isShared() {
      const [row] = countSchema.parse(await execute("select count(*) as count from organization", []));
      return (row?.count ?? 0) > 1;
    },
    async queueOf(organizationId, now) {
      const [row] = queueSchema.parse(await execute(QUEUE_OF, [now, organizationId]));
      return row ?? { waiting: 0, oldestSeconds: 0 };
    },
    async expiring(organizationId, { from, to }) {
      const [row] = expiringSchema.parse(await execute(EXPIRING, [organizationId, from, to]));
      return row ?? { documents: 0, next: null };
    },
  };
}

const factsSchema: z.ZodType<ReplicaFacts> = z.object({
  workers: z.int(),
  memoryBytes: z.number(),
  hosts: z.array(z.object({ pid: z.int(), memoryBytes: z.number().nullable() })),
  hostRestarts: z.int(),
});

const replicasSchema = z.array(
  z.object({
    id: z.uuid(),
    role: z.enum(["all", "serve", "work"]),
    version: z.string(),
    startedAt: z.coerce.date(),
    seenAt: z.coerce.date(),
    facts: factsSchema,
  }),
);
const samplesSchema = z.array(z.object({ at: z.coerce.date(), waiting: z.int(), oldestSeconds: z.number() }));
const countSchema = z.array(z.object({ count: z.coerce.number() }));
const queueSchema = z.array(z.object({ waiting: z.coerce.number(), oldestSeconds: z.coerce.number() }));
const expiringSchema = z.array(z.object({ documents: z.coerce.number(), next: z.coerce.date().nullable() }));

const REPORT = `
  insert into replica (id, role, version, started_at, seen_at, facts) values (?, ?, ?, ?, ?, ?::jsonb)
  on conflict (id) do update set seen_at = excluded.seen_at, facts = excluded.facts`;

const REPLICAS = `
  select id, role, version, started_at as "startedAt", seen_at as "seenAt", facts
  from replica where seen_at > ? order by started_at, id`;

const SAMPLE = `
  insert into queue_sample (at, waiting, oldest_seconds) values (?, ?, ?) on conflict (at) do nothing`;

const SAMPLES = `
  select at, waiting, oldest_seconds as "oldestSeconds" from queue_sample where at >= ? order by at`;

const QUEUE_OF = `
  select count(*) as waiting,
    coalesce(greatest(0, extract(epoch from (?::timestamptz - min(submitted_at)))), 0) as "oldestSeconds"
  from job where organization_id = ? and status = 'accepted'`;

const EXPIRING = `
  select count(*) as documents, min(text_expires_at) as next
  from job where organization_id = ? and text_expires_at > ? and text_expires_at <= ?`;
