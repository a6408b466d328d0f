import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { isTextKept } from "../jobs/result/text-lifetime.ts";
import type { Delivery } from "./delivery.ts";
import type { WebhookPorts } from "./webhooks.ts";
import type { JobRecords } from "../jobs/job-ports.ts";
import type { Database } from "../ports.ts";
import type { NotificationRecords } from "../notifications/notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import { findDelivery } from "./find-deliveries.ts";
import type { DeliveryOutbox, WebhookRecords } from "./webhook-ports.ts";

/** Restarts a delivery with all retries. The message keeps its id, so targets can recognise it. */
export async function replayDelivery(
  {
    database,
    environment,
  }: Pick<WebhookPorts, "environment"> & {
    readonly database: Database<
      WebhookRecords & JobRecords & NotificationRecords & PipelineRecords & ShareRecords,
      DeliveryOutbox
    >;
  },
  caller: Caller,
  id: string,
): Promise<Delivery> {
  assertMay(caller, "manage webhooks");
  const found = await findDelivery(database.records, caller, id);
  return database.transaction(async (records) => {
    const job = found.jobId === null ? undefined : await records.jobs.lock(found.jobId);
    const delivery = await records.deliveries.lock(id);
    if (!delivery || (found.jobId !== null && !job)) throw unknown();
    if (delivery.state === "pending") throw new DomainError("CONFLICT", "The delivery is still pending.");
    const now = environment.now();
    if (job && job.status !== "failed" && !isTextKept(job, now)) {
      throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
    }
    const replayed: Delivery = {
      ...delivery,
      state: "pending",
      attemptsBefore: delivery.attemptsMade,
      nextAttemptAt: now,
      settledAt: null,
    };
    await records.deliveries.update(id, replayed);
    await records.queue.deliver(replayed);
    return replayed;
  });
}

function unknown(): DomainError {
  return new DomainError("NOT_FOUND", "Delivery not found.", { field: "id" });
}
