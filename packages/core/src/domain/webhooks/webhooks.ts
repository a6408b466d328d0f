import type { Caller } from "../access/model/caller.ts";
import type { FieldsRecords } from "../fields/reading-ports.ts";
import type { ReadingPorts } from "../fields/reading-ports.ts";
import type { Job } from "../jobs/job.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { JobOutbox, JobRecords } from "../jobs/job-ports.ts";
import type { StructureReader } from "../jobs/result/structure-reader.ts";
import type { NotificationRecords } from "../notifications/notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords } from "../runs/run-ports.ts";
import type { OutcomeNotification } from "../notifications/outcome-notification.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { Delivery, DeliveryState } from "./delivery.ts";
import type { Webhook, WebhookFormat, WebhookTarget } from "./webhook.ts";
import type {
  DeliveryOutbox,
  DeliveryQuery,
  DeliveryTask,
  WebhookMessages,
  WebhookRecords,
  WebhookSender,
} from "./webhook-ports.ts";

export interface NewWebhook extends WebhookTarget {
  readonly name: string;
  /** Default: `text`. */
  readonly format?: WebhookFormat | undefined;
}

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
  register(caller: Caller, webhook: NewWebhook): Promise<Webhook>;
  /** Changes the given fields and tests the target like `register`. @throws DomainError `NOT_FOUND`, `BAD_INPUT`. */
  update(caller: Caller, webhook: Partial<NewWebhook> & Pick<NewWebhook, "name">): Promise<Webhook>;
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
  /** Replaces the signing secret at once and returns the new one. @throws DomainError `NOT_FOUND`. */
  rotateSigningSecret(
    caller: Caller,
    name: string,
  ): Promise<{ readonly webhook: Webhook; readonly signingSecret: string }>;
  /** Queues a test message. It is not retried. @throws DomainError `NOT_FOUND`. */
  sendTestMessage(caller: Caller, name: string): Promise<Delivery>;
  /**
   * A delivery of the caller's organization. Outcomes of runs are seen only by members who manage the pipeline.
   *
   * @throws DomainError `NOT_FOUND`.
   */
  findDelivery(caller: Caller, id: string): Promise<Delivery>;
  /** Oldest first, for each of the jobs in their order. */
  deliveriesOfEach(jobs: readonly Job[]): Promise<readonly (readonly Delivery[])[]>;
  /** The deliveries to each target that the caller was shown, newest first, in the order of the targets. */
  deliveriesTo(
    targets: readonly DeliveryTarget[],
    part: Pick<DeliveryQuery, "states" | "offset" | "limit">,
  ): Promise<readonly (readonly Delivery[])[]>;
  countDeliveriesTo(target: DeliveryTarget, states: readonly DeliveryState[]): Promise<number>;
  /** @throws DomainError `NOT_FOUND`, `CONFLICT` while it is pending, `ALREADY_DELIVERED` if the text is deleted. */
  replay(caller: Caller, deliveryId: string): Promise<Delivery>;
  /** For workers: makes an attempt, unless it was already made. Errors of the target do not throw. */
  deliver(task: DeliveryTask, signal: AbortSignal): Promise<void>;
  /** Fails a delivery whose attempt could not be made within all retries. */
  giveUp(task: DeliveryTask): Promise<void>;
}

/** A webhook, or a notification of the outcome of runs. */
export type DeliveryTarget =
  | ({ readonly kind: "webhook" } & Pick<Webhook, "organizationId" | "name">)
  | ({ readonly kind: "notification" } & Pick<OutcomeNotification, "organizationId" | "id">);

export interface WebhookPorts extends Pick<ReadingPorts, "fieldsReader" | "jobs" | "objects"> {
  readonly database: Database<
    WebhookRecords &
      NotificationRecords &
      JobRecords &
      FieldsRecords &
      RunRecords &
      PipelineRecords &
      ShareRecords,
    DeliveryOutbox & JobOutbox & RunOutbox
  >;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly structures: StructureReader;
  readonly sender: WebhookSender;
  readonly messages: WebhookMessages;
  /** Seconds between attempts; the number of entries is the number of retries. */
  readonly retrySeconds: readonly number[];
}
