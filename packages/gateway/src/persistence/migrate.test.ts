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
  const missing = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(missing).not.toMatch(/create table|column/);
});
