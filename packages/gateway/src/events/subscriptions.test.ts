import { randomUUID } from "node:crypto";
import type { Announcements } from "@galley/core/domain";
import { subscriptionsContract } from "@galley/core/testing";
import type { EntryBoss } from "../queue/notifications/entry-boss.ts";
import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openOrm } from "../persistence/open-orm.ts";
import { createTestDatabase } from "../persistence/testing/test-database.ts";
import { inTransaction } from "../persistence/connections/transaction.ts";
import { openBoss } from "../queue/open-boss.ts";
import { createAnnouncements } from "./announcements.ts";
import { openSubscriptions } from "./subscriptions.ts";

const logger = pino({ level: "silent" });

subscriptionsContract("over PostgreSQL", async () => {
  await using opening = new AsyncDisposableStack();
  const { boss, orm } = opening.use(await openReplica());
  const subscriptions = opening.use(await openSubscriptions(boss.session));
  const opened = opening.move();
  return {
    subscriptions,
    announcements: {
      jobChanged: (job) => announced(orm, (announcements) => announcements.jobChanged(job)),
      jobDeleted: (job) => announced(orm, (announcements) => announcements.jobDeleted(job)),
      noticeArrived: (notice) => announced(orm, (announcements) => announcements.noticeArrived(notice)),
      runChanged: (run) => announced(orm, (announcements) => announcements.runChanged(run)),
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
});

test("an announcement is sent on commit, and not after a rollback", async () => {
  await using replica = await openReplica();
  await using subscriptions = await openSubscriptions(replica.boss.session);
  const [rolledBack, committed] = [someJob(), someJob()];
  await using heard = subscriptions.organizationJobChanges(rolledBack.organizationId);
  const announce = (job: typeof rolledBack, end: () => void): Promise<void> =>
    announced(replica.orm, async (announcements) => {
      await announcements.jobChanged({ ...job, organizationId: rolledBack.organizationId });
      end();
    });
  const failed = announce(rolledBack, () => {
    throw new Error("broken off");
  });
  await expect(failed).rejects.toThrow("broken off");
  await announce(committed, () => undefined);
  expect(await heard.next()).toMatchObject({ value: committed.id });
});

test("a subscriber to a job is woken when the lost connection is restored", async () => {
  await using replica = await openReplica();
  await using subscriptions = await openSubscriptions(replica.boss.session);
  await using changes = subscriptions.jobChanges(randomUUID());
  const woken = changes.next();
  const ended: unknown[] = await replica.orm.em.fork().execute(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'galley notifications'`);
  expect(ended).toHaveLength(1);
  expect(await woken).toMatchObject({ done: false });
});

test("closing ends the subscriptions", async () => {
  await using replica = await openReplica();
  const subscriptions = await openSubscriptions(replica.boss.session);
  const next = subscriptions.jobChanges(randomUUID()).next();
  await subscriptions[Symbol.asyncDispose]();
  expect(await next).toMatchObject({ done: true });
});

async function openReplica(): Promise<AsyncDisposable & { boss: EntryBoss; orm: MikroORM }> {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const orm = opening.adopt(openOrm(url, logger), (open) => open.close());
  const boss = opening.adopt(await openBoss(url, logger), (open) => open.stop({ graceful: false }));
  const opened = opening.move();
  return { boss, orm, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Announces in a transaction of its own. */
function announced(orm: MikroORM, work: (announcements: Announcements) => Promise<void>): Promise<void> {
  return inTransaction(orm, { flushes: true }, (_, { notify }) => work(createAnnouncements(notify)));
}

function someJob(): { id: string; organizationId: string } {
  return { id: randomUUID(), organizationId: randomUUID() };
}
