import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Caller } from "../access/model/caller.ts";
import { createApplication, type Application, type ApplicationDatabase } from "../application.ts";
import { DomainError, type DomainErrorCode } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import type { Submission } from "../jobs/jobs.ts";
import type { ObjectStore } from "../ports.ts";
import type { TextLifetime } from "../jobs/result/text-lifetime.ts";
import { createMemoryDatabase } from "../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
} from "../testing/memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "../testing/memory/records/memory-webhooks.ts";
import { aDelivery, aPageRead, aSession } from "../testing/records.ts";

const CALLER: Caller = {
  kind: "access_token",
  id: randomUUID(),
  organizationId: randomUUID(),
  tier: "read_write",
  userId: null,
  role: "manager",
};
const NEVER = new AbortController().signal;
const HOUR = 3600;
const DAY = 24 * HOUR;

interface World {
  readonly application: Application;
  readonly database: ApplicationDatabase;
  readonly objects: ObjectStore;
  /** Advances the clock. */
  readonly pass: (seconds: number) => void;
}

function world({
  retrieveAgainSeconds = 0,
  keepText = "until_retrieved",
}: Partial<TextLifetime> = {}): World {
  let now = new Date("2026-03-01T00:00:00Z").getTime();
  const { announcements, subscriptions } = createMemoryEvents();
  const database = createMemoryDatabase({ queue: createMemoryQueue(), announcements });
  const objects = createMemoryObjectStore();
  const application = createApplication(
    {
      database,
      subscriptions,
      objects,
      structures: createMemoryStructures(),
      fetcher: createMemoryFetcher({}),
      extractor: {
        async *pages() {
          yield { kind: "opened", pageCount: 1, pages: [1] };
          yield { kind: "page", outcome: aPageRead(1) };
        },
      },
      environment: { now: () => new Date(now), uuid: () => randomUUID(), randomBytes },
      ...createMemoryWebhookPorts(),
    },
    {
      maxUploadBytes: 10_000,
      webhookRetrySeconds: [],
      textLifetime: { keepText, resultSeconds: 7 * DAY, retrieveAgainSeconds },
    },
  );
  const pass = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { application, database, objects, pass };
}

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("%PDF-1.7 made for a test");
}

async function processed({ application: { jobs } }: World, facts: Partial<Submission> = {}): Promise<Job> {
  const document = { name: "a.pdf", content: pdf() };
  const { id } = await jobs.submit(CALLER, { document, options: {}, tag: "default", ...facts });
  await jobs.run(id, NEVER);
  return jobs.find(CALLER, { id });
}

async function keptText({ database }: World, { id }: Job): Promise<string> {
  const outcome = (await database.records.pages.find(id, 1))?.outcome;
  return outcome?.ok ? outcome.text.trim() : "";
}

async function refusal(promise: Promise<unknown>): Promise<DomainErrorCode | undefined> {
  const error = await promise.catch((cause: unknown) => cause);
  return error instanceof DomainError ? error.code : undefined;
}

async function isThere(objects: ObjectStore, key: string): Promise<boolean> {
  return objects.openFile(key).then(
    async (file) => {
      await file[Symbol.asyncDispose]();
      return true;
    },
    () => false,
  );
}

const swept = ({ application }: World): ReturnType<Application["retention"]["sweep"]> =>
  application.retention.sweep(NEVER);

test("a text that nobody fetches is refused when it expires, forgotten by the next sweep, and its lines stay", async () => {
  const here = world();
  const job = await processed(here);
  const reference = { id: job.id };
  const { jobs } = here.application;
  here.pass(7 * DAY - 1);
  expect(await swept(here)).toMatchObject({ texts: 0, documents: 0, uploads: 0 });
  const lines = await jobs.highlights(CALLER, reference, undefined);
  here.pass(1);
  expect(await refusal(jobs.retrieveText(CALLER, reference))).toBe("ALREADY_DELIVERED");
  expect(await keptText(here, job)).not.toBe("");
  expect(await swept(here)).toMatchObject({ texts: 1, documents: 1, uploads: 0 });
  expect(await keptText(here, job)).toBe("");
  expect(await swept(here)).toMatchObject({ texts: 0, documents: 0, uploads: 0 });
  expect(await refusal(jobs.retrieveText(CALLER, reference))).toBe("ALREADY_DELIVERED");
  expect(await jobs.highlights(CALLER, reference, undefined)).toEqual(lines);
  expect(await jobs.find(CALLER, reference)).toMatchObject({ status: "processed", textExpiresAt: null });
});

test("a session that has expired is forgotten by the next sweep", async () => {
  const here = world();
  const createdAt = new Date("2026-03-01T00:00:00Z");
  const expiresAt = new Date(createdAt.getTime() + HOUR * 1000);
  const session = aSession(randomUUID(), { createdAt, expiresAt });
  await here.database.transaction(({ sessions }) => sessions.insert(session));
  const kept = (): Promise<unknown> => here.database.records.sessions.findByDigest(session.digest);
  here.pass(HOUR - 1);
  await swept(here);
  expect(await kept()).toEqual(session);
  here.pass(1);
  await swept(here);
  expect(await kept()).toBeUndefined();
});

test("a job may say how long its text is kept", async () => {
  const here = world();
  const { id } = await processed(here, { textLifetimeSeconds: HOUR });
  here.pass(HOUR);
  expect(await refusal(here.application.jobs.retrieveText(CALLER, { id }))).toBe("ALREADY_DELIVERED");
});

test("a text that was fetched is gone at once, and its document with the next sweep", async () => {
  const here = world();
  const job = await processed(here);
  await here.application.jobs.retrieveText(CALLER, { id: job.id });
  expect(await keptText(here, job)).toBe("");
  expect(await isThere(here.objects, job.file?.objectKey ?? "")).toBe(true);
  expect(await swept(here)).toMatchObject({ documents: 1 });
  expect(await isThere(here.objects, job.file?.objectKey ?? "")).toBe(false);
  expect(await refusal(here.application.jobs.openDocument(CALLER, { id: job.id }))).toBe("NOT_FOUND");
});

test("within its time a text can be fetched again", async () => {
  const here = world({ retrieveAgainSeconds: HOUR });
  const job = await processed(here);
  const retrieve = async (): Promise<string> =>
    (await here.application.jobs.retrieveText(CALLER, { id: job.id })).content.text;
  const text = await retrieve();
  here.pass(HOUR - 1);
  await swept(here);
  expect(await retrieve()).toBe(text);
  here.pass(1);
  expect(await refusal(retrieve())).toBe("ALREADY_DELIVERED");
  expect(await swept(here)).toMatchObject({ texts: 1, documents: 1, uploads: 0 });
  expect(await keptText(here, job)).toBe("");
});

test("what a caller did not wait for was not handed out", async () => {
  const here = world();
  const { id } = await processed(here);
  const left = AbortSignal.abort(new Error("left"));
  await expect(here.application.jobs.retrieveText(CALLER, { id }, { signal: left })).rejects.toThrow("left");
  expect((await here.application.jobs.retrieveText(CALLER, { id })).content.text).toContain("Invoice");
});

test("a text that is kept for searches is found after it was handed out, and not handed out again", async () => {
  const here = world();
  const { id } = await processed(here, { keepForSearch: true });
  const { jobs } = here.application;
  const { text } = (await jobs.retrieveText(CALLER, { id })).content;
  await swept(here);
  const [match] = await jobs.searchText(CALLER, { id }, "invoce 42");
  expect(match).toMatchObject({
    text: "Invoice  42",
    page: 1,
    distance: 1,
    position: text.indexOf("Invoice"),
  });
  expect(await refusal(jobs.retrieveText(CALLER, { id }))).toBe("ALREADY_DELIVERED");
});

test.each<[DomainErrorCode, string]>([
  ["BAD_INPUT", " "],
  ["BAD_INPUT", "x".repeat(1001)],
])("%s refuses to search for %j", async (code, term) => {
  const here = world();
  const { id } = await processed(here, { keepForSearch: true });
  expect(await refusal(here.application.jobs.searchText(CALLER, { id }, term))).toBe(code);
});

test("a text that is kept until it expires is retrieved once, and read and searched until then", async () => {
  const here = world({ keepText: "until_expiry" });
  const { jobs } = here.application;
  const job = await processed(here);
  const reference = { id: job.id };
  await jobs.retrieveText(CALLER, reference);
  expect(await refusal(jobs.retrieveText(CALLER, reference))).toBe("ALREADY_DELIVERED");
  here.pass(7 * DAY - 1);
  expect(await swept(here)).toMatchObject({ texts: 0, documents: 0 });
  expect(await keptText(here, job)).not.toBe("");
  expect(await jobs.searchText(CALLER, reference, "Invoice")).toHaveLength(1);
  expect((await jobs.retrieveText(CALLER, reference, { again: "while_kept" })).content.text).toContain(
    "Invoice",
  );
  here.pass(1);
  const expired = jobs.retrieveText(CALLER, reference, { again: "while_kept" });
  expect(await refusal(expired)).toBe("ALREADY_DELIVERED");
  expect(await swept(here)).toMatchObject({ texts: 1, documents: 1 });
  expect(await keptText(here, job)).toBe("");
  expect(await isThere(here.objects, job.file?.objectKey ?? "")).toBe(false);
});

test("a text that is not kept for searches is not searched, nor one that is not there yet", async () => {
  const here = world();
  const { jobs } = here.application;
  const { id } = await processed(here);
  await jobs.retrieveText(CALLER, { id });
  expect(await refusal(jobs.searchText(CALLER, { id }, "Invoice"))).toBe("CONFLICT");
  const document = { name: "a.pdf", content: pdf() };
  const waiting = await jobs.submit(CALLER, { document, options: {}, tag: "default", keepForSearch: true });
  expect(await refusal(jobs.searchText(CALLER, { id: waiting.id }, "Invoice"))).toBe("NOT_READY");
});

test("a text that a webhook waits for is kept until it has it", async () => {
  const here = world();
  const job = await processed(here);
  const delivery = aDelivery(job);
  await here.database.transaction(({ deliveries }) => deliveries.insert(delivery));
  here.pass(7 * DAY);
  expect(await swept(here)).toMatchObject({ texts: 0, documents: 0, uploads: 0 });
  expect(await keptText(here, job)).not.toBe("");
  await here.database.transaction(({ deliveries }) => deliveries.update(delivery.id, { state: "given_up" }));
  expect(await swept(here)).toMatchObject({ texts: 1 });
});

test("what a cancelled or failed job has read expires too", async () => {
  const here = world();
  const { jobs } = here.application;
  const document = { name: "a.pdf", content: pdf() };
  const { id } = await jobs.submit(CALLER, { document, options: {}, tag: "default" });
  await jobs.cancel(CALLER, { id });
  here.pass(7 * DAY);
  expect(await swept(here)).toMatchObject({ texts: 1, documents: 1, uploads: 0 });
});

test("an upload can be submitted for a day; its document goes with the last job that has it", async () => {
  const here = world();
  const { jobs, uploads } = here.application;
  const upload = await uploads.receive(CALLER, { name: "a.pdf", content: pdf() });
  const key = upload.file.objectKey;
  const first = await processed(here, { document: { uploadId: upload.id } });
  await jobs.retrieveText(CALLER, { id: first.id });
  await swept(here);
  expect(await isThere(here.objects, key)).toBe(true);
  const second = await processed(here, { document: { uploadId: upload.id } });
  here.pass(DAY);
  expect(await refusal(uploads.find(CALLER, upload.id))).toBe("NOT_FOUND");
  here.pass(2 * HOUR);
  expect(await swept(here)).toMatchObject({ texts: 0, documents: 0, uploads: 1 });
  expect(await isThere(here.objects, key)).toBe(true);
  await jobs.retrieveText(CALLER, { id: second.id });
  await swept(here);
  expect(await isThere(here.objects, key)).toBe(false);
});

test("an upload that was never submitted is removed with its document", async () => {
  const here = world();
  const upload = await here.application.uploads.receive(CALLER, { name: "a.pdf", content: pdf() });
  here.pass(DAY + 2 * HOUR);
  expect(await swept(here)).toMatchObject({ texts: 0, documents: 0, uploads: 1 });
  expect(await isThere(here.objects, upload.file.objectKey)).toBe(false);
});

test("an Idempotency-Key that stands for nothing any more is forgotten", async () => {
  const here = world();
  await processed(here, { idempotencyKey: "once" });
  here.pass(DAY);
  expect(await swept(here)).toMatchObject({ idempotencyKeys: 0 });
  here.pass(1);
  expect(await swept(here)).toMatchObject({ idempotencyKeys: 1 });
});

test("who waits for a job hears when it is settled, or stops waiting", async () => {
  const here = world();
  const { jobs } = here.application;
  const document = { name: "a.pdf", content: pdf() };
  const { id } = await jobs.submit(CALLER, { document, options: {}, tag: "default" });
  const patience = new AbortController();
  const impatient = jobs.settled(CALLER, { id }, { signal: patience.signal });
  patience.abort();
  expect((await impatient).status).toBe("accepted");
  const patient = jobs.settled(CALLER, { id }, { signal: NEVER });
  await jobs.run(id, NEVER);
  expect((await patient).status).toBe("processed");
  expect((await jobs.settled(CALLER, { id }, { signal: NEVER })).status).toBe("processed");
});
