import { aJob, anOrganization } from "@galley/core/testing";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createAnnouncements } from "../events/announcements.ts";
import { createJobQueue } from "../queue/job-queue.ts";
import { openBoss } from "../queue/open-boss.ts";
import { createDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const logger = pino({ level: "silent" });

test("options that an earlier version did not store have their defaults", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(orm);
  const boss = opened.adopt(await openBoss(url, logger), (open) => open.stop({ graceful: false }));
  const database = createDatabase(orm, {
    queue: (em, onCommit) => createJobQueue(boss, em, onCommit),
    announcements: createAnnouncements,
  });
  const organization = anOrganization();
  const job = aJob(organization.id);
  await database.transaction(async (records) => {
    await records.organizations.insert(organization);
    await records.jobs.insert({ ...job, options: { ...job.options, mode: "table", renditions: ["html"] } });
  });
  const { jobs } = database.records;
  expect((await jobs.find(job.id))?.options).toMatchObject({ mode: "table", renditions: ["html"] });
  await orm.em.fork().execute("update job set options = options - 'renditions'");
  expect((await jobs.find(job.id))?.options).toMatchObject({ mode: "table", renditions: [] });
});
