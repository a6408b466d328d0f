import { aJob, anOrganization } from "@galley/core/testing";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createRecordsOnly } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { countJobs, countRuns, foldJobCounts } from "./status-counts.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** Runs of pipelines that do not exist. */
const RUNS = `
  set local session_replication_role = replica;
  insert into run (id, organization_id, pipeline_id, workflow_id, trigger, status, successful_files, failed_files,
    skipped_files, error_message, attempts, retries, tags, created_at)
  select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'direct', status, 0, 0, 0, '', 0,
    0, '[]', now()
  from unnest(array['completed', 'executing', 'completed']) as status`;

/** A job of before it was counted, in the columns of that time. */
const JOB = `
  set local session_replication_role = replica;
  insert into job (id, organization_id, handle, status, status_message, options, file, tag, pages_done, submitted_at,
    webhook_metadata, page_end, keep_for_search, text_as_json)
  values (gen_random_uuid(), gen_random_uuid(), 'one', 'processed', '', '{}', '{}', '', 1, now(), '', 'form_feed',
    false, false)`;

test("jobs are counted by status, whether the latest changes are folded or not", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
  const database = createRecordsOnly(orm);
  const [organization, other] = [anOrganization(), anOrganization()];
  const jobs = [1, 2, 3].map(() => aJob(organization.id, { status: "accepted" }));
  await database.transaction(async (records) => {
    for (const one of [organization, other]) await records.organizations.insert(one);
    for (const job of [...jobs, aJob(other.id, { status: "accepted" })]) await records.jobs.insert(job);
  });
  const totals = async (): Promise<readonly number[]> =>
    Promise.all(
      [organization, other].map(({ id }) =>
        database.records.jobs.count({ organizationId: id, statuses: [] }),
      ),
    );
  await Promise.all([foldJobCounts(orm), foldJobCounts(orm)]);
  expect(await totals()).toEqual([3, 1]);
  const [first, second] = jobs;
  await database.transaction(async (records) => {
    await records.jobs.update(first?.id ?? "", { status: "failed", pagesDone: 2 });
    await records.jobs.remove(second?.id ?? "");
  });
  const counted = new Map([
    ["accepted", 2],
    ["failed", 1],
  ]);
  expect(await countJobs(orm)).toEqual(counted);
  await foldJobCounts(orm);
  expect(await countJobs(orm)).toEqual(counted);
  expect(await totals()).toEqual([2, 1]);
  expect(await database.records.jobs.count({ organizationId: organization.id, statuses: ["failed"] })).toBe(
    1,
  );
  expect(await orm.em.fork().execute("select from job_count_change")).toEqual([]);
});

test("jobs that were there before are counted", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, pino({ level: "silent" })), (open) => open.close());
  await orm.migrator.up({ to: "0022-lock-turns" });
  await orm.em.fork().transactional((em) => em.execute(JOB));
  await migrate(orm);
  expect(await countJobs(orm)).toEqual(new Map([["processed", 1]]));
});

test("runs are counted by status over all organizations", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
  await orm.em.fork().transactional((em) => em.execute(RUNS));
  expect(await countRuns(orm)).toEqual(
    new Map([
      ["completed", 2],
      ["executing", 1],
    ]),
  );
  expect(await countJobs(orm)).toEqual(new Map());
});
