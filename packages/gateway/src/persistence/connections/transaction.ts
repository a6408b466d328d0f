import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { CompiledQuery, type Kysely } from "kysely";
import { unread } from "../../prepared-statements.ts";
import { BEGIN, COMMIT, ROLLBACK } from "./statement-order.ts";

/** What happens when a transaction commits. */
export interface OnCommit {
  /** Sends a notification to all listeners of a channel with the commit. */
  readonly notify: (channel: string, payload: string) => void;
  /** Calls `done` after the commit. If the process ends in between, it is not called. */
  readonly call: (done: () => void) => void;
}

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
export async function inTransaction<T>(
  orm: MikroORM,
  { flushes }: TransactionOptions,
  work: (em: EntityManager, onCommit: OnCommit) => Promise<T>,
): Promise<T> {
  const notifications = new Map<string, readonly [channel: string, payload: string]>();
  const calls: (() => void)[] = [];
  const onCommit: OnCommit = {
    notify: (...notification) => void notifications.set(notification.join(" "), notification),
    call: (done) => void calls.push(done),
  };
  const client = orm.em.getConnection().getClient();
  const result = await client.connection().execute(async (connection) => {
    const em = orm.em.fork();
    em.setTransactionContext(connection);
    await send(connection, BEGIN);
    try {
      if (!flushes) await send(connection, WITHOUT_FLUSH);
      const done = await work(em, onCommit);
      for (const notification of notifications.values()) await send(connection, NOTIFY, notification);
      await send(connection, COMMIT);
      return done;
    } catch (error) {
      await send(connection, ROLLBACK);
      throw error;
    }
  });
  for (const call of calls) call();
  return result;
}

async function send(
  connection: Kysely<unknown>,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]));
}
