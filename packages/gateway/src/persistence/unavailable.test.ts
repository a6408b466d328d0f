import { anExtractionKey, anOrganization } from "@galley/core/testing";
import { DomainError } from "@galley/core/domain";
import { pino } from "pino";
import { expect, test } from "vitest";
import { DATABASE_LIMITS } from "../database-limits.ts";
import { createDatabase, type Outgoing } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const logger = pino({ level: "silent" });

const NOTHING_LEAVES: Outgoing = {
  queue: () => ({
    extract: async () => undefined,
    fetch: async () => undefined,
    findStructure: async () => undefined,
    readFields: async () => undefined,
    deliver: async () => undefined,
    sendNotice: async () => undefined,
    takeFiles: async () => undefined,
    workOnFile: async () => undefined,
  }),
  announcements: () => ({
    jobChanged: async () => undefined,
    jobDeleted: async () => undefined,
    noticeArrived: async () => undefined,
    runChanged: async () => undefined,
  }),
};

const UNAVAILABLE = expect.objectContaining({ name: "DomainError", code: "UNAVAILABLE" });

/** The maximum number of connections in a pool. */
const POOL_SIZE = 10;

const BREAK_TRANSACTIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction'`;

test.each([
  ["address", "127.0.0.1:1"],
  ["socket", "%2Fnot%2Fthere:1"],
])(
  "a database that cannot be reached by its %s is unavailable, for reading and for writing",
  async (_, place) => {
    const orm = openOrm(`postgresql://galley:secret@${place}/nowhere`, logger);
    const database = createDatabase(orm, NOTHING_LEAVES);
    await expect(database.records.organizations.findBySlug("default")).rejects.toEqual(UNAVAILABLE);
    await expect(database.transaction(async () => "done")).rejects.toEqual(UNAVAILABLE);
    await orm.close();
  },
);

test("a database whose disk is full says so", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(orm);
  // Stands for the write that finds no space.
  await orm.em.fork().execute(`
    create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_space before insert on organization execute function no_space()`);
  const database = createDatabase(orm, NOTHING_LEAVES);
  const write = database.transaction(({ organizations }) => organizations.insert(anOrganization()));
  await expect(write).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: "The disk of the database is full.",
  });
});

test("broken connections make their calls unavailable, and no later one", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  const other = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(orm);
  const database = createDatabase(orm, NOTHING_LEAVES);
  for (let broken = 0; broken <= POOL_SIZE; broken += 1) {
    const call = database.transaction(async (records) => {
      await records.organizations.insert(anOrganization());
      await other.em.fork().execute(BREAK_TRANSACTIONS);
      await records.organizations.insert(anOrganization());
    });
    await expect(call).rejects.toEqual(UNAVAILABLE);
  }
  expect(await database.transaction(async () => "done")).toBe("done");
});

test.each([
  ["a statement that takes too long", { statementMs: 100 }],
  ["a server that does not answer", { statementMs: 0, answerMs: 100 }],
])("%s makes the call unavailable, and its transaction is rolled back", async (_, limits) => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const patient = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(patient);
  const orm = opened.adopt(openOrm(url, logger, { ...DATABASE_LIMITS, ...limits }), (open) => open.close());
  const database = createDatabase(orm, {
    ...NOTHING_LEAVES,
    queue: (em, notify) => ({
      ...NOTHING_LEAVES.queue(em, notify),
      extract: async () => void (await em.execute("select pg_sleep(1)")),
    }),
  });
  const organization = anOrganization();
  const slow = database.transaction(async ({ organizations, queue }) => {
    await organizations.insert(organization);
    await queue.extract({ id: organization.id, organizationId: organization.id }, 0);
  });
  await expect(slow).rejects.toEqual(UNAVAILABLE);
  expect(await createDatabase(patient, NOTHING_LEAVES).records.organizations.find(organization.id)).toBe(
    undefined,
  );
  const other = anOrganization();
  await database.transaction(({ organizations }) => organizations.insert(other));
  expect(await database.records.organizations.find(other.id)).toEqual(other);
});

test("waiting for a lock of another transaction ends at the limit", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const limits = { ...DATABASE_LIMITS, lockMs: 100 };
  const orm = opened.adopt(openOrm(url, logger, limits), (open) => open.close());
  await migrate(orm);
  const database = createDatabase(orm, NOTHING_LEAVES);
  const organization = anOrganization();
  const key = anExtractionKey(organization.id);
  await database.transaction(async ({ organizations, extractionKeys }) => {
    await organizations.insert(organization);
    await extractionKeys.insert(key);
  });
  await database.transaction(async ({ extractionKeys }) => {
    await extractionKeys.lock(key.id);
    await expect(database.transaction((other) => other.extractionKeys.lock(key.id))).rejects.toEqual(
      UNAVAILABLE,
    );
  });
});

test("errors of the application are passed on unchanged", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  const refusal = new DomainError("CONFLICT", "The job is settled.");
  const refused = createDatabase(orm, NOTHING_LEAVES).transaction(async () => {
    throw refusal;
  });
  await expect(refused).rejects.toBe(refusal);
});

test("if two transactions deadlock, one is unavailable, and its caller may retry", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(orm);
  const database = createDatabase(orm, NOTHING_LEAVES);
  const organization = anOrganization();
  const keys = [anExtractionKey(organization.id), anExtractionKey(organization.id)] as const;
  await database.transaction(async ({ organizations, extractionKeys }) => {
    await organizations.insert(organization);
    for (const key of keys) await extractionKeys.insert(key);
  });
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const lockInTurn = (first: string, second: string): Promise<unknown> =>
    database.transaction(async ({ extractionKeys }) => {
      await extractionKeys.lock(first);
      holding += 1;
      if (holding === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      return extractionKeys.lock(second);
    });
  const [a, b] = keys;
  const outcomes = await Promise.allSettled([lockInTurn(a.id, b.id), lockInTurn(b.id, a.id)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes).toContainEqual({ status: "rejected", reason: UNAVAILABLE });
});
