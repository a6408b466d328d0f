import type { MikroORM } from "@mikro-orm/postgresql";

/** How long a migration waits for a table lock, during which others wait behind it. */
const TABLE_LOCK_TIMEOUT = "30s";

/**
 * Migrates the tables, all or nothing. If several replicas start together, one migrates; the others wait,
 * within the limits of `orm`.
 */
export async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute("select pg_advisory_xact_lock(hashtext('galley migrations'))");
    await em.execute(`set local lock_timeout to '${TABLE_LOCK_TIMEOUT}'`);
    const transaction = em.getTransactionContext();
    await orm.migrator.up({ transaction });
  });
}
