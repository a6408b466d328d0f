import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createApplication, type ApplicationDatabase } from "../../application.ts";
import { DomainError } from "../../domain-error.ts";
import { createMemoryDatabase } from "../../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryQueue,
  createMemoryStructures,
} from "../../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../../testing/memory/records/memory-webhooks.ts";
import { aKeyCaller } from "../../testing/records.ts";
import type { Job } from "../job.ts";

const A_URL = "https://documents.example/a.pdf";

interface World {
  /** How many jobs each transaction that stored any has stored. */
  readonly stored: readonly number[];
  /** Which submission queued each document. */
  readonly senders: readonly (string | undefined)[];
  submit(facts?: Partial<Pick<Job, "tag" | "priority">> & { readonly url?: string }): Promise<Job>;
}

/** @param insert called for each job that is about to be stored. */
function world(insert: (job: Job) => void = () => undefined): World {
  const { announcements, subscriptions } = createMemoryEvents();
  const sender = new AsyncLocalStorage<string>();
  const senders: (string | undefined)[] = [];
  const stored: number[] = [];
  const memory = createMemoryDatabase({ queue: createMemoryQueue(), announcements });
  const database: ApplicationDatabase = {
    ...memory,
    async transaction(work) {
      let jobs = 0;
      const result = await memory.transaction((records) =>
        work({
          ...records,
          jobs: {
            ...records.jobs,
            async insert(job) {
              insert(job);
              await records.jobs.insert(job);
              jobs += 1;
            },
          },
          queue: {
            ...records.queue,
            async extract(job, turn) {
              senders.push(sender.getStore());
              await records.queue.extract(job, turn);
            },
          },
        }),
      );
      if (jobs > 0) stored.push(jobs);
      return result;
    },
  };
  const application = createApplication(
    {
      database,
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      extractor: { async *pages() {} },
      environment: { now: () => new Date("2026-03-31T12:00:00Z"), uuid: () => randomUUID(), randomBytes },
      fetcher: createMemoryFetcher({
        [A_URL]: { mediaType: "application/pdf", content: aDocument().content },
      }),
      ...createMemoryWebhookPorts(),
    },
    {
      maxUploadBytes: 10_000,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
  const caller = aKeyCaller();
  return {
    stored,
    senders,
    submit: ({ tag = "default", priority = "normal", url } = {}) =>
      sender.run(tag, () =>
        application.jobs.submit(caller, {
          document: url === undefined ? aDocument() : { url },
          options: {},
          tag,
          priority,
        }),
      ),
  };
}

function aDocument(): { name: string; content: AsyncIterable<Uint8Array> } {
  return {
    name: "a.pdf",
    content: (async function* bytes(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode("%PDF-1.7");
    })(),
  };
}

const tags = (count: number): readonly string[] => [...Array(count).keys()].map((n) => `job ${n}`);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

test("jobs that are submitted while another is stored are stored together, each in its turn and for its sender", async () => {
  const w = world();
  const jobs = await Promise.all(tags(20).map((tag) => w.submit({ tag })));
  expect(w.stored.length).toBeLessThan(10);
  expect(sum(w.stored)).toBe(20);
  expect(w.senders).toHaveLength(20);
  expect(new Set(w.senders)).toEqual(new Set(tags(20)));
  const turns = jobs.map(({ turn }) => turn ?? 0).toSorted((a, b) => a - b);
  expect(turns).toEqual(tags(20).map((_, index) => 11 + index * 12));
});

test("one transaction stores at most 32 jobs", async () => {
  const w = world();
  await Promise.all(tags(100).map((tag) => w.submit({ tag })));
  expect(Math.max(...w.stored)).toBe(32);
  expect(sum(w.stored)).toBe(100);
});

test("a caller of few documents keeps the advantage of few, as when each is submitted by itself", async () => {
  const [together, alone] = [world(), world()];
  const jobs = await Promise.all(tags(60).map((tag) => together.submit({ tag })));
  const turns: (number | null)[] = [];
  for (const tag of tags(60)) turns.push((await alone.submit({ tag })).turn);
  expect(jobs.map(({ turn }) => turn).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(turns);
});

test("documents of each priority, and documents to fetch, are stored apart", async () => {
  const w = world();
  const jobs = await Promise.all([
    w.submit(),
    w.submit({ priority: "high" }),
    w.submit({ priority: "low" }),
    w.submit({ url: A_URL }),
  ]);
  expect(jobs.map(({ turn }) => turn !== null)).toEqual([true, true, true, false]);
  expect(w.stored).toEqual([1, 1, 1, 1]);
});

test("a job that cannot be stored fails none of those that were submitted with it", async () => {
  const w = world(({ tag }) => {
    if (tag === "job 5") throw new Error("refused");
  });
  const ends = await Promise.allSettled(tags(10).map((tag) => w.submit({ tag })));
  expect(ends.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([5]);
  expect(sum(w.stored)).toBe(9);
});

test("if the database cannot be reached, all that are submitted together fail at once", async () => {
  let attempts = 0;
  const w = world(() => {
    attempts += 1;
    throw new DomainError("UNAVAILABLE", "away");
  });
  const ends = await Promise.allSettled(tags(10).map((tag) => w.submit({ tag })));
  expect(ends.every(({ status }) => status === "rejected")).toBe(true);
  expect(attempts).toBeLessThan(10);
});
