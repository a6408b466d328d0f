import { pino } from "pino";
import type { MikroORM } from "@mikro-orm/postgresql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createSearchIndex } from "./search-index.ts";
import { createTestDatabase } from "./testing/test-database.ts";

let opened: AsyncDisposableStack;
let orm: MikroORM;
let databaseUrl: string;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  ({ url: databaseUrl } = opened.use(await createTestDatabase()));
  orm = opened.adopt(openOrm(databaseUrl, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
  await orm.em.fork().execute("analyze job");
});
afterEach(() => opened.disposeAsync());

function create(url: string, fromJobs?: number): Promise<boolean> {
  return createSearchIndex({
    databaseUrl: url,
    signal: new AbortController().signal,
    ...(fromJobs !== undefined && { fromJobs }),
  });
}

function isValid(): Promise<unknown> {
  return orm.em
    .fork()
    .execute("select indisvalid from pg_index where indexrelid = to_regclass('job_search')");
}

test("the index is created once there are many jobs, and then kept", async () => {
  expect(await create(databaseUrl)).toBe(false);
  expect(await isValid()).toEqual([]);
  expect(await create(databaseUrl, 0)).toBe(true);
  expect(await isValid()).toEqual([{ indisvalid: true }]);
  expect(await create(databaseUrl, 0)).toBe(false);
});

test("after an interrupted creation, it is created again", async () => {
  await create(databaseUrl, 0);
  await orm.em
    .fork()
    .execute("update pg_index set indisvalid = false where indexrelid = 'job_search'::regclass");
  expect(await create(databaseUrl, 0)).toBe(true);
  expect(await isValid()).toEqual([{ indisvalid: true }]);
});

test("while another process creates it, nothing is done", async () => {
  await orm.em.fork().transactional(async (em) => {
    await em.execute("select pg_advisory_xact_lock(hashtextextended('galley search index', 0))");
    expect(await create(databaseUrl, 0)).toBe(false);
  });
});

test("a role that may not create the extension is reported, and gets no index", async () => {
  const role = `reader-${process.pid}`;
  await orm.em.fork().execute(`create role "${role}" login password 'secret'`);
  try {
    const url = new URL(databaseUrl);
    url.username = role;
    url.password = "secret";
    await expect(create(url.href, 0)).rejects.toThrow("permission denied");
    expect(await isValid()).toEqual([]);
  } finally {
    await orm.em.fork().execute(`drop role "${role}"`);
  }
});
