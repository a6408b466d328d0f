import type { MikroORM } from "@mikro-orm/postgresql";

/** The longest that a migration waits for a table that others use, and so keeps them from it. */
const TABLE_LOCK_TIMEOUT = "30s";

/**
 * Brings the tables up to date, all or nothing. Of several replicas that start together one does it; the rest wait, as
 * long as the limits of `orm` allow.
 */
export async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute("select pg_advisory_xact_lock(hashtext('galley migrations'))");
    await em.execute(`set local lock_timeout to '${TABLE_LOCK_TIMEOUT}'`);
    const transaction = em.getTransactionContext();
    await orm.migrator.up({ transaction });
  });
}
