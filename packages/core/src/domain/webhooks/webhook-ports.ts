import type { LineMetadata, PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { Job } from "../jobs/job.ts";
import type { NotificationPlatform } from "../notifications/outcome-notification.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Run } from "../runs/run.ts";
import type { Delivery } from "./delivery.ts";
import type { Webhook } from "./webhook.ts";

export interface WebhookRecords {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
}

/** Sent when a transaction on deliveries commits. */
export interface DeliveryOutbox {
  readonly queue: DeliveryQueue;
}

export interface WebhookStore {
  /** False when the organization has a webhook of that name; it stays as it is. */
  insert(webhook: Webhook): Promise<boolean>;
  findByName(organizationId: string, name: string): Promise<Webhook | undefined>;
  /** By name. */
  list(organizationId: string): Promise<readonly Webhook[]>;
  update(id: string, changes: Partial<Omit<Webhook, "id" | "organizationId" | "name">>): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface DeliveryStore {
  insert(delivery: Delivery): Promise<void>;
  find(id: string): Promise<Delivery | undefined>;
  /** Reads a delivery and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<Delivery | undefined>;
  /** Those of any of the jobs, oldest first. */
  listOfJobs(jobIds: readonly string[]): Promise<readonly Delivery[]>;
  update(
    id: string,
    changes: Partial<
      Omit<Delivery, "id" | "organizationId" | "jobId" | "webhookName" | "runId" | "notificationId">
    >,
  ): Promise<void>;
}

export interface DeliveryQueue {
  /** Sends the next attempt of a pending delivery, for when it is due. */
  deliver(delivery: Delivery): Promise<void>;
}

/** An attempt of a delivery, numbered from 1. An entry whose attempt was made already has nothing to do. */
export interface DeliveryTask {
  readonly deliveryId: string;
  readonly attempt: number;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type WebhookAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The header of that name. */
      readonly retryAfter: string | undefined;
      /** The beginning of the answer's body. */
      readonly body: string;
    }
  /** The address policy does not let requests leave for this URL. */
  | { readonly kind: "refused"; readonly message: string }
  /** There was no answer; the same request may work later. */
  | { readonly kind: "failed"; readonly message: string };

/** Sends requests to targets. Redirects are answers like others. */
export interface WebhookSender {
  /** Why no request may leave for the URL, where that is known without asking the network. */
  refusalOf(url: string): string | undefined;
  /** @throws the reason of `signal`; what the target does is an answer. */
  post(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
}

/** A settled job as a webhook hears of it. Of a job that failed there is no text. */
export interface SettledJob {
  readonly job: Job;
  readonly text: string;
  /** One entry for each line of `text.split("\n")`; null for a blank line. */
  readonly lines: readonly (LineMetadata | null)[];
  readonly pages: readonly PageOutcome[];
}

/** A run that has ended, as a notification hears of it. */
export interface EndedRun {
  readonly run: Run;
  readonly pipeline: Pipeline;
  readonly platform: NotificationPlatform;
}

/** The documented messages to webhooks, as JSON values. */
export interface WebhookMessages {
  test(): unknown;
  settled(result: SettledJob): unknown;
  ended(outcome: EndedRun): unknown;
}
