import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createApplication, type Application } from "../../application.ts";
import { FetchError } from "../../documents/fetch-error.ts";
import type { DocumentFetcher, FetchedDocument } from "../../documents/document-fetcher.ts";
import { createMemoryDatabase } from "../../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  type MemoryQueue,
} from "../../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../../testing/memory/records/memory-webhooks.ts";
import { aKeyCaller, aPageRead } from "../../testing/records.ts";
import type { Job } from "../job.ts";
import type { Submission } from "../jobs.ts";

const CALLER = aKeyCaller();
const NEVER = new AbortController().signal;
const URL_OF_A = "https://example.com/files/a%20b.pdf?signature=x";

interface World {
  readonly application: Application;
  readonly queue: MemoryQueue;
  readonly submit: (document?: Submission["document"]) => Promise<Job>;
  /** Processes the job's queue entries, like a worker, until there are none left. */
  readonly work: (job: Job) => Promise<Job>;
}

function world(documents: Readonly<Record<string, FetchedDocument | Error>> | DocumentFetcher): World {
  const queue = createMemoryQueue();
  const { announcements, subscriptions } = createMemoryEvents();
  const application = createApplication(
    {
      database: createMemoryDatabase({ queue, announcements }),
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      fetcher: isFetcher(documents) ? documents : createMemoryFetcher(documents),
      extractor: {
        async *pages() {
          yield { kind: "opened", pageCount: 1, pages: [1] };
          yield { kind: "page", outcome: aPageRead(1) };
        },
      },
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
    queue,
    submit: (document = { url: URL_OF_A }) =>
      application.jobs.submit(CALLER, { document, options: {}, tag: "default" }),
    async work({ id }) {
      for (let done = 0; done < queue.fetches.length; done += 1) {
        const task = queue.fetches[done];
        if (task) await application.jobs.fetch(task, NEVER);
      }
      for (const jobId of queue.jobIds) await application.jobs.run(jobId, NEVER);
      return application.jobs.find(CALLER, { id });
    },
  };
}

function isFetcher(documents: object): documents is DocumentFetcher {
  return "fetch" in documents;
}

function found(text = "%PDF-1.7 made for a test", mediaType = "application/pdf"): FetchedDocument {
  return { mediaType, content: bytesOf(text) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

test("a document with a URL is accepted without a file, under the MD5 of its URL, and queued to be fetched", async () => {
  const { queue, submit } = world({ [URL_OF_A]: found() });
  const job = await submit();
  expect(job).toMatchObject({ status: "accepted", file: null, source: { url: URL_OF_A, name: "a b.pdf" } });
  expect(job.handle.split("|")[1]).toBe(createHash("md5").update(URL_OF_A).digest("hex"));
  expect(queue).toMatchObject({ fetches: [{ jobId: job.id, failures: 0, afterSeconds: 0 }], jobIds: [] });
});

test.each([
  ["https://example.com/a.pdf", undefined, "a.pdf"],
  ["https://example.com/a/b/", undefined, "b"],
  ["https://example.com/", undefined, "example.com"],
  ["https://example.com/%ff.pdf", undefined, "%ff.pdf"],
  ["https://example.com/a.pdf", "ledger.pdf", "ledger.pdf"],
])("what %s gives is called, where the caller says %j, %j", async (url, name, expected) => {
  const { submit, work } = world({ [url]: found() });
  const job = await work(await submit({ url, name }));
  expect(job.file).toMatchObject({ name: expected });
});

test("a fetched document is stored like a sent one, and then read", async () => {
  const { application, submit, work } = world({ [URL_OF_A]: found() });
  const job = await work(await submit());
  expect(job).toMatchObject({
    status: "processed",
    file: { name: "a b.pdf", bytes: 24, mediaType: "application/pdf" },
    source: { url: URL_OF_A },
  });
  expect((await application.jobs.retrieveText(CALLER, { id: job.id })).content.text).toContain("Invoice");
});

test("a second run of a fetch fetches nothing, and sends the job on only once", async () => {
  const { application, queue, submit } = world({ [URL_OF_A]: found() });
  const { id } = await submit();
  await application.jobs.fetch({ jobId: id, failures: 0 }, NEVER);
  const { file } = await application.jobs.find(CALLER, { id });
  await application.jobs.fetch({ jobId: id, failures: 0 }, NEVER);
  expect((await application.jobs.find(CALLER, { id })).file).toEqual(file);
  expect(queue.jobIds).toEqual([id]);
});

test("a job whose document is still on its way is not read", async () => {
  const { application, submit } = world({ [URL_OF_A]: found() });
  const { id } = await submit();
  await application.jobs.run(id, NEVER);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({
    status: "accepted",
    pageCount: null,
  });
});

test.each(["nonsense", "https://elsewhere.example/"])(
  "%s is refused before anything is stored",
  async (url) => {
    const { queue, submit } = world({ [URL_OF_A]: found() });
    await expect(submit({ url })).rejects.toMatchObject({ code: "BAD_INPUT", field: "url" });
    expect(queue.fetches).toEqual([]);
  },
);

test("a URL of more than 8192 bytes is refused", async () => {
  const url = `https://example.com/${"x".repeat(8192)}`;
  await expect(world({ [url]: found() }).submit({ url })).rejects.toMatchObject({
    code: "BAD_INPUT",
    field: "url",
    message: expect.stringContaining("8192"),
  });
});

test.each<[string, FetchedDocument | Error, RegExp]>([
  ["that is not there", new FetchError("Status 404.", { temporary: false }), /^Status 404\.$/],
  [
    "that is an archive",
    found("Rar!\x1a\x07", "application/vnd.rar"),
    /a RAR archive; supported: PDF, .*server's content type is application\/vnd.rar\.$/,
  ],
  [
    "of no known type",
    { ...found("\0words"), mediaType: undefined },
    /of an unknown kind; supported: PDF, .*\.$/,
  ],
  ["that is empty", found(""), /empty/],
  ["that is too large", found(`%PDF-1.7${"x".repeat(10_000)}`), /larger/],
])("a document %s fails the job in plain words", async (_, document, message) => {
  const { submit, work } = world({ [URL_OF_A]: document });
  expect(await work(await submit())).toMatchObject({
    status: "failed",
    statusMessage: expect.stringMatching(message),
    file: null,
  });
});

test("a failure that may pass is tried three times more, each later than the one before", async () => {
  const error = new FetchError("Status 503.", { temporary: true });
  const { queue, submit, work } = world({ [URL_OF_A]: error });
  const job = await work(await submit());
  expect(job).toMatchObject({ status: "failed", statusMessage: "Status 503." });
  expect(queue.fetches.map(({ failures }) => failures)).toEqual([0, 1, 2, 3]);
  const delays = queue.fetches.map(({ afterSeconds }) => afterSeconds);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(new Set(delays).size).toBe(4);
});

test.each([
  ["7", [0, 7, 7, 25]],
  ["86400", [0, 300, 300, 300]],
  [new Date(Date.now() - 1000).toUTCString(), [0, 1, 5, 25]],
  ["soon", [0, 1, 5, 25]],
])("a server that says Retry-After: %s is asked again after %j seconds", async (retryAfter, delays) => {
  const error = new FetchError("Status 429.", { temporary: true, retryAfter });
  const { queue, submit, work } = world({ [URL_OF_A]: error });
  await work(await submit());
  expect(queue.fetches.map(({ afterSeconds }) => afterSeconds)).toEqual(delays);
});

test("a connection that breaks in the middle of a document leaves nothing half, and the next attempt has it all", async () => {
  let attempts = 0;
  const { submit, work } = world({
    check: () => undefined,
    async fetch() {
      attempts += 1;
      return attempts === 1 ? { mediaType: undefined, content: brokenOff() } : found();
    },
  });
  expect(await work(await submit())).toMatchObject({ status: "processed", file: { bytes: 24 } });
});

async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield* bytesOf("%PDF-1.7");
  throw new FetchError("It broke off.", { temporary: true });
}

test("any other failure is thrown, for the queue to try again", async () => {
  const { application, submit } = world({ [URL_OF_A]: new Error("The disk is gone.") });
  const { id } = await submit();
  await expect(application.jobs.fetch({ jobId: id, failures: 0 }, NEVER)).rejects.toThrow("disk");
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ status: "processing" });
});

test("cancelling a job breaks off its fetch", async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const { application, queue, submit } = world({
    check: () => undefined,
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        begun.resolve(signal);
      }),
  });
  const { id } = await submit();
  const fetching = application.jobs.fetch({ jobId: id, failures: 0 }, NEVER);
  await begun.promise;
  await application.jobs.cancel(CALLER, { id });
  await fetching;
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ status: "cancelled" });
  expect(queue.jobIds).toEqual([]);
});
