import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { DATABASE_LIMITS } from "../database-limits.ts";
import { prepareDeliveryQueues } from "./delivery-queue.ts";
import { prepareNoticeQueue } from "./notice-queue.ts";
import { prepareQueues } from "./queues.ts";
import { prepareRetentionQueue } from "./retention-queue.ts";
import { prepareRunQueues } from "./run-queue.ts";
import { prepareScheduleQueue } from "./schedule-queue.ts";

/** Connections of the queue: workers wait for documents, not for connections. */
const MAX_CONNECTIONS = 5;

const { connectMs, statementMs, lockMs, idleInTransactionMs, answerMs } = DATABASE_LIMITS;
const SERVER_WAITS = `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`;
/** pg-boss passes these to the driver; it ends a connection on which a query had no answer. */
const WAITS = { connectionTimeoutMillis: connectMs, query_timeout: answerMs } as const;

export interface BossOptions {
  /** Whether it looks every second for workers that died and schedules that are due, as one process at least must. */
  readonly supervises: boolean;
}

/** Connects to the queue, whose tables are in a schema of its own. The caller stops it, after its workers. */
export async function openBoss(
  url: string,
  logger: Pick<Logger, "error" | "warn">,
  { supervises }: BossOptions = { supervises: true },
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "galley queue",
    ...WAITS,
    // What its own connections write, a crash of the database may undo: who has taken what is found out again by
    // heartbeats. New entries come with the records that they are about, by connections that wait for the disk.
    options: `-c synchronous_commit=off ${SERVER_WAITS}`,
    max: MAX_CONNECTIONS,
    schema: "pgboss",
    schedule: supervises,
    supervise: supervises,
    // A schedule comes due on the minute, and is not to wait for the next look.
    cronMonitorIntervalSeconds: 1,
    cronWorkerIntervalSeconds: 1,
    useListenNotify: true,
    // Lost heartbeats are looked for when both of these have passed.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on("error", (error) => logger.error({ err: error }, "queue"));
  boss.on("warning", ({ message, data }) => logger.warn({ data }, `queue: ${message}`));
  await boss.start();
  await prepareQueues(boss);
  await prepareDeliveryQueues(boss);
  await prepareNoticeQueue(boss);
  await prepareRetentionQueue(boss);
  await prepareRunQueues(boss);
  await prepareScheduleQueue(boss);
  return boss;
}
