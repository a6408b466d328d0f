import type { Job } from "../jobs/job.ts";
import type { Environment, Transaction } from "../ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "./webhook-ports.ts";
import type { Delivery } from "./delivery.ts";

/** Queues the delivery of a settled job's result to its webhook, if it has one. */
export async function queueDelivery(
  records: Transaction<WebhookRecords, DeliveryOutbox>,
  environment: Environment,
  job: Job,
): Promise<void> {
  if (job.webhookName === null) return;
  const { organizationId, id: jobId, webhookName } = job;
  await queueNewDelivery(records, environment, {
    organizationId,
    jobId,
    webhookName,
    runId: null,
    notificationId: null,
  });
}

/** Stores a delivery and queues its first attempt. */
export async function queueNewDelivery(
  { deliveries, queue }: Transaction<WebhookRecords, DeliveryOutbox>,
  environment: Environment,
  facts: Pick<Delivery, "organizationId" | "jobId" | "webhookName" | "runId" | "notificationId">,
): Promise<Delivery> {
  const now = environment.now();
  const delivery: Delivery = {
    ...facts,
    id: environment.uuid(),
    state: "pending",
    attempts: [],
    attemptsMade: 0,
    attemptsBefore: 0,
    nextAttemptAt: now,
    createdAt: now,
    settledAt: null,
  };
  await deliveries.insert(delivery);
  await queue.deliver(delivery);
  return delivery;
}

/** Whether a delivery of the job's text is pending. The job must be locked. */
export async function isDeliveryPending(
  { deliveries }: Transaction<WebhookRecords>,
  jobId: string,
): Promise<boolean> {
  const ofJob = await deliveries.listOfJobs([jobId]);
  return ofJob.some(({ state }) => state === "pending");
}
