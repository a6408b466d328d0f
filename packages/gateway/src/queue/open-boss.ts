import type { ClientConfig } from "pg";
import type { Logger } from "pino";
import { DATABASE_LIMITS } from "../database-limits.ts";
import { ResourceStack } from "../resource-stack.ts";
import { EntryBoss } from "./notifications/entry-boss.ts";
import { prepareDeliveryQueues } from "./delivery-queue.ts";
import { prepareNoticeQueue } from "./notice-queue.ts";
import { prepareRepeated } from "./prepare-repeated.ts";
import { prepareQueues } from "./queues.ts";
import { prepareReadJobQueues } from "./read-job-queue.ts";
import { prepareRetentionQueue, RETENTION_SCHEDULE } from "./retention-queue.ts";
import { prepareRunQueues } from "./run-queue.ts";
import { prepareScheduleQueue, SCHEDULES_SCHEDULE } from "./schedule-queue.ts";
import { Session } from "./notifications/session.ts";
import { startWatch } from "./notifications/watch.ts";

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

/** The connection for notifications. Its statements are short, so a server that is lost is detected earlier. */
const SESSION = {
  application_name: "galley notifications",
  connectionTimeoutMillis: connectMs,
  query_timeout: lockMs,
  statement_timeout: lockMs,
  keepAlive: true,
} as const satisfies ClientConfig;

export interface BossOptions {
  /**
   * Whether this process may be the one that looks every second for dead workers, due entries and schedules, as at
   * least one process must.
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
): Promise<EntryBoss> {
  const boss = new EntryBoss({
    connectionString: url,
    application_name: "galley queue",
    ...DRIVER,
    // Writes of these connections may be lost in a crash of the database: claims are rebuilt from heartbeats.
    // New entries are committed together with their records, on connections that flush to disk.
    options: `-c synchronous_commit=off ${SERVER_WAITS}`,
    max: MAX_CONNECTIONS,
    schema: "pgboss",
    // The watch decides when to look for lost workers.
    monitorIntervalSeconds: 1,
  });
  boss.on("error", (error) => logger.error({ err: error }, "queue"));
  boss.on("warning", ({ message, data }) => logger.warn({ data }, `queue: ${message}`));
  await boss.start();
  try {
    await prepareQueues(boss);
    await prepareDeliveryQueues(boss);
    await prepareNoticeQueue(boss);
    await prepareRetentionQueue(boss);
    await prepareRunQueues(boss);
    await prepareScheduleQueue(boss);
    await prepareReadJobQueues(boss);
    await watchQueue(boss, { url, logger, supervises });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function watchQueue(
  boss: EntryBoss,
  {
    url,
    logger,
    supervises,
  }: BossOptions & { readonly url: string; readonly logger: Pick<Logger, "error" | "warn"> },
): Promise<void> {
  const parts = new ResourceStack();
  boss.adopt(parts);
  const session = parts.adopt(
    await Session.open({ connectionString: url, ...SESSION }, (err) =>
      logger.warn({ err }, "queue: notifications are lost until the database can be reached"),
    ),
    (open) => open.close(),
  );
  boss.listenWith(session);
  parts.use(
    await startWatch({
      session,
      boss,
      dispatcher: boss.dispatcher,
      schedules: [SCHEDULES_SCHEDULE, RETENTION_SCHEDULE],
      supervises,
      failed: (err) => logger.error({ err }, "queue: it could not be watched"),
    }),
  );
}
