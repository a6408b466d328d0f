import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { CompiledQuery, type Kysely } from "kysely";

/** Sends a notification to all listeners of a channel when the transaction commits. */
export type Notify = (channel: string, payload: string) => void;

/**
 * `em.transactional` returns a connection to the pool only after a successful rollback, so it would leak
 * connections that break during a transaction. Notifications are sent together with the commit, because each
 * statement costs a round trip.
 *
 * The commit does not wait for the disk: PostgreSQL would keep the transaction's locks meanwhile, and so make all
 * submissions with one key, and all transactions that send notifications, wait for the disk one after the other.
 *
 * @param flush waits for the disk after the commit, on the same connection.
 */
export function inTransaction<T>(
  orm: MikroORM,
  work: (em: EntityManager, notify: Notify) => Promise<T>,
  flush: (connection: Kysely<unknown>) => Promise<void> = async () => undefined,
): Promise<T> {
  const client = orm.em.getConnection().getClient();
  return client.connection().execute(async (connection) => {
    const em = orm.em.fork();
    em.setTransactionContext(connection);
    const notifications = new Set<string>();
    const notify: Notify = (...notification) => {
      const quoted = notification.map((part) => em.getPlatform().quoteValue(part));
      notifications.add(`select pg_notify(${quoted.join(", ")})`);
    };
    await send(connection, "begin; set local synchronous_commit to off");
    const result = await committed(connection, async () => {
      const worked = await work(em, notify);
      await send(connection, [...notifications, "commit"].join("; "));
      return worked;
    });
    await flush(connection);
    return result;
  });
}

async function committed<T>(connection: Kysely<unknown>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await send(connection, "rollback");
    throw error;
  }
}

async function send(connection: Kysely<unknown>, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql));
}
