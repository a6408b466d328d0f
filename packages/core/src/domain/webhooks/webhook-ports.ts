import type { DocumentText } from "../../extraction/result/document-text.ts";
import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import type { Rendition } from "../../extraction/options/renditions.ts";
import type { DocumentFields } from "../fields/document-fields.ts";
import type { Job } from "../jobs/job.ts";
import type { NotificationPlatform } from "../notifications/outcome-notification.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Run } from "../runs/run.ts";
import type { Delivery, DeliveryState } from "./delivery.ts";
import type { Webhook } from "./webhook.ts";

export interface WebhookRecords {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
}

/** Published when a transaction on deliveries commits. */
export interface DeliveryOutbox {
  readonly queue: DeliveryQueue;
}

export interface WebhookStore {
  /** False if the name is taken within the organization; the existing webhook is unchanged. */
  insert(webhook: Webhook): Promise<boolean>;
  findByName(organizationId: string, name: string): Promise<Webhook | undefined>;
  /** Ordered by name. */
  list(organizationId: string): Promise<readonly Webhook[]>;
  update(id: string, changes: Partial<Omit<Webhook, "id" | "organizationId" | "name">>): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface DeliveryStore {
  insert(delivery: Delivery): Promise<void>;
  find(id: string): Promise<Delivery | undefined>;
  /** Reads a delivery and locks it until the transaction ends. */
  lock(id: string): Promise<Delivery | undefined>;
  /** The deliveries of all given jobs, oldest first. */
  listOfJobs(jobIds: readonly string[]): Promise<readonly Delivery[]>;
  /** Newest first, for each webhook or notification separately; targets are in no particular order. */
  listOfTargets(query: DeliveryQuery): Promise<readonly Delivery[]>;
  /** The number of deliveries of all given targets. */
  countOfTargets(query: Omit<DeliveryQuery, "offset" | "limit">): Promise<number>;
  /** Deletes up to `limit` deliveries that were settled before a time. Returns their number. */
  removeSettledBefore(before: Date, limit: number): Promise<number>;
  update(
    id: string,
    changes: Partial<
      Omit<Delivery, "id" | "organizationId" | "jobId" | "webhookName" | "runId" | "notificationId">
    >,
  ): Promise<void>;
}

/** Names of webhooks, or ids of notifications. */
export type DeliveryTargets =
  | { readonly organizationId: string; readonly webhookNames: readonly string[] }
  | { readonly organizationId: string; readonly notificationIds: readonly string[] };

/** A part of the deliveries to targets. */
export interface DeliveryQuery {
  readonly targets: DeliveryTargets;
  /** Empty means all. */
  readonly states: readonly DeliveryState[];
  readonly offset: number;
  readonly limit: number;
}

export interface DeliveryQueue {
  /** Queues the next attempt of a pending delivery for the time when it is due. */
  deliver(delivery: Delivery): Promise<void>;
}

/** An attempt of a delivery, counted from 1. If it was already made, there is nothing to do. */
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
      /** The header `Retry-After`. */
      readonly retryAfter: string | undefined;
      /** In lower case. By default none. */
      readonly headers?: Readonly<Record<string, string>>;
      /** The beginning of the response body. */
      readonly body: string;
    }
  /** The address policy does not allow requests to this URL. */
  | { readonly kind: "refused"; readonly message: string }
  /** There was no response; a retry may succeed. */
  | { readonly kind: "failed"; readonly message: string };

/** Sends requests to targets. Redirects are not followed. */
export interface WebhookSender {
  /** Why requests to the URL are not allowed; undefined if that is not known without a network request. */
  refusalOf(url: string): string | undefined;
  /** @throws the reason of `signal`; errors of the target are answers. */
  post(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
}

/** A settled job, as sent to a webhook. A failed job has no text. */
export interface SettledJob {
  readonly job: Job;
  readonly content: DocumentText;
  readonly pages: readonly PageOutcome[];
  /** Undefined if the webhook has the format `text`. */
  readonly rendition?: SentRendition | undefined;
  /** Undefined if the job was submitted without a schema. */
  readonly fields?: SentFields | undefined;
}

/** The fields of a document in a message, by part. The message says why there is no result. */
export type SentFields = readonly SentPart[];
export type SentPart = Pick<
  DocumentFields,
  "schema" | "part" | "pages" | "version" | "status" | "message" | "result"
>;

/** A rendition of a document in a message. */
export interface SentRendition {
  readonly format: Rendition;
  /** A text, or JSON for `tables`, `blocks` and `chunks`; null if it is not sent. */
  readonly content: unknown;
  /** Why it is not sent; "" if it is, or if the job failed. */
  readonly message: string;
}

/** A run that has ended, as sent to a notification's target. */
export interface EndedRun {
  readonly run: Run;
  readonly pipeline: Pipeline;
  readonly platform: NotificationPlatform;
}

/** The documented webhook messages, as JSON values. */
export interface WebhookMessages {
  test(): unknown;
  settled(result: SettledJob): unknown;
  ended(outcome: EndedRun): unknown;
}
