import { randomUUID } from "node:crypto";
import type { Job, JobStore, PageStore } from "@galley/core/domain";
import { aJob, anOrganization, aPageRead } from "@galley/core/testing";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { fromKysely } from "pg-boss";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendExtract } from "../queue/job-queue.ts";
import type { EntryBoss } from "../queue/notifications/entry-boss.ts";
import { LOOK } from "../queue/notifications/watch.ts";
import { openBoss } from "../queue/open-boss.ts";
import { createRecordsOnly } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createSearchIndex } from "./search-index.ts";
import { createJobStore } from "./stores/job-store.ts";
import { createPageStore } from "./stores/page-store.ts";
import { createTestDatabase } from "./testing/test-database.ts";
import { inTransaction } from "./connections/transaction.ts";

const JOBS = 10_000;
const FIRST = { after: 0, limit: 50 };
const NOW = new Date("2026-06-01T00:00:00Z");

/** One in a hundred waits to be read, one in two hundred has expired and one in two hundred has a spent document. */
const COPIES_OF_JOB = `
  insert into job
  select copy.* from job, generate_series(1, ${JOBS}) n,
  lateral jsonb_populate_record(job, jsonb_build_object(
    'id', gen_random_uuid(),
    'handle', gen_random_uuid(),
    'name_key', 'document ' || n,
    'submitted_at', job.submitted_at + n * interval '1 second',
    'file', job.file || jsonb_build_object('objectKey', 'documents/' || n),
    'status', case when n % 100 = 0 then 'accepted' else 'retrieved' end,
    'turn', case when n % 100 = 0 then n end,
    'settled_at', case when n % 100 <> 0 then job.submitted_at end,
    'text_expires_at', case when n % 200 = 1 then '2026-01-01'::date when n % 200 <> 2 then '2099-01-01'::date end,
    'document_removed_at', case when n % 200 <> 2 then '2026-01-01'::date end
  )) copy`;

const COPIES_OF_PAGE = `
  insert into page
  select copy.* from page, job, generate_series(1, 2) n,
  lateral jsonb_populate_record(page, jsonb_build_object(
    'job_id', job.id, 'sequence', nextval('page_sequence_seq'), 'ok', n <> 2, 'number', n
  )) copy
  where job.id <> page.job_id`;

/** Sequential scans of this transaction, by table. */
const SCANS = `
  select relname as table from pg_stat_xact_user_tables
  where seq_scan > 0 and relname in ('job', 'page', 'job_common')`;

/** Rows of jobs that this transaction has scanned, and entries of their indexes that it has read. */
const JOBS_READ = `
  select relation::regclass as relation, pg_stat_get_xact_tuples_returned(relation) as read
  from (
    select 'job'::regclass::oid
    union all select indexrelid from pg_index where indrelid = 'job'::regclass
  ) as relations (relation)
  where relation <> 'job_search'::regclass
  order by relation`;

let orm: MikroORM;
let boss: EntryBoss;
let job: Job;
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  const logger = pino({ level: "silent" });
  const { url: databaseUrl } = opened.use(await createTestDatabase());
  orm = opened.adopt(openOrm(databaseUrl, logger), (open) => open.close());
  await migrate(orm);
  boss = opened.adopt(await openBoss(databaseUrl, logger, { supervises: false }), (open) =>
    open.stop({ graceful: false }),
  );
  const organization = anOrganization();
  job = aJob(organization.id);
  await createRecordsOnly(orm).transaction(async (records) => {
    await records.organizations.insert(organization);
    await records.jobs.insert(job);
    await records.pages.insert(job.id, [aPageRead(1)]);
  });
  await orm.em.fork().execute(COPIES_OF_JOB);
  await orm.em.fork().execute(COPIES_OF_PAGE);
  for (let entry = 0; entry < 500; entry += 1)
    await sendExtract(boss, { jobId: randomUUID() }, { priority: -entry });
  await orm.em.fork().execute("analyze");
  await createSearchIndex({ databaseUrl, fromJobs: JOBS, signal: new AbortController().signal });
});
afterAll(() => opened.disposeAsync());

type Statement = (stores: { readonly jobs: JobStore; readonly pages: PageStore }) => Promise<unknown>;

const organization = (): Pick<Job, "organizationId"> => ({ organizationId: job.organizationId });

test.each<[string, Statement]>([
  ["the status by handle", ({ jobs }) => jobs.findByHandle(job.organizationId, job.handle)],
  ["the pages of a status", ({ pages }) => pages.summaries(job.id)],
  ["a list", ({ jobs }) => jobs.list({ ...organization(), statuses: [], limit: 11 })],
  ["the rest of a list", ({ jobs }) => jobs.list({ ...organization(), statuses: [], after: job, limit: 11 })],
  ["a list of one status", ({ jobs }) => jobs.list({ ...organization(), statuses: ["accepted"], limit: 11 })],
  [
    "a list by name",
    ({ jobs }) =>
      jobs.list({
        ...organization(),
        statuses: [],
        order: { by: "name", direction: "ascending" },
        limit: 11,
      }),
  ],
  ["the length of a list", ({ jobs }) => jobs.count({ ...organization(), statuses: [] })],
  ["the turns of a submission", ({ jobs }) => jobs.lockTurns(job, 48)],
  ["the place in the queue", ({ jobs }) => jobs.countAhead([job.id])],
  ["the pages that a worker stores", ({ pages }) => pages.insert(job.id, [aPageRead(2)])],
  ["the failed pages", ({ pages }) => pages.failures(job.id)],
  ["the text", ({ pages }) => pages.listForText(job.id, FIRST)],
  ["a list of a tag", ({ jobs }) => jobs.list({ ...organization(), statuses: [], tag: "rare", limit: 11 })],
  ["the length of a tag's list", ({ jobs }) => jobs.count({ ...organization(), statuses: [], tag: "rare" })],
  ["the expired texts", ({ jobs }) => jobs.listWithExpiredText(NOW, { after: undefined, limit: 100 })],
  [
    "more expired texts",
    ({ jobs }) => jobs.listWithExpiredText(NOW, { after: { id: job.id, textExpiresAt: NOW }, limit: 100 }),
  ],
  ["the spent documents", ({ jobs }) => jobs.listWithSpentDocument(100)],
  ["the jobs of a document", ({ jobs }) => jobs.countHolding("documents/7")],
])("among many jobs, %s is found by index", async (_, statement) => {
  const scanned = await scannedBy((em) =>
    statement({ jobs: createJobStore((run) => run(em)), pages: createPageStore((run) => run(em)) }),
  );
  expect(scanned).toEqual([]);
});

test.each<[string, (jobs: JobStore) => Promise<unknown>]>([
  ["a search", (jobs) => jobs.list({ ...organization(), statuses: [], search: "nowhere", limit: 11 })],
  ["the length of a search", (jobs) => jobs.count({ ...organization(), statuses: [], search: "nowhere" })],
])("%s that finds nothing reads the trigrams only", async (_, statement) => {
  await inTransaction(orm, { flushes: true }, async (em) => {
    const rowsRead = await em.execute(JOBS_READ);
    expect(await statement(createJobStore((run) => run(em)))).toEqual(expect.toSatisfy(isNothing));
    expect(await em.execute(JOBS_READ)).toEqual(rowsRead);
  });
});

function isNothing(found: unknown): boolean {
  return found === 0 || (Array.isArray(found) && found.length === 0);
}

test("a worker takes its next document by index", async () => {
  const scanned = await scannedBy(async (em) => {
    expect(await boss.fetch("extract", { db: fromKysely(em.getKysely()) })).toHaveLength(1);
  });
  expect(scanned).toEqual([]);
});

test("due entries and those of lost workers are found by index", async () => {
  const scanned = await scannedBy((em) => em.execute(LOOK.replace("$1", "?"), ["entries"]));
  expect(scanned).toEqual([]);
});

test("a scan of the whole table is noticed", async () => {
  expect(await scannedBy((em) => em.execute("select count(tag) from job"))).toEqual([{ table: "job" }]);
});

function scannedBy(work: (em: EntityManager) => Promise<unknown>): Promise<unknown> {
  return inTransaction(orm, { flushes: true }, async (em) => {
    await work(em);
    return em.execute(SCANS);
  });
}
