import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aJob, anOrganization } from "@galley/core/testing";
import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecordsOnly } from "../database.ts";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";
import { migrate } from "../migrate.ts";
import { openOrm } from "../open-orm.ts";

const WAIT = { timeout: 10_000 };

let opened: AsyncDisposableStack;
let orm: MikroORM;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), "galley-cluster-"));
  opened.defer(() => rm(parent, { recursive: true, force: true }));
  const server = opened.use(await startEmbeddedPostgres(join(parent, "data"), { durable: false }));
  orm = opened.adopt(openOrm(server.url, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
});
afterEach(() => opened.disposeAsync());

/** A standby that is not there makes every flush wait, as a slow disk would. */
async function awaitStandby(name: string): Promise<void> {
  await orm.em.fork().execute(`alter system set synchronous_standby_names to '${name}'`);
  await orm.em.fork().execute("select pg_reload_conf()");
  await vi.waitFor(async () => {
    const shown = await orm.em.fork().execute("show synchronous_standby_names");
    expect(shown).toEqual([{ synchronous_standby_names: name }]);
  }, WAIT);
}

test("transactions return after their flush, and hold no lock meanwhile", { timeout: 60_000 }, async () => {
  const database = createRecordsOnly(orm);
  const organization = anOrganization();
  await database.transaction(({ organizations }) => organizations.insert(organization));
  await awaitStandby("absent");
  const jobs = [aJob(organization.id, { turn: 0 }), aJob(organization.id, { turn: 1 })];
  let returned = 0;
  const submissions = jobs.map((job) =>
    database
      .transaction(async (records) => {
        await records.jobs.lockTurns(job, 1);
        await records.jobs.insert(job);
      })
      .then(() => (returned += 1)),
  );
  await vi.waitFor(
    async () =>
      expect(await database.records.jobs.countAhead(jobs.map(({ id }) => id))).toHaveProperty("size", 2),
    WAIT,
  );
  const repeated = database.transaction(async () => undefined, { mayBeUndone: true });
  await expect(repeated).resolves.toBe(undefined);
  expect(returned).toBe(0);
  await awaitStandby("");
  await Promise.all(submissions);
});
