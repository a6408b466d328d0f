import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApplication, type Application, type ApplicationDatabase } from "../../application.ts";
import { createMemoryDatabase } from "../../testing/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryQueue,
  createMemoryStructures,
} from "../../testing/memory-ports.ts";
import { createMemoryWebhookPorts } from "../../testing/memory-webhooks.ts";
import { aKeyCaller, aPageRead } from "../../testing/records.ts";
import type { Job } from "../job.ts";
import type { ExtractionEvent, TextExtractor } from "./text-extractor.ts";

const CALLER = aKeyCaller();
const NEVER = new AbortController().signal;

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

function world(extractor: TextExtractor, within = (database: ApplicationDatabase) => database): Application {
  const { announcements, subscriptions } = createMemoryEvents();
  return createApplication(
    {
      database: within(createMemoryDatabase({ queue: createMemoryQueue(), announcements })),
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      fetcher: createMemoryFetcher({}),
      extractor,
      environment: { now: () => new Date(), uuid: () => randomUUID(), randomBytes },
      ...createMemoryWebhookPorts(),
    },
    {
      maxUploadBytes: 10_000,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
}

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("%PDF-1.7 made for a test");
}

function submit(application: Application): Promise<Job> {
  const document = { name: "a.pdf", content: pdf() };
  return application.jobs.submit(CALLER, { document, options: {}, tag: "default" });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the start of a short document's job is stored with its pages, in one transaction", async () => {
  let transactions = 0;
  const application = world(documentRead(Promise.resolve()), (database) => ({
    ...database,
    transaction(...call) {
      transactions += 1;
      return database.transaction(...call);
    },
  }));
  const { id } = await submit(application);
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
  const application = world(documentRead(promise));
  const { id } = await submit(application);
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
  const application = world(documentRead(new Promise(() => {})), (database) => ({
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
  const { id } = await submit(application);
  const run = application.jobs.run(id, NEVER);
  await vi.advanceTimersByTimeAsync(1000);
  await run;
  expect((await application.jobs.find(CALLER, { id })).pagesDone).toBe(0);
});
