import { startEmbeddedPostgres } from "../embedded-postgres.ts";
import { migratedOrm } from "./migrated-orm.ts";

/**
 * Creates a cluster with all tables in a data folder, and ends. A copy of it survives killed processes, not a power
 * cut.
 */
const [, , dataDir = ""] = process.argv;
await using postgres = await startEmbeddedPostgres(dataDir, { durable: false });
const orm = await migratedOrm(postgres.url);
for (const setting of ["fsync", "full_page_writes"])
  await orm.em.execute(`alter system set ${setting} = off`);
await orm.close();
