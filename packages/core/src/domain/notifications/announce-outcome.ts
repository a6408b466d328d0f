import type { Environment, Transaction } from "../ports.ts";
import type { NotificationRecords } from "./notification-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../webhooks/webhook-ports.ts";
import type { Run } from "../runs/run.ts";
import type { Delivery } from "../webhooks/delivery.ts";

/** Puts word of a run that has just ended on its way to whoever wants to hear of it. */
export async function announceOutcome(
  {
    outcomeNotifications,
    deliveries,
    queue,
  }: Transaction<NotificationRecords & WebhookRecords, DeliveryOutbox>,
  environment: Environment,
  run: Run,
): Promise<void> {
  for (const { id, active, failuresOnly } of await outcomeNotifications.listOfPipeline(run.pipelineId)) {
    if (!active || (failuresOnly && run.status === "completed")) continue;
    const now = environment.now();
    const delivery: Delivery = {
      id: environment.uuid(),
      organizationId: run.organizationId,
      jobId: null,
      webhookName: "",
      runId: run.id,
      notificationId: id,
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
  }
}
