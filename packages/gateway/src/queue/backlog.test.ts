import { readFileSync } from "node:fs";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createTestDatabase } from "../persistence/testing/test-database.ts";
import { backlogsOf } from "./backlog.ts";
import { openBoss } from "./open-boss.ts";

test("every queue is reported with its due entries and the age of the oldest", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const boss = opened.adopt(await openBoss(url, pino({ level: "silent" })), (open) =>
    open.stop({ graceful: false }),
  );
  const jobId = "00000000-0000-4000-8000-000000000000";
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await boss.send("extract", { jobId });
  await boss.send("extract", { jobId });
  await boss.send("extract", { jobId }, { startAfter: 3600 });
  await boss.send("deliver", { deliveryId: jobId, attempt: 1 }, { startAfter: aMinuteAgo });
  await boss.send("run", { runId: jobId });
  await boss.fetch("run");
  const earlier = "created_on = created_on - interval '10 s', start_after = start_after - interval '10 s'";
  await boss.getDb().executeSql(`update pgboss.job set ${earlier} where name = 'extract'`);

  const backlogs = new Map((await backlogsOf(boss)).map((backlog) => [backlog.queue, backlog]));
  expect([...backlogs.keys()]).toEqual([
    "deliver",
    "deliver-dead",
    "extract",
    "extract-dead",
    "fetch",
    "fields",
    "retention",
    "run",
    "run-dead",
    "run-file",
    "run-file-dead",
    "schedules",
    "send-notice",
    "structure",
  ]);
  expect(backlogs.get("extract")?.waiting).toBe(2);
  // The Helm chart scales by the same figure.
  const chart = readFileSync(new URL("../../../../deploy/helm/galley/values.yaml", import.meta.url), "utf8");
  const query = /^ {2}query: >-\n((?: {4}.*\n)+)/m.exec(chart)?.[1] ?? "";
  expect((await boss.getDb().executeSql(query)).rows).toEqual([{ count: "2" }]);
  expect(backlogs.get("extract")?.oldestSeconds).toBeGreaterThanOrEqual(10);
  expect(backlogs.get("deliver")).toMatchObject({ waiting: 1 });
  expect(backlogs.get("run")).toMatchObject({ waiting: 0, oldestSeconds: 0 });
});
