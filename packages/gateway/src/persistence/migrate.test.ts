import { pino } from "pino";
import { expect, test } from "vitest";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const logger = pino({ level: "silent" });

test("if replicas start together, one creates the tables and the others find them", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const replicas = [1, 2, 3].map(() => opened.adopt(openOrm(url, logger), (orm) => orm.close()));
  await Promise.all(replicas.map(migrate));
  const [first] = replicas;
  const made = MIGRATIONS.map(({ name }) => ({ name }));
  expect(await first?.em.execute("select name from galley_migration order by id")).toEqual(made);
});

test("the tables have the columns of the entities", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(orm);
  const differences = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  // Defaults are there for older replicas; the entities give every value themselves.
  const columns = differences.replaceAll(/alter column "\w+" drop default/g, "");
  expect(columns).not.toMatch(/create table|column/);
});

test("replicas of an older version can insert rows while a newer one serves", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  const required = async (): Promise<readonly RequiredColumn[]> =>
    orm.em.execute(`
      select table_name, column_name, column_default from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO'
    `);
  const added = new Set<string>();
  let before = await required();
  for (const { name } of MIGRATIONS) {
    await orm.migrator.up({ to: name });
    if (name <= LAST_WITHOUT_DEFAULTS) before = await required();
    const after = await required();
    const tables = new Set(before.map(({ table_name }) => table_name));
    const columns = new Set(before.map(nameOf));
    for (const column of after) {
      if (tables.has(column.table_name) && !columns.has(nameOf(column))) added.add(nameOf(column));
    }
    before = after;
  }
  expect(added).toContain("session.way");
  expect(before.filter((column) => added.has(nameOf(column)) && column.column_default === null)).toEqual([]);
});

/** Earlier migrations are of versions that were never run beside each other. */
const LAST_WITHOUT_DEFAULTS = "0008-oauth";

interface RequiredColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly column_default: string | null;
}

function nameOf({ table_name, column_name }: RequiredColumn): string {
  return `${table_name}.${column_name}`;
}
