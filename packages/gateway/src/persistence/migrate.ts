import { TableNotFoundException, type MikroORM } from "@mikro-orm/postgresql";
import { z } from "zod";
import { MIGRATION_TABLE, MIGRATIONS } from "./migrations/index.ts";

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

const executedSchema = z.array(z.object({ name: z.string() }));

/** Whether no migration of this release is pending. */
export async function isMigrated(orm: MikroORM): Promise<boolean> {
  try {
    const executed = executedSchema.parse(await orm.em.fork().execute(`select name from ${MIGRATION_TABLE}`));
    const names = new Set(executed.map(({ name }) => name));
    return MIGRATIONS.every(({ name }) => names.has(name));
  } catch (error) {
    if (error instanceof TableNotFoundException) return false;
    throw error;
  }
}
