import type { Environment, Transaction } from "../ports.ts";
import type { NotificationRecords } from "./notification-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../webhooks/webhook-ports.ts";
import type { Run } from "../runs/run.ts";
import { queueNewDelivery } from "../webhooks/queue-delivery.ts";

/** Queues the notifications about a run that has just ended. */
export async function announceOutcome(
  records: Transaction<NotificationRecords & WebhookRecords, DeliveryOutbox>,
  environment: Environment,
  run: Run,
): Promise<void> {
  for (const { id, active, failuresOnly } of await records.outcomeNotifications.listOfPipeline(
    run.pipelineId,
  )) {
    if (!active || (failuresOnly && run.status === "completed")) continue;
    await queueNewDelivery(records, environment, {
      organizationId: run.organizationId,
      jobId: null,
      webhookName: "",
      runId: run.id,
      notificationId: id,
    });
  }
}
