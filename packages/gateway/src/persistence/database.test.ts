import { databaseContract } from "@galley/core/testing";
import { pino } from "pino";
import { createAnnouncements } from "../events/announcements.ts";
import { createJobQueue } from "../queue/job-queue.ts";
import { openBoss } from "../queue/open-boss.ts";
import { createDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const logger = pino({ level: "silent" });

databaseContract("in PostgreSQL", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, logger), (open) => open.close());
  await migrate(orm);
  const boss = opened.adopt(await openBoss(url, logger), (open) => open.stop({ graceful: false }));
  const database = createDatabase(orm, {
    queue: (em, onCommit) => createJobQueue(boss, em, onCommit),
    announcements: createAnnouncements,
  });
  const kept = opened.move();
  return {
    database,
    async queuedJobIds() {
      const entries = await boss.findJobs<{ jobId: string }>("extract");
      return entries.map(({ data }) => data.jobId);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
});
