import { randomBytes, randomUUID } from "node:crypto";
import type { Caller } from "../access/model/caller.ts";
import { createApplication, type Application } from "../application.ts";
import { DomainError, type DomainErrorCode } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import type { ExtractionEvent } from "../jobs/work/text-extractor.ts";
import { createMemoryDatabase } from "./memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
} from "./memory/memory-ports.ts";
import { createMemoryWebhookPorts, type MemoryWebhookPorts } from "./memory/records/memory-webhooks.ts";
import { aKeyCaller, aPageRead } from "./records.ts";
import type { Delivery } from "../webhooks/delivery.ts";
import type { WebhookAnswer } from "../webhooks/webhook-ports.ts";
import type { WebhookFormat } from "../webhooks/webhook.ts";

export const CALLER = aKeyCaller();

export const STRANGER: Caller = { ...CALLER, organizationId: randomUUID() };

export const NEVER: AbortSignal = new AbortController().signal;

export const TARGET = {
  name: "finished",
  url: "https://example.com/finished",
  authToken: "token of the target",
};

export const RETRIES = [10, 60, 300];

/** An application whose deliveries are made when the test says so, with a clock that the test sets. */
export class WebhookWorld {
  now = new Date("2026-01-02T03:04:05.000Z");
  readonly ports: MemoryWebhookPorts = createMemoryWebhookPorts();
  readonly queue: ReturnType<typeof createMemoryQueue> = createMemoryQueue();
  readonly application: Application;

  constructor(pages: readonly ExtractionEvent[] = ONE_PAGE) {
    const { announcements, subscriptions } = createMemoryEvents();
    this.application = createApplication(
      {
        database: createMemoryDatabase({ queue: this.queue, announcements }),
        subscriptions,
        objects: createMemoryObjectStore(),
        structures: createMemoryStructures(),
        fetcher: createMemoryFetcher({}),
        extractor: {
          async *pages() {
            yield* pages;
          },
        },
        environment: { now: () => this.now, uuid: () => randomUUID(), randomBytes },
        ...this.ports,
      },
      {
        maxUploadBytes: 10_000,
        textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
        webhookRetrySeconds: RETRIES,
      },
    );
  }

  /** A settled job of one page with a webhook. */
  async settledJob(format: WebhookFormat = "text"): Promise<Job> {
    await this.application.webhooks.register(CALLER, { ...TARGET, format });
    const { jobs } = this.application;
    const { id } = await jobs.submit(
      CALLER,
      submission({ webhookName: TARGET.name, webhookMetadata: "for me" }),
    );
    await jobs.run(id, NEVER);
    return jobs.find(CALLER, { id });
  }

  /** Makes the attempt that was queued last. */
  async attempt(): Promise<void> {
    const delivery = this.queue.deliveries.at(-1);
    if (!delivery) throw new Error("Nothing is to be delivered.");
    const task = { deliveryId: delivery.id, attempt: delivery.attemptsMade + 1 };
    await this.application.webhooks.deliver(task, NEVER);
  }

  async delivery(job: Job): Promise<Delivery | undefined> {
    return (await this.application.webhooks.deliveriesOfEach([job]))[0]?.[0];
  }
}

export const ONE_PAGE: readonly ExtractionEvent[] = [
  { kind: "opened", pageCount: 1, pages: [1] },
  { kind: "page", outcome: aPageRead(1) },
];

export async function* pdf(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("%PDF-1.7 made for a test");
}

export function submission(webhook: {
  webhookName?: string;
  webhookMetadata?: string;
}): Parameters<Application["jobs"]["submit"]>[1] {
  return { document: { name: "a.pdf", content: pdf() }, options: {}, tag: "default", ...webhook };
}

export function answer(status: number, facts: { retryAfter?: string; body?: string } = {}): WebhookAnswer {
  return { kind: "answered", status, retryAfter: facts.retryAfter, body: facts.body ?? "" };
}

export async function refusal(promise: Promise<unknown>): Promise<DomainErrorCode | undefined> {
  const error = await promise.catch((cause: unknown) => cause);
  return error instanceof DomainError ? error.code : undefined;
}
