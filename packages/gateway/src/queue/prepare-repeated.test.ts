import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../persistence/testing/test-database.ts";
import { sendExtract } from "./job-queue.ts";
import { openBoss } from "./open-boss.ts";

const ID = "00000000-0000-4000-8000-000000000000";

test("a statement that is repeated is prepared, and does the same", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const boss = opened.adopt(await openBoss(url, pino({ level: "silent" }), { supervises: false }), (open) =>
    open.stop({ graceful: false }),
  );
  const takeNext = async (): Promise<unknown> => {
    await sendExtract(boss, { jobId: ID });
    const [entry, ...others] = await boss.fetch("extract");
    expect(others).toEqual([]);
    await boss.complete("extract", entry?.id ?? "");
    return entry?.data;
  };
  for (let count = 0; count < 8; count += 1) expect(await takeNext()).toMatchObject({ jobId: ID });
  expect(await boss.fetch("extract")).toEqual([]);
  await vi.waitFor(async () => {
    const { rows } = await boss
      .getDb()
      .executeSql("select statement from pg_prepared_statements where statement like '%''extract''%'");
    expect(rows.length).toBeGreaterThan(0);
  });
});
