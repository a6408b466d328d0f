import { randomBytes, randomUUID } from "node:crypto";
import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { Caller } from "../access/model/caller.ts";
import { createApplication, type Application, type ApplicationDatabase } from "../application.ts";
import { DomainError, type DomainErrorCode } from "../domain-error.ts";
import type { Submission } from "../jobs/jobs.ts";
import type { ExtractionEvent, TextExtractor } from "../jobs/work/text-extractor.ts";
import type { SubscriptionHub } from "../subscription-hub.ts";
import { createMemoryDatabase } from "./memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
} from "./memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "./memory/records/memory-webhooks.ts";
import { aKeyCaller } from "./records.ts";

export const CALLER = aKeyCaller();
/** Of another organization. */
export const STRANGER: Caller = { ...CALLER, organizationId: randomUUID() };
/** Is never aborted. */
export const NEVER: AbortSignal = new AbortController().signal;

export const opened = (pages: readonly number[]): ExtractionEvent => ({
  kind: "opened",
  pageCount: 9,
  pages,
});
export const page = (outcome: PageOutcome): ExtractionEvent => ({ kind: "page", outcome });

/** Yields the events, and records which pages it was asked to skip. */
export function scriptedExtractor(
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

interface JobWorld {
  readonly application: Application;
  readonly subscriptions: SubscriptionHub;
  readonly queue: { readonly jobIds: readonly string[]; readonly structureIds: readonly string[] };
}

/** An application with an empty database in memory, whose documents the given extractor reads. */
export function jobWorld(
  extractor: TextExtractor,
  within = (database: ApplicationDatabase) => database,
): JobWorld {
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

/** The bytes of a document that is only named a PDF. */
export async function* pdf(content = "%PDF-1.7 made for a test"): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

/** A submission, of that document unless the facts say otherwise. */
export function submission(facts: Partial<Submission> = {}): Submission {
  return { document: { name: "a.pdf", content: pdf() }, options: {}, tag: "default", ...facts };
}

/** The code of the error that a call is rejected with. */
export async function refusal(promise: Promise<unknown>): Promise<DomainErrorCode | undefined> {
  const error = await promise.catch((cause: unknown) => cause);
  return error instanceof DomainError ? error.code : undefined;
}
