import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ExtractOptions } from "../../extraction/options/extract-options.ts";
import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { Caller } from "../access/model/caller.ts";
import type { KeyLimits } from "../access/model/caller.ts";
import { createApplication, type Application } from "../application.ts";
import type { Job } from "../jobs/job.ts";
import { createMemoryDatabase } from "../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
} from "../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../testing/memory/records/memory-webhooks.ts";
import { aPageFailed, aPageRead } from "../testing/records.ts";
import type { UsageReport } from "./usage.ts";

const MANAGER: Caller = {
  kind: "access_token",
  id: "token",
  organizationId: "organization",
  tier: "read_write",
  userId: null,
  role: "manager",
};
const STRANGER: Caller = { ...MANAGER, organizationId: "another" };
const NEVER = new AbortController().signal;

interface World {
  readonly application: Application;
  /** The current time. */
  now: Date;
  /** The pages of the next extraction, followed by an error. */
  pages: readonly PageOutcome[];
  failure: Error | undefined;
  /** A caller with a new key. */
  keyCaller(limits?: Partial<KeyLimits>): Promise<Caller>;
  submit(caller: Caller, facts?: { mode?: ExtractOptions["mode"]; tag?: string }): Promise<Job>;
  /** Submits a document with this number of pages and extracts it. */
  read(caller: Caller, count: number, facts?: { mode?: ExtractOptions["mode"]; tag?: string }): Promise<void>;
}

function world(): World {
  const { announcements, subscriptions } = createMemoryEvents();
  const application = createApplication(
    {
      database: createMemoryDatabase({ queue: createMemoryQueue(), announcements }),
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      extractor: {
        async *pages(_path, _options, { skip }) {
          yield {
            kind: "opened",
            pageCount: here.pages.length,
            pages: here.pages.map(({ number }) => number),
          };
          for (const outcome of here.pages)
            if (!skip.includes(outcome.number)) yield { kind: "page", outcome };
          if (here.failure) throw here.failure;
        },
      },
      environment: { now: () => here.now, uuid: () => randomUUID(), randomBytes },
      fetcher: createMemoryFetcher({}),
      ...createMemoryWebhookPorts(),
    },
    {
      maxUploadBytes: 10_000,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
  const here: World = {
    application,
    now: new Date("2026-03-31T18:00:00Z"),
    pages: [],
    failure: undefined,
    async keyCaller(limits) {
      const { secret } = await application.keys.create(MANAGER, { description: "", limits });
      return application.access.authenticate({ extractionKey: secret });
    },
    submit: (caller, { mode = "form", tag = "default" } = {}) =>
      application.jobs.submit(caller, {
        document: { name: "a.pdf", content: pdf() },
        options: { mode },
        tag,
      }),
    async read(caller, count, facts) {
      const { id } = await here.submit(caller, facts);
      here.pages = Array.from({ length: count }, (_, index) => aPageRead(index + 1));
      await application.jobs.run(id, NEVER);
    },
  };
  return here;
}

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("%PDF-1.7 made for a test");
}

async function pagesToday({ application }: World, caller: Caller): Promise<number> {
  return (await application.usage.allowance(caller)).today;
}

test("pages are counted for their organization, key, mode and tag", async () => {
  const w = world();
  const [key, other] = [await w.keyCaller(), await w.keyCaller()];
  await w.read(key, 3, { mode: "table", tag: "ledger" });
  await w.read(key, 2);
  await w.read(other, 10);
  await w.read(MANAGER, 100);
  const { usage } = w.application;
  expect(await usage.allowance(key)).toEqual({
    pagesPerDay: null,
    pagesPerMonth: null,
    today: 5,
    thisMonth: 5,
    thisMonthByMode: [
      { mode: "form", pages: 2 },
      { mode: "table", pages: 3 },
    ],
  });
  expect(await usage.report(key, {})).toMatchObject({ pages: 115 });
  expect(await usage.report(key, { tag: "ledger" })).toMatchObject({
    tag: "ledger",
    pages: 3,
    byMode: [{ mode: "table", pages: 3 }],
  });
  expect(await usage.report(STRANGER, {})).toMatchObject({ pages: 0, byMode: [], byDay: [] });
});

test("a page counts once, whether it was read or not, however often its job is run", async () => {
  const w = world();
  const { id } = await w.submit(MANAGER);
  w.pages = [aPageRead(1), aPageFailed(2)];
  w.failure = new Error("the machine went away");
  await expect(w.application.jobs.run(id, NEVER)).rejects.toThrow(w.failure);
  expect(await pagesToday(w, MANAGER)).toBe(2);
  w.pages = [aPageRead(1), aPageFailed(2), aPageRead(3)];
  w.failure = undefined;
  await w.application.jobs.run(id, NEVER);
  expect(await pagesToday(w, MANAGER)).toBe(3);
});

test("a page counts on the day on which it was done, in UTC", async () => {
  const w = world();
  w.now = new Date("2026-03-31T23:59:59.999Z");
  await w.read(MANAGER, 1);
  w.now = new Date("2026-04-01T00:00:00Z");
  await w.read(MANAGER, 2);
  expect(await w.application.usage.allowance(MANAGER)).toMatchObject({ today: 2, thisMonth: 2 });
  expect(await w.application.usage.report(MANAGER, {})).toEqual({
    from: "2026-03-02",
    to: "2026-04-01",
    tag: null,
    pages: 3,
    byMode: [{ mode: "form", pages: 3 }],
    byDay: [
      { day: "2026-03-31", pages: 1 },
      { day: "2026-04-01", pages: 2 },
    ],
  } satisfies UsageReport);
});

test.each([
  [{ from: "2026-03-31", to: "2026-03-31" }, 1],
  [{ to: "2026-03-30" }, 0],
  [{ from: "2026-04-01", to: "2026-04-02" }, 0],
  [{ from: "2000-01-01", to: "2100-01-01" }, 1],
])("the days %j hold the pages of their days", async (period, pages) => {
  const w = world();
  await w.read(MANAGER, 1);
  expect(await w.application.usage.report(MANAGER, period)).toMatchObject({ ...period, pages });
});

test.each([
  [{ from: "31.03.2026" }, "from"],
  [{ to: "2026-02-30" }, "to"],
  [{ from: "2026-03-31", to: "2026-03-30" }, "from"],
  [{ from: "2026-04-01" }, "from"],
])("the days %j are refused by name", async (period, field) => {
  const report = world().application.usage.report(MANAGER, period);
  await expect(report).rejects.toMatchObject({ code: "BAD_INPUT", field });
});

test("a key whose pages of the day are spent submits nothing more until the next day", async () => {
  const w = world();
  const key = await w.keyCaller({ pagesPerDay: 3 });
  await w.read(key, 2);
  await w.read(key, 2);
  await expect(w.submit(key)).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
    retryAfterSeconds: 6 * 3600,
  });
  expect(await w.submit(MANAGER)).toMatchObject({ status: "accepted" });
  expect(await w.submit(await w.keyCaller())).toMatchObject({ status: "accepted" });
  w.now = new Date("2026-04-01T00:00:00Z");
  expect(await w.submit(key)).toMatchObject({ status: "accepted" });
});

test("a key whose pages of the month are spent is told when the month ends", async () => {
  const w = world();
  w.now = new Date("2026-03-01T00:00:00Z");
  const key = await w.keyCaller({ pagesPerMonth: 2, pagesPerDay: 2 });
  await w.read(key, 2);
  await expect(w.submit(key)).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
    retryAfterSeconds: 31 * 24 * 3600,
  });
  w.now = new Date("2026-04-01T00:00:00Z");
  expect(await w.submit(key)).toMatchObject({ status: "accepted" });
});

test("a refused document is not taken in", async () => {
  const w = world();
  const key = await w.keyCaller({ pagesPerDay: 1 });
  await w.read(key, 1);
  const document = {
    name: "a.pdf",
    content: (async function* unread(): AsyncGenerator<Uint8Array> {
      yield* [];
      throw new Error("It was read.");
    })(),
  };
  const refused = w.application.jobs.submit(key, { document, options: {}, tag: "default" });
  await expect(refused).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
});
