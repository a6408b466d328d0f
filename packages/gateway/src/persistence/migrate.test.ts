import { pino } from "pino";
import { expect, test } from "vitest";
import { createRecordsOnly } from "./database.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const JOB_ID = "0b7a6c1e-5d0f-4c8e-9b1a-2f3e4d5c6b7a";

const logger = pino({ level: "silent" });

test("if replicas start together, one creates the tables and the others find them", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const replicas = [1, 2, 3].map(() => opened.adopt(openOrm(url, logger), (orm) => orm.close()));
  await Promise.all(replicas.map(migrate));
  const [first] = replicas;
  expect(await Promise.all(replicas.map(isMigrated))).toEqual([true, true, true]);
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

/** Fields and what they taught, before documents could be split. */
const FIELDS = `
  set local session_replication_role = replica;
  insert into document_fields (job_id, schema, organization_id, version, status, message, created_at)
  values ('${JOB_ID}', 'invoice', '${JOB_ID}', 1, 'confirmed', '', now());
  insert into fields_example (job_id, schema, organization_id, sketch, example, created_at)
  values ('${JOB_ID}', 'invoice', '${JOB_ID}', '{1,2}', 'example', now());`;

test("fields that were stored before documents could be split are those of whole documents", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  expect(await isMigrated(orm)).toBe(false);
  await orm.migrator.up({ to: "0031-fields-examples" });
  expect(await isMigrated(orm)).toBe(false);
  await orm.em.fork().transactional((em) => em.execute(FIELDS));
  await migrate(orm);
  const { documentFields, fieldsExamples } = createRecordsOnly(orm).records;
  const place = { jobId: JOB_ID, schema: "invoice", part: 1 };
  expect(await documentFields.find(place)).toMatchObject({ part: 1, pages: null, status: "confirmed" });
  const count = "select count(*)::integer as examples from fields_example where part = 1";
  expect(await orm.em.fork().execute(count)).toEqual([{ examples: 1 }]);
  await fieldsExamples.remove(place);
  expect(await orm.em.fork().execute(count)).toEqual([{ examples: 0 }]);
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
