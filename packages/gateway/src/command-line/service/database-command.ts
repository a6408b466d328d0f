import { existsSync } from "node:fs";
import { join } from "node:path";
import { TableNotFoundException, type MikroORM } from "@mikro-orm/postgresql";
import type { Config } from "../../config/config.ts";
import type { DatabaseLimits } from "../../database-limits.ts";
import { startEmbeddedPostgres } from "../../persistence/embedded-postgres.ts";
import { ResourceStack } from "../../resource-stack.ts";
import { openOrm } from "../../persistence/open-orm.ts";

/** Runs `work` with the service's database; starts the embedded one if it does not run, but never creates one. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  limits: DatabaseLimits,
  work: (orm: MikroORM) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, "postgres"))) {
    throw new Error(
      `There is no database in ${dataDir}. Run this with the service's GALLEY_DATA_DIR or DATABASE_URL.`,
    );
  }
  await using opened = new ResourceStack();
  const url = databaseUrl ?? opened.use(await startEmbeddedPostgres(dataDir)).url;
  const orm = opened.adopt(openOrm(url, { warn: () => undefined }, limits), (open) => open.close());
  return await work(orm);
}

/** What the operator reads about a failed command. */
export function failureOf(error: unknown): string {
  if (error instanceof TableNotFoundException) {
    return "The database lacks tables of this release. Start the service on it once, then run this again.";
  }
  return error instanceof Error ? error.message : String(error);
}

/** Prints the problems and returns the exit code. */
export function refused<Code extends 1 | 2>(code: Code, problems: readonly string[]): Code {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return code;
}
