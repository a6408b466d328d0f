import type { Caller } from "../access/caller.ts";
import type { Job } from "../jobs/job.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { JobRecords } from "../jobs/job-ports.ts";
import type { NotificationRecords } from "../notifications/notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunRecords } from "../runs/run-ports.ts";
import type { Delivery } from "./delivery.ts";
import type { Webhook, WebhookTarget } from "./webhook.ts";
import type {
  DeliveryOutbox,
  DeliveryTask,
  WebhookMessages,
  WebhookRecords,
  WebhookSender,
} from "./webhook-ports.ts";

/**
 * Every use case of webhooks. A caller reaches those of their own organization only. What the policy does not let a
 * caller do is `FORBIDDEN`.
 */
export interface Webhooks {
  /**
   * Sends a test message to the target, which must answer with status 200.
   *
   * @throws DomainError `BAD_INPUT`, `CONFLICT` when the name is taken.
   */
  register(caller: Caller, webhook: WebhookTarget & { readonly name: string }): Promise<Webhook>;
  /** Changes what is given, tests the target as `register` does. @throws DomainError `NOT_FOUND`, `BAD_INPUT`. */
  update(caller: Caller, webhook: Partial<WebhookTarget> & { readonly name: string }): Promise<Webhook>;
  /** @throws DomainError `NOT_FOUND`. */
  find(caller: Caller, name: string): Promise<Webhook>;
  /** By name. */
  list(caller: Caller): Promise<readonly Webhook[]>;
  /** Answers what was removed. What is on its way to it is given up. @throws DomainError `NOT_FOUND`. */
  remove(caller: Caller, name: string): Promise<Webhook>;
  hasAuthToken(webhook: Webhook): boolean;
  /** In clear to those who may change webhooks, `HIDDEN_SECRET` to others; "" if there is none. */
  authToken(caller: Caller, webhook: Webhook): string;
  /** In clear, as Standard Webhooks write it: `whsec_…`. @throws DomainError `FORBIDDEN`. */
  signingSecret(caller: Caller, webhook: Webhook): string;
  /** @throws DomainError `NOT_FOUND`. */
  findDelivery(caller: Caller, id: string): Promise<Delivery>;
  /** Oldest first, for each of the jobs in their order. */
  deliveriesOfEach(jobs: readonly Job[]): Promise<readonly (readonly Delivery[])[]>;
  /** @throws DomainError `NOT_FOUND`, `CONFLICT` while it is under way, `ALREADY_DELIVERED` when the text is gone. */
  replay(caller: Caller, deliveryId: string): Promise<Delivery>;
  /** Makes an attempt, as a worker does, unless it was made. What the target does is no error. */
  deliver(task: DeliveryTask, signal: AbortSignal): Promise<void>;
  /** Ends a delivery whose attempt could not be made, however often it was tried. */
  giveUp(task: DeliveryTask): Promise<void>;
}

export interface WebhookPorts {
  readonly database: Database<
    WebhookRecords & NotificationRecords & JobRecords & RunRecords & PipelineRecords,
    DeliveryOutbox
  >;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly sender: WebhookSender;
  readonly messages: WebhookMessages;
  /** Seconds between attempts; as many retries as there are entries. */
  readonly retrySeconds: readonly number[];
}
