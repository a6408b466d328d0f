import { pino } from "pino";
import { expect, test } from "vitest";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { countJobs, countRuns } from "./status-counts.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** Runs of pipelines that do not exist. */
const RUNS = `
  set local session_replication_role = replica;
  insert into run (id, organization_id, pipeline_id, workflow_id, trigger, status, successful_files, failed_files,
    skipped_files, error_message, attempts, retries, tags, created_at)
  select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'direct', status, 0, 0, 0, '', 0,
    0, '[]', now()
  from unnest(array['completed', 'executing', 'completed']) as status`;

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
