import { randomBytes, randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { ExtractionError } from "../../extraction/failure/extraction-error.ts";
import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { Caller } from "../access/model/caller.ts";
import { createApplication, type Application, type ApplicationDatabase } from "../application.ts";
import { DomainError, type DomainErrorCode } from "../domain-error.ts";
import type { ExtractionEvent, TextExtractor } from "./work/text-extractor.ts";
import type { SubscriptionHub } from "../subscription-hub.ts";
import { createMemoryDatabase } from "../testing/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
} from "../testing/memory-ports.ts";
import { createMemoryWebhookPorts } from "../testing/memory-webhooks.ts";
import { aKeyCaller, aPageFailed, aPageRead } from "../testing/records.ts";
import type { JobChange, Submission } from "./jobs.ts";

const CALLER = aKeyCaller();
const STRANGER: Caller = { ...CALLER, organizationId: randomUUID() };
const NEVER = new AbortController().signal;

const opened = (pages: readonly number[]): ExtractionEvent => ({ kind: "opened", pageCount: 9, pages });
const page = (outcome: PageOutcome): ExtractionEvent => ({ kind: "page", outcome });

/** Yields the events, and records which pages it was asked to skip. */
function scriptedExtractor(
  events: readonly (ExtractionEvent | Error)[],
): TextExtractor & { skipped: number[] } {
  const skipped: number[] = [];
  return {
    skipped,
    async *pages(_path, _options, { skip, signal }) {
      skipped.push(...skip);
      for (const event of events) {
        signal.throwIfAborted();
        if (event instanceof Error) throw event;
        if (event.kind === "opened" || !skip.includes(event.outcome.number)) yield event;
      }
    },
  };
}

interface World {
  readonly application: Application;
  readonly subscriptions: SubscriptionHub;
  readonly queue: { readonly jobIds: readonly string[] };
}

function world(extractor: TextExtractor, within = (database: ApplicationDatabase) => database): World {
  const queue = createMemoryQueue();
  const { announcements, subscriptions } = createMemoryEvents();
  const application = createApplication(
    {
      database: within(createMemoryDatabase({ queue, announcements })),
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
  return { application, queue, subscriptions };
}

async function* pdf(content = "%PDF-1.7 made for a test"): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

function submission(facts: Partial<Submission> = {}): Submission {
  return { document: { name: "a.pdf", content: pdf() }, options: {}, tag: "default", ...facts };
}

async function refusal(promise: Promise<unknown>): Promise<DomainErrorCode | undefined> {
  const error = await promise.catch((cause: unknown) => cause);
  return error instanceof DomainError ? error.code : undefined;
}

test("a submitted document is accepted, queued and found by its handle", async () => {
  const { application, queue } = world(scriptedExtractor([]));
  const job = await application.jobs.submit(CALLER, submission());
  expect(job).toMatchObject({
    status: "accepted",
    pagesDone: 0,
    file: { bytes: 24, mediaType: "application/pdf" },
  });
  expect(job.handle).toMatch(/^[0-9a-f]{8}\|[0-9a-f]{32}$/);
  expect(queue.jobIds).toEqual([job.id]);
  expect(await application.jobs.find(CALLER, { handle: job.handle })).toEqual(job);
});

test("equal documents get different handles with the same digest", async () => {
  const { application } = world(scriptedExtractor([]));
  const first = await application.jobs.submit(CALLER, submission());
  const second = await application.jobs.submit(CALLER, submission());
  expect(first.handle).not.toBe(second.handle);
  expect(first.handle.split("|")[1]).toBe(second.handle.split("|")[1]);
});

test.each<[DomainErrorCode, Partial<Submission>]>([
  ["BAD_INPUT", { document: { name: "empty.pdf", content: pdf("") } }],
  ["UNSUPPORTED_DOCUMENT", { document: { name: "a.rar", content: pdf("Rar!\x1a\x07") } }],
  ["TOO_LARGE", { document: { name: "a.pdf", content: pdf(`%PDF-1.7${"x".repeat(10_000)}`) } }],
  ["TOO_LARGE", { document: { name: "a.pdf", content: pdf(), declaredBytes: 2 ** 30 } }],
  ["BAD_INPUT", { options: { pages: "x" } }],
  ["BAD_INPUT", { tag: "t".repeat(256) }],
  ["NOT_FOUND", { document: { uploadId: randomUUID() } }],
])("%s refuses a submission, and nothing is queued", async (code, facts) => {
  const { application, queue } = world(scriptedExtractor([]));
  expect(await refusal(application.jobs.submit(CALLER, submission(facts)))).toBe(code);
  expect(queue.jobIds).toEqual([]);
});

test("a wrong option is named", async () => {
  const { application } = world(scriptedExtractor([]));
  const wrong = application.jobs.submit(CALLER, submission({ options: { wordConfidenceThreshold: 2 } }));
  await expect(wrong).rejects.toMatchObject({ code: "BAD_INPUT", field: "wordConfidenceThreshold" });
});

test("an upload can be submitted as often as wanted, by its own organization only", async () => {
  const { application } = world(scriptedExtractor([]));
  const upload = await application.uploads.receive(CALLER, { name: "a.pdf", content: pdf() });
  const again = submission({ document: { uploadId: upload.id } });
  expect((await application.jobs.submit(CALLER, again)).file).toEqual(upload.file);
  expect((await application.jobs.submit(CALLER, again)).file).toEqual(upload.file);
  expect(await refusal(application.jobs.submit(STRANGER, again))).toBe("NOT_FOUND");
});

test("a job of another organization is as good as not there", async () => {
  const { application } = world(scriptedExtractor([]));
  const { id, handle } = await application.jobs.submit(CALLER, submission());
  expect(await refusal(application.jobs.find(STRANGER, { id }))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.find(STRANGER, { handle }))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.cancel(STRANGER, { id }))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.retrieveText(STRANGER, { id }))).toBe("NOT_FOUND");
});

test("a run stores the pages and settles the job", async () => {
  const { application } = world(scriptedExtractor([opened([1, 2]), page(aPageRead(2)), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const job = await application.jobs.find(CALLER, { id });
  expect(job).toMatchObject({
    status: "processed",
    statusMessage: "",
    pageCount: 9,
    pagesSelected: 2,
    pagesDone: 2,
  });
  const pages = await application.jobs.pages(job, { after: 0, limit: 10 });
  expect(pages.map(({ outcome }) => outcome.number)).toEqual([1, 2]);
});

test("a database that is away for a moment costs no second reading", async () => {
  let refusals = 0;
  let readings = 0;
  const extractor: TextExtractor = {
    async *pages() {
      readings += 1;
      refusals = 2;
      yield opened([1]);
      yield page(aPageRead(1));
    },
  };
  const { application } = world(extractor, (database) => ({
    ...database,
    async transaction(work, durability) {
      if (refusals > 0) {
        refusals -= 1;
        throw new DomainError("UNAVAILABLE", "The database cannot be reached.");
      }
      return database.transaction(work, durability);
    },
  }));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  expect({ readings, refusals }).toEqual({ readings: 1, refusals: 0 });
  expect((await application.jobs.find(CALLER, { id })).status).toBe("processed");
});

test("a second run goes on with the pages that are missing", async () => {
  const broken = new Error("the machine went away");
  const events: (ExtractionEvent | Error)[] = [
    opened([1, 2, 3]),
    page(aPageRead(1)),
    page(aPageRead(2)),
    broken,
  ];
  const extractor = scriptedExtractor(events);
  const { application } = world(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  await expect(application.jobs.run(id, NEVER)).rejects.toThrow(broken);
  expect((await application.jobs.find(CALLER, { id })).status).toBe("processing");
  events.splice(3, 1, page(aPageRead(3)));
  await application.jobs.run(id, NEVER);
  expect(extractor.skipped).toEqual([1, 2]);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ status: "processed", pagesDone: 3 });
});

test("pages that another run has stored meanwhile are counted once", async () => {
  const goOn = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = [opened([1, 2, 3]), page(aPageRead(1)), goOn, page(aPageRead(2)), page(aPageRead(3))];
  const second = [opened([1, 2, 3]), page(aPageRead(2)), end];
  const runs = [first, second];
  const { application } = world({
    async *pages() {
      for (const step of runs.shift() ?? []) {
        if ("promise" in step) await step.promise;
        else yield step;
      }
    },
  });
  const { id } = await application.jobs.submit(CALLER, submission());
  const storedPages = (pagesDone: number): Promise<void> =>
    vi.waitFor(async () => expect(await application.jobs.find(CALLER, { id })).toMatchObject({ pagesDone }));
  const firstRun = application.jobs.run(id, NEVER);
  await storedPages(1);
  const secondRun = application.jobs.run(id, NEVER);
  await storedPages(2);
  goOn.resolve();
  await firstRun;
  end.resolve();
  await secondRun;
  const job = await application.jobs.find(CALLER, { id });
  expect(job).toMatchObject({ status: "processed", pagesDone: 3 });
  expect(await application.jobs.pages(job, { after: 0, limit: 10 })).toHaveLength(3);
});

test("a run of a settled job does nothing", async () => {
  const extractor = scriptedExtractor([opened([1]), page(aPageRead(1))]);
  const { application } = world(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const job = await application.jobs.find(CALLER, { id });
  await application.jobs.run(id, NEVER);
  expect(await application.jobs.find(CALLER, { id })).toEqual(job);
});

test.each<[string, readonly (ExtractionEvent | Error)[], string, string]>([
  [
    "cannot be opened",
    [new ExtractionError("DAMAGED_DOCUMENT", "It is damaged.")],
    "failed",
    "It is damaged.",
  ],
  [
    "needs a password, and was sent without one,",
    [new ExtractionError("PASSWORD_REQUIRED", "Pass its password.")],
    "failed",
    expect.stringMatching(/no password was given.*document_password.*documentPassword/),
  ],
  [
    "has no page that can be read",
    [opened([1]), page(aPageFailed(1, { message: "Page 1 is cut off." }))],
    "failed",
    "No page could be read. Page 1 is cut off.",
  ],
  [
    "has some pages that cannot be read",
    [opened([1, 2, 3]), page(aPageRead(1)), page(aPageFailed(3)), page(aPageFailed(2))],
    "processed",
    "2 of 3 pages could not be read: 2, 3.",
  ],
  [
    "has none of the selected pages",
    [opened([])],
    "failed",
    "The selection 12- matches none of the document's 9 pages.",
  ],
])("a document that %s says so", async (_, events, status, statusMessage) => {
  const { application } = world(scriptedExtractor(events));
  const { id } = await application.jobs.submit(CALLER, submission({ options: { pages: "12-" } }));
  await application.jobs.run(id, NEVER);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ status, statusMessage });
});

test("the text is handed out once; line places stay", async () => {
  const { application } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  expect(await refusal(application.jobs.retrieveText(CALLER, { id }))).toBe("NOT_READY");
  await application.jobs.run(id, NEVER);
  const before = await application.jobs.highlights(CALLER, { id }, undefined);
  const {
    content: { text, lines },
    job,
  } = await application.jobs.retrieveText(CALLER, { id });
  expect(text).toContain("Invoice  42");
  expect(lines).toHaveLength(text.split("\n").length);
  expect(job.status).toBe("retrieved");
  expect(await refusal(application.jobs.retrieveText(CALLER, { id }))).toBe("ALREADY_DELIVERED");
  expect(await application.jobs.highlights(CALLER, { id }, undefined)).toEqual(before);
  expect(before.map(({ metadata }) => metadata)).toEqual(lines);
  const [stored] = await application.jobs.pages(job, { after: 0, limit: 1 });
  expect(JSON.stringify(stored)).not.toContain("Invoice");
});

test("of two callers who take the text at once, one gets it", async () => {
  const { application } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const taken = [1, 2].map(() => application.jobs.retrieveText(CALLER, { id }));
  const results = await Promise.allSettled(taken);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("lines are selected by number and clipped; nonsense is refused by name", async () => {
  const { application } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const lines = await application.jobs.highlights(CALLER, { id }, "0-2,4-999999999");
  expect(lines.map(({ number }) => number)).toEqual([0, 1, 2, 4, 5]);
  const nonsense = application.jobs.highlights(CALLER, { id }, "first");
  await expect(nonsense).rejects.toMatchObject({ code: "BAD_INPUT", field: "lines" });
});

test("a cancelled job stops its run and stays cancelled", async () => {
  const reached = Promise.withResolvers<void>();
  const extractor: TextExtractor = {
    async *pages(_path, _options, { signal }) {
      yield opened([1, 2]);
      reached.resolve();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const { application } = world(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  const run = application.jobs.run(id, NEVER);
  await reached.promise;
  await application.jobs.cancel(CALLER, { id });
  await run;
  expect((await application.jobs.find(CALLER, { id })).status).toBe("cancelled");
  expect(await refusal(application.jobs.cancel(CALLER, { id }))).toBe("CONFLICT");
});

test("a run that is stopped leaves the job unsettled, even if the extractor ends as if it were done", async () => {
  const stop = new AbortController();
  const extractor: TextExtractor = {
    async *pages() {
      yield opened([1, 2]);
      yield page(aPageRead(1));
      stop.abort(new Error("the service stops"));
    },
  };
  const { application } = world(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  await expect(application.jobs.run(id, stop.signal)).rejects.toThrow("the service stops");
  expect((await application.jobs.find(CALLER, { id })).status).toBe("accepted");
});

test("a job that is tried too often is given up with a message", async () => {
  const { application } = world(scriptedExtractor([]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.giveUp(id);
  const job = await application.jobs.find(CALLER, { id });
  expect(job.status).toBe("failed");
  expect(job.statusMessage).not.toBe("");
});

test("who watches sees the present state, each page and the end, and then nothing more", async () => {
  const { application } = world(
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
  const { application } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const kinds: string[] = [];
  for await (const { kind } of application.jobs.watch(CALLER, { id })) kinds.push(kind);
  expect(kinds).toEqual(["status", "page"]);
});

test("who watches all jobs sees the unsettled ones first, then each status once", async () => {
  const { application } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
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
  const { application, subscriptions } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
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

test("jobs are listed newest first, in parts, by status", async () => {
  const { application } = world(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const first = await application.jobs.submit(CALLER, submission());
  const second = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(first.id, NEVER);
  const all = await application.jobs.list(CALLER, { statuses: [], limit: 1 });
  expect(all.hasMore).toBe(true);
  const rest = await application.jobs.list(CALLER, { statuses: [], limit: 5, after: all.jobs[0] });
  expect(new Set([...all.jobs, ...rest.jobs].map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  const accepted = await application.jobs.list(CALLER, { statuses: ["accepted"], limit: 5 });
  expect(accepted.jobs.map(({ id }) => id)).toEqual([second.id]);
  expect(await application.jobs.count(CALLER, { statuses: [] })).toBe(2);
  expect(await application.jobs.count(STRANGER, { statuses: [] })).toBe(0);
});
