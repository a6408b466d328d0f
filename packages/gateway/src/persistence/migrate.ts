import type { MikroORM } from "@mikro-orm/postgresql";

/** Brings the tables up to date, all or nothing. Of several replicas that start together one does it; the rest wait. */
export async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute("select pg_advisory_xact_lock(hashtext('galley migrations'))");
    const transaction = em.getTransactionContext();
    await orm.migrator.up({ transaction });
  });
}
