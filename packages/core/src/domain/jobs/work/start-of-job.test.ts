import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALLER, jobWorld, NEVER, submission } from "../../testing/job-world.ts";
import { aPageRead } from "../../testing/records.ts";
import type { ExtractionEvent, TextExtractor } from "./text-extractor.ts";

const PAGES: readonly ExtractionEvent[] = [
  { kind: "opened", pageCount: 2, pages: [1, 2] },
  { kind: "page", outcome: aPageRead(1) },
  { kind: "page", outcome: aPageRead(2) },
];

/** A document whose pages are read when `goOn` resolves. */
function documentRead(goOn: Promise<void>): TextExtractor {
  return {
    async *pages(_path, _options, { signal }) {
      const aborted = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => aborted.resolve());
      if (!signal.aborted) await Promise.race([goOn, aborted.promise]);
      signal.throwIfAborted();
      yield* PAGES;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the start of a short document's job is stored with its pages, in one transaction", async () => {
  let transactions = 0;
  const { application } = jobWorld(documentRead(Promise.resolve()), (database) => ({
    ...database,
    transaction(...call) {
      transactions += 1;
      return database.transaction(...call);
    },
  }));
  const { id } = await application.jobs.submit(CALLER, submission());
  transactions = 0;
  const begun = new Date();
  await application.jobs.run(id, NEVER);
  expect(transactions).toBe(1);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({
    status: "processed",
    startedAt: begun,
  });
});

test("the start of a longer document's job is visible while it is read", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { application } = jobWorld(documentRead(promise));
  const { id } = await application.jobs.submit(CALLER, submission());
  const begun = new Date();
  const run = application.jobs.run(id, NEVER);
  await vi.advanceTimersByTimeAsync(1000);
  const started = { status: "processing", startedAt: begun, turn: null };
  expect(await application.jobs.find(CALLER, { id })).toMatchObject(started);
  resolve();
  await run;
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ ...started, status: "processed" });
});

test("a job that is settled elsewhere before the attempt listens for it is not read on", async () => {
  const { application } = jobWorld(documentRead(new Promise(() => {})), (database) => ({
    ...database,
    records: {
      ...database.records,
      jobs: {
        ...database.records.jobs,
        async find(id) {
          const job = await database.records.jobs.find(id);
          await database.transaction(({ jobs }) => jobs.update(id, { status: "cancelled" }));
          return job;
        },
      },
    },
  }));
  const { id } = await application.jobs.submit(CALLER, submission());
  const run = application.jobs.run(id, NEVER);
  await vi.advanceTimersByTimeAsync(1000);
  await run;
  expect((await application.jobs.find(CALLER, { id })).pagesDone).toBe(0);
});
