import type { EntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery } from "kysely";

/** Neither the driver nor the server forgets a prepared statement. */
const MAX_PREPARED = 500;

const NAMES = new Map<string, string>();
const UNREAD = new Set<string>();

/**
 * A statement that the server parses once per connection. Its parameters are $1, $2 and so on. Only for statements
 * whose text does not depend on what callers send.
 */
export function prepared(sql: string): string {
  if (!NAMES.has(sql) && NAMES.size < MAX_PREPARED) NAMES.set(sql, `galley_${NAMES.size}`);
  return sql;
}

/**
 * A prepared statement whose result nobody reads. Within a transaction it is sent with the next statement that is read,
 * at the latest with `commit`, because each round trip costs more than most statements. If it fails, that call rejects.
 */
export function unread(sql: string): string {
  if (preparedName(prepared(sql)) !== undefined) UNREAD.add(sql);
  return sql;
}

/** The name under which a statement is prepared; undefined if it is parsed each time. */
export function preparedName(sql: string): string | undefined {
  return NAMES.get(sql);
}

export function isUnread(sql: string): boolean {
  return UNREAD.has(sql);
}

/** Runs a statement with parameters: the ORM would inline their values. `Row` has the selected columns. */
export async function rowsOf<Row>(
  em: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const statement: CompiledQuery<Row> = CompiledQuery.raw(sql, [...parameters]);
  const { rows } = await em.getKysely().executeQuery(statement);
  return rows;
}
