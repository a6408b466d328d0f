import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { CompiledQuery, type Kysely } from "kysely";
import { unread } from "../../prepared-statements.ts";
import { BEGIN, COMMIT, ROLLBACK } from "./statement-order.ts";

/** Sends a notification to all listeners of a channel when the transaction commits. */
export type Notify = (channel: string, payload: string) => void;

const WITHOUT_FLUSH = unread("set local synchronous_commit to off");
const NOTIFY = unread("select pg_notify($1, $2)");

export interface TransactionOptions {
  /** Whether `commit` waits for the disk. */
  readonly flushes: boolean;
}

/**
 * `em.transactional` returns a connection to the pool only after a successful rollback, so it would leak
 * connections that break during a transaction.
 */
export function inTransaction<T>(
  orm: MikroORM,
  { flushes }: TransactionOptions,
  work: (em: EntityManager, notify: Notify) => Promise<T>,
): Promise<T> {
  const client = orm.em.getConnection().getClient();
  return client.connection().execute(async (connection) => {
    const em = orm.em.fork();
    em.setTransactionContext(connection);
    const notifications = new Map<string, readonly [channel: string, payload: string]>();
    const notify: Notify = (...notification) => {
      notifications.set(notification.join(" "), notification);
    };
    await send(connection, BEGIN);
    try {
      if (!flushes) await send(connection, WITHOUT_FLUSH);
      const result = await work(em, notify);
      for (const notification of notifications.values()) await send(connection, NOTIFY, notification);
      await send(connection, COMMIT);
      return result;
    } catch (error) {
      await send(connection, ROLLBACK);
      throw error;
    }
  });
}

async function send(
  connection: Kysely<unknown>,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]));
}
