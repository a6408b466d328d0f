import { randomBytes, randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { ExtractionError } from "../../../extraction/failure/extraction-error.ts";
import { createApplication, type Application, type ApplicationDatabase } from "../../application.ts";
import { createMemoryDatabase } from "../../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryQueue,
  createMemoryStructures,
} from "../../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../../testing/memory/records/memory-webhooks.ts";
import { aKeyCaller, aPageRead } from "../../testing/records.ts";
import type { Job } from "../job.ts";
import type { Submission } from "../jobs.ts";
import type { ExtractionEvent, TextExtractor } from "./text-extractor.ts";

const CALLER = aKeyCaller();
const NEVER = new AbortController().signal;

interface World {
  readonly application: Application;
  /** The signal of each reading, in the order in which they have begun. */
  readonly readings: readonly AbortSignal[];
  /** Resolves when the first document is being read. */
  readonly begun: Promise<void>;
  /** Sets how many readers are free. */
  readonly free: (readers: number) => void;
  readonly submit: (facts?: Partial<Submission>) => Promise<Job>;
}

interface WorldOptions {
  readonly freeReaders?: number;
  /** Awaited before each job is stored. */
  readonly beforeStoring?: (begun: Promise<void>) => Promise<void>;
  readonly events?: readonly (ExtractionEvent | Error)[];
}

const PAGES: readonly ExtractionEvent[] = [
  { kind: "opened", pageCount: 2, pages: [1, 2] },
  { kind: "page", outcome: aPageRead(1) },
  { kind: "page", outcome: aPageRead(2) },
];

function world({ freeReaders = 2, beforeStoring = async () => {}, events = PAGES }: WorldOptions): World {
  let free = freeReaders;
  const readings: AbortSignal[] = [];
  const first = Promise.withResolvers<void>();
  const extractor: TextExtractor = {
    async *pages(_path, _options, { signal }) {
      readings.push(signal);
      first.resolve();
      for (const event of events) {
        signal.throwIfAborted();
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
  const { announcements, subscriptions } = createMemoryEvents();
  const memory = createMemoryDatabase({ queue: createMemoryQueue(), announcements });
  const database: ApplicationDatabase = {
    ...memory,
    transaction: (work) =>
      memory.transaction((records) =>
        work({
          ...records,
          jobs: {
            ...records.jobs,
            async insert(job) {
              await beforeStoring(first.promise);
              await records.jobs.insert(job);
            },
          },
        }),
      ),
  };
  const application = createApplication(
    {
      database,
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      fetcher: createMemoryFetcher({}),
      extractor,
      freeReaders: () => free,
      environment: { now: () => new Date(), uuid: () => randomUUID(), randomBytes },
      ...createMemoryWebhookPorts(),
    },
    {
      maxUploadBytes: 10_000,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
  return {
    application,
    readings,
    begun: first.promise,
    free: (readers) => {
      free = readers;
    },
    submit: (facts) =>
      application.jobs.submit(CALLER, {
        document: { name: "a.pdf", content: pdf() },
        options: {},
        tag: "default",
        ...facts,
      }),
  };
}

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("%PDF-1.7 made for a test");
}

test("a document is read once, and before its job is stored; its pages are stored after it", async () => {
  const { application, readings, submit } = world({ beforeStoring: (begun) => begun });
  const job = await submit();
  expect(job.pagesDone).toBe(0);
  await application.jobs.run(job.id, NEVER);
  expect(await application.jobs.find(CALLER, job)).toMatchObject({ status: "processed", pagesDone: 2 });
  expect(readings).toHaveLength(1);
});

test("if the job cannot be stored, the reading ends", async () => {
  const { readings, submit } = world({
    async beforeStoring(begun) {
      await begun;
      throw new Error("no database");
    },
  });
  await expect(submit()).rejects.toThrow("no database");
  expect(readings.map(({ aborted }) => aborted)).toEqual([true]);
});

test("no more documents are read ahead than readers are free", async () => {
  const { application, readings, begun, submit } = world({ freeReaders: 1 });
  const first = await submit();
  await begun;
  const second = await submit();
  expect(readings).toHaveLength(1);
  for (const { id } of [second, first]) await application.jobs.run(id, NEVER);
  expect(readings).toHaveLength(2);
  for (const job of [first, second]) {
    expect(await application.jobs.find(CALLER, job)).toMatchObject({ status: "processed", pagesDone: 2 });
  }
});

test("a worker that takes another document takes the place of one that was begun", async () => {
  const { application, readings, begun, free, submit } = world({ freeReaders: 0 });
  const waiting = await submit();
  free(1);
  await submit();
  await begun;
  free(0);
  await application.jobs.run(waiting.id, NEVER);
  expect(readings.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test("a document that another process takes is not read on", async () => {
  vi.useFakeTimers();
  try {
    const { readings, begun, submit } = world({});
    await submit();
    await begun;
    expect(readings.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.runAllTimersAsync();
    expect(readings.map(({ aborted }) => aborted)).toEqual([true]);
  } finally {
    vi.useRealTimers();
  }
});

test("a document with an Idempotency-Key is not read before its job is stored", async () => {
  const { readings, submit } = world({});
  await submit({ idempotencyKey: "one" });
  expect(readings).toEqual([]);
});

test("a document that cannot be read settles its job", async () => {
  const events = [new ExtractionError("DAMAGED_DOCUMENT", "It is damaged.")];
  const { application, submit } = world({ events });
  const job = await submit();
  await application.jobs.run(job.id, NEVER);
  expect(await application.jobs.find(CALLER, job)).toMatchObject({
    status: "failed",
    statusMessage: "It is damaged.",
  });
});

test("the worker's signal ends what was begun before it", async () => {
  const { application, readings, submit } = world({});
  const job = await submit();
  const reason = new Error("The worker is stopping.");
  await expect(application.jobs.run(job.id, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(readings.map(({ aborted }) => aborted)).toEqual([true]);
});
