import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { migrate } from "../migrate.ts";
import { openOrm } from "../open-orm.ts";

/** A database with all tables, without log. */
export async function migratedOrm(url: string): Promise<MikroORM> {
  const orm = openOrm(url, pino({ level: "silent" }));
  await migrate(orm);
  return orm;
}
