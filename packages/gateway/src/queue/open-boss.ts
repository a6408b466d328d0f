import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { DATABASE_LIMITS } from "../database-limits.ts";
import { prepareDeliveryQueues } from "./delivery-queue.ts";
import { prepareNoticeQueue } from "./notice-queue.ts";
import { prepareRepeated } from "./prepare-repeated.ts";
import { prepareQueues } from "./queues.ts";
import { prepareRetentionQueue } from "./retention-queue.ts";
import { prepareRunQueues } from "./run-queue.ts";
import { prepareScheduleQueue } from "./schedule-queue.ts";

/** Connections of the queue: workers wait for documents, not for connections. */
const MAX_CONNECTIONS = 5;

/**
 * A connection is replaced after this time, and so are its prepared statements: a plan made for an empty queue reads all
 * entries of a full one.
 */
const MAX_PLAN_AGE_SECONDS = 60;

const { connectMs, statementMs, lockMs, idleInTransactionMs, answerMs } = DATABASE_LIMITS;
const SERVER_WAITS = `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`;
/** pg-boss passes these to the driver, which closes a connection after a query without a response. */
const DRIVER = {
  connectionTimeoutMillis: connectMs,
  query_timeout: answerMs,
  onConnect: prepareRepeated,
  maxLifetimeSeconds: MAX_PLAN_AGE_SECONDS,
} as const;

export interface BossOptions {
  /**
   * Whether this process checks every second for dead workers and due schedules, as at least one process
   * must.
   */
  readonly supervises: boolean;
}

/**
 * Connects to the queue, whose tables are in a schema of their own. The caller stops it, after its workers.
 */
export async function openBoss(
  url: string,
  logger: Pick<Logger, "error" | "warn">,
  { supervises }: BossOptions = { supervises: true },
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "galley queue",
    ...DRIVER,
    // Writes of these connections may be lost in a crash of the database: claims are rebuilt from heartbeats.
    // New entries are committed together with their records, on connections that flush to disk.
    options: `-c synchronous_commit=off ${SERVER_WAITS}`,
    max: MAX_CONNECTIONS,
    schema: "pgboss",
    schedule: supervises,
    supervise: supervises,
    // Schedules are due on the minute, so cron is checked every second.
    cronMonitorIntervalSeconds: 1,
    cronWorkerIntervalSeconds: 1,
    useListenNotify: true,
    // Lost heartbeats are detected when both of these intervals have passed.
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
