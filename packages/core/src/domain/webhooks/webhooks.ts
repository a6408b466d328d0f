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
 * Every use case of webhooks. Callers reach only webhooks of their own organization. Calls that the policy does not
 * allow are `FORBIDDEN`.
 */
export interface Webhooks {
  /**
   * Sends a test message to the target, which must respond with status 200.
   *
   * @throws DomainError `BAD_INPUT`, `CONFLICT` if the name is taken.
   */
  register(caller: Caller, webhook: WebhookTarget & { readonly name: string }): Promise<Webhook>;
  /** Changes the given fields and tests the target like `register`. @throws DomainError `NOT_FOUND`, `BAD_INPUT`. */
  update(caller: Caller, webhook: Partial<WebhookTarget> & { readonly name: string }): Promise<Webhook>;
  /** @throws DomainError `NOT_FOUND`. */
  find(caller: Caller, name: string): Promise<Webhook>;
  /** Ordered by name. */
  list(caller: Caller): Promise<readonly Webhook[]>;
  /** Returns the deleted webhook; pending deliveries fail. @throws DomainError `NOT_FOUND`. */
  remove(caller: Caller, name: string): Promise<Webhook>;
  hasAuthToken(webhook: Webhook): boolean;
  /** In clear if the caller can change webhooks, otherwise `HIDDEN_SECRET`; "" if there is none. */
  authToken(caller: Caller, webhook: Webhook): string;
  /** In clear, in the format of Standard Webhooks: `whsec_…`. @throws DomainError `FORBIDDEN`. */
  signingSecret(caller: Caller, webhook: Webhook): string;
  /** @throws DomainError `NOT_FOUND`. */
  findDelivery(caller: Caller, id: string): Promise<Delivery>;
  /** Oldest first, for each of the jobs in their order. */
  deliveriesOfEach(jobs: readonly Job[]): Promise<readonly (readonly Delivery[])[]>;
  /** @throws DomainError `NOT_FOUND`, `CONFLICT` while it is pending, `ALREADY_DELIVERED` if the text is deleted. */
  replay(caller: Caller, deliveryId: string): Promise<Delivery>;
  /** For workers: makes an attempt, unless it was already made. Errors of the target do not throw. */
  deliver(task: DeliveryTask, signal: AbortSignal): Promise<void>;
  /** Fails a delivery whose attempt could not be made within all retries. */
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
  /** Seconds between attempts; the number of entries is the number of retries. */
  readonly retrySeconds: readonly number[];
}
