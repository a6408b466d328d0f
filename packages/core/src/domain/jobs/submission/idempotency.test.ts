import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Caller } from "../../access/model/caller.ts";
import { createApplication, type Application } from "../../application.ts";
import type { ObjectStore } from "../../ports.ts";
import { NO_FIELDS_READER } from "../../fields/no-fields-reader.ts";
import { createMemoryDatabase } from "../../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
} from "../../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../../testing/memory/records/memory-webhooks.ts";
import { aPageRead } from "../../testing/records.ts";
import type { Job } from "../job.ts";
import type { Submission } from "../jobs.ts";

const CALLER: Caller = {
  kind: "access_token",
  id: "token",
  organizationId: "organization",
  tier: "read_write",
  userId: null,
  role: "manager",
};

const A_URL = "https://documents.example/a.pdf";
const ANOTHER_URL = "https://documents.example/b.pdf";

const INVOICE = { name: "invoice", definition: { kind: "invoice" } };

interface World {
  readonly application: Application;
  readonly queue: { readonly jobIds: readonly string[] };
  /** The stored documents. */
  readonly kept: ReadonlySet<string>;
  /** The current time. */
  now: Date;
  submit(idempotencyKey: string | undefined, facts?: Partial<Submission>, caller?: Caller): Promise<Job>;
}

function world(): World {
  const queue = createMemoryQueue();
  const { announcements, subscriptions } = createMemoryEvents();
  const { objects, kept } = remembering(createMemoryObjectStore());
  const application = createApplication(
    {
      database: createMemoryDatabase({ queue, announcements }),
      subscriptions,
      objects,
      structures: createMemoryStructures(),
      extractor: {
        async *pages() {
          yield { kind: "opened", pageCount: 1, pages: [1] };
          yield { kind: "page", outcome: aPageRead(1) };
        },
      },
      environment: { now: () => here.now, uuid: () => randomUUID(), randomBytes },
      fieldsReader: { ...NO_FIELDS_READER, shipped: [INVOICE] },
      fetcher: createMemoryFetcher({
        [A_URL]: { mediaType: "application/pdf", content: aDocument("a").content },
        [ANOTHER_URL]: { mediaType: "application/pdf", content: aDocument("b").content },
      }),
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
    queue,
    kept,
    now: new Date("2026-03-31T12:00:00Z"),
    submit: (idempotencyKey, facts, caller = CALLER) =>
      application.jobs.submit(caller, {
        document: aDocument("of a test"),
        options: { mode: "form" },
        tag: "default",
        idempotencyKey,
        ...facts,
      }),
  };
  return here;
}

function remembering(objects: ObjectStore): { objects: ObjectStore; kept: ReadonlySet<string> } {
  const kept = new Set<string>();
  return {
    kept,
    objects: {
      ...objects,
      async write(key, content, readable) {
        await objects.write(key, content, readable);
        kept.add(key);
      },
      async remove(key) {
        await objects.remove(key);
        kept.delete(key);
      },
    },
  };
}

function aDocument(content: string): { name: string; content: AsyncIterable<Uint8Array> } {
  return {
    name: "a.pdf",
    content: (async function* bytes(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(`%PDF-1.7 ${content}`);
    })(),
  };
}

test("the same submission under the same key is one job, with one document", async () => {
  const w = world();
  const job = await w.submit("key");
  expect(await w.submit("key")).toEqual(job);
  expect(w.queue.jobIds).toEqual([job.id]);
  expect([...w.kept]).toEqual([job.file?.objectKey]);
});

test("it is the job as it is now, not as it was", async () => {
  const w = world();
  const { id } = await w.submit("key");
  await w.application.jobs.run(id, new AbortController().signal);
  expect(await w.submit("key")).toMatchObject({ id, status: "processed" });
});

test("without a key, or under another one, it is another job", async () => {
  const w = world();
  const jobs = [
    await w.submit("a"),
    await w.submit("b"),
    await w.submit(undefined),
    await w.submit(undefined),
  ];
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(4);
});

test.each<[string, Partial<Submission>]>([
  ["another document", { document: aDocument("of another test") }],
  ["another option", { options: { mode: "table" } }],
  ["another tag", { tag: "ledger" }],
  ["a schema", { fieldsSchema: "invoice" }],
])("%s under the same key is a conflict and leaves no document", async (_, facts) => {
  const w = world();
  const { file } = await w.submit("key");
  await expect(w.submit("key", facts)).rejects.toMatchObject({ code: "CONFLICT", field: "idempotencyKey" });
  expect([...w.kept]).toEqual([file?.objectKey]);
  expect(w.queue.jobIds).toHaveLength(1);
});

test("options that are left out are those of their defaults", async () => {
  const w = world();
  const { id } = await w.submit("key", { options: {} });
  expect((await w.submit("key", { options: { mode: "form", pages: "" } })).id).toBe(id);
});

test("of submissions at the same time one makes the job and all get it", async () => {
  const w = world();
  const jobs = await Promise.all([w.submit("key"), w.submit("key"), w.submit("key")]);
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  expect(w.queue.jobIds).toHaveLength(1);
  expect(w.kept.size).toBe(1);
});

test("a URL under the same key is the same document, whatever its server would send", async () => {
  const w = world();
  const document = { url: A_URL };
  const { id } = await w.submit("key", { document });
  expect((await w.submit("key", { document })).id).toBe(id);
  const other = { document: { url: ANOTHER_URL } };
  await expect(w.submit("key", other)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("an upload that is submitted again stays", async () => {
  const w = world();
  const upload = await w.application.uploads.receive(CALLER, aDocument("sent ahead"));
  const document = { uploadId: upload.id };
  const { id } = await w.submit("key", { document });
  expect((await w.submit("key", { document })).id).toBe(id);
  expect([...w.kept]).toEqual([upload.file.objectKey]);
});

test("a key is forgotten after a day", async () => {
  const w = world();
  const first = await w.submit("key");
  w.now = new Date("2026-04-01T12:00:00Z");
  expect((await w.submit("key")).id).toBe(first.id);
  w.now = new Date("2026-04-01T12:00:00.001Z");
  expect((await w.submit("key")).id).not.toBe(first.id);
});

test("a key of another organization says nothing", async () => {
  const w = world();
  const { id } = await w.submit("key");
  expect((await w.submit("key", {}, { ...CALLER, organizationId: "another" })).id).not.toBe(id);
});

test("what was accepted is answered again when the key's pages are spent", async () => {
  const w = world();
  const limits = { pagesPerDay: 1 };
  const { secret } = await w.application.keys.create(CALLER, { description: "", limits });
  const key = await w.application.access.authenticate({ extractionKey: secret });
  const { id } = await w.submit("key", {}, key);
  await w.application.jobs.run(id, new AbortController().signal);
  expect((await w.submit("key", {}, key)).id).toBe(id);
  await expect(w.submit("other", {}, key)).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
});

test.each(["", " ", "a b", "a\n", "ä", "\x7f", "k".repeat(256)])("%j is no key", async (key) => {
  const w = world();
  await expect(w.submit(key)).rejects.toMatchObject({ code: "BAD_INPUT", field: "idempotencyKey" });
  expect(w.kept.size).toBe(0);
});
