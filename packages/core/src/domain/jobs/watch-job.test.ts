import { expect, test, vi } from "vitest";
import { DomainError } from "../domain-error.ts";
import { aPageRead } from "../testing/records.ts";
import type { JobChange } from "./jobs.ts";
import {
  CALLER,
  STRANGER,
  NEVER,
  opened,
  page,
  scriptedExtractor,
  jobWorld,
  submission,
} from "../testing/job-world.ts";

test("who watches sees the present state, each page and the end, and then nothing more", async () => {
  const { application } = jobWorld(
    scriptedExtractor([opened([1, 2, 3]), page(aPageRead(1)), page(aPageRead(3)), page(aPageRead(2))]),
  );
  const { id } = await application.jobs.submit(CALLER, submission());
  const changes: JobChange[] = [];
  const watching = (async () => {
    for await (const change of application.jobs.watch(CALLER, { id })) {
      changes.push(change);
      if (changes.length === 1) void application.jobs.run(id, NEVER);
    }
  })();
  await watching;
  expect(changes[0]).toMatchObject({ kind: "status", job: { status: "accepted" } });
  expect(changes.at(-1)).toMatchObject({ kind: "status", job: { status: "processed" } });
  const pages = changes.flatMap((change) => (change.kind === "page" ? [change.page.outcome.number] : []));
  expect(pages).toEqual([1, 3, 2]);
  const done = changes.flatMap(({ kind, job }) => (kind === "page" ? [job.pagesDone] : []));
  expect(done.every((count, index) => count > index)).toBe(true);
});

test("who watches a settled job sees it, its pages, and the end", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const kinds: string[] = [];
  for await (const { kind } of application.jobs.watch(CALLER, { id })) kinds.push(kind);
  expect(kinds).toEqual(["status", "page"]);
});

test("who watches all jobs sees the unsettled ones first, then each status once", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const settled = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(settled.id, NEVER);
  const first = await application.jobs.submit(CALLER, submission());
  await application.jobs.submit(STRANGER, submission());
  const stop = new AbortController();
  const changes = application.jobs.watchAll(CALLER, stop.signal)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value } = await changes.next();
    return value && [value.job.id, value.job.status];
  };
  expect(await next()).toEqual([first.id, "accepted"]);
  const second = await application.jobs.submit(CALLER, submission());
  expect(await next()).toEqual([second.id, "accepted"]);
  await application.jobs.run(first.id, NEVER);
  expect(await next()).toEqual([first.id, "processed"]);
  await application.jobs.retrieveText(CALLER, { id: first.id });
  expect(await next()).toEqual([first.id, "retrieved"]);
  await application.jobs.cancel(CALLER, { id: second.id });
  expect(await next()).toEqual([second.id, "cancelled"]);
  setTimeout(() => stop.abort(), 50);
  expect(await next()).toBeUndefined();
});

test("who watches all jobs is told what became of them while nothing was heard", async () => {
  const { application, subscriptions } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const known = await application.jobs.submit(CALLER, submission());
  const deaf = vi.spyOn(subscriptions, "jobChanged");
  const stop = new AbortController();
  const changes = application.jobs.watchAll(CALLER, stop.signal)[Symbol.asyncIterator]();
  await changes.next();
  deaf.mockImplementation(() => undefined);
  await application.jobs.run(known.id, NEVER);
  const unheard = await application.jobs.submit(CALLER, submission());
  subscriptions.wakeAll();
  const told = [(await changes.next()).value, (await changes.next()).value];
  expect(told.map((change) => [change?.job.id, change?.job.status])).toEqual([
    [known.id, "processed"],
    [unheard.id, "accepted"],
  ]);
  stop.abort();
});

test("who watches a job or all jobs during an outage of the database sees what has become of them", async () => {
  const away = { reads: 0 };
  const { application, subscriptions } = jobWorld(
    scriptedExtractor([opened([1]), page(aPageRead(1))]),
    (database) => {
      const { jobs } = database.records;
      const find: typeof jobs.find = async (id) => {
        if (away.reads === 0) return jobs.find(id);
        away.reads -= 1;
        throw new DomainError("UNAVAILABLE", "The database cannot be reached.");
      };
      return { ...database, records: { ...database.records, jobs: { ...jobs, find } } };
    },
  );
  const { id } = await application.jobs.submit(CALLER, submission());
  const stop = new AbortController();
  const all = application.jobs.watchAll(CALLER, stop.signal)[Symbol.asyncIterator]();
  const one = application.jobs.watch(CALLER, { id })[Symbol.asyncIterator]();
  await Promise.all([all.next(), one.next()]);
  await application.jobs.run(id, NEVER);
  away.reads = 2;
  subscriptions.wakeAll();
  const statusOf = async (changes: AsyncIterator<JobChange>): Promise<unknown> => {
    const { value } = await changes.next();
    return value?.kind === "page" ? statusOf(changes) : value?.job.status;
  };
  expect(await Promise.all([statusOf(all), statusOf(one)])).toEqual(["processed", "processed"]);
  expect(away.reads).toBe(0);
  stop.abort();
});

test("who begins to watch during an outage of the database receives the error at once", async () => {
  const { application } = jobWorld(scriptedExtractor([]), (database) => {
    const list = (): Promise<never> =>
      Promise.reject(new DomainError("UNAVAILABLE", "The database cannot be reached."));
    const { jobs } = database.records;
    return { ...database, records: { ...database.records, jobs: { ...jobs, list, find: list } } };
  });
  const stop = new AbortController();
  const unavailable = { code: "UNAVAILABLE" };
  const watched = [
    application.jobs.watchAll(CALLER, stop.signal),
    application.jobs.watch(CALLER, { id: "x" }),
  ];
  for (const changes of watched) {
    await expect(changes[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
  }
});
