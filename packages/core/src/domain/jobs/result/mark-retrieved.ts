import type { Transaction } from "../../ports.ts";
import { isDeliveryPending } from "../../webhooks/queue-delivery.ts";
import type { WebhookRecords } from "../../webhooks/webhook-ports.ts";
import { changeStatus } from "../change-status.ts";
import type { Job } from "../job.ts";
import type { JobOutbox, JobRecords } from "../job-ports.ts";
import { deleteText, secondsAfter, type TextLifetime } from "./text-lifetime.ts";

/**
 * Marks the text of a locked job as retrieved. Unless texts are kept until they expire, it is deleted as soon as it
 * cannot be retrieved again and no webhook waits for it.
 */
export async function markRetrieved(
  records: Transaction<JobRecords & WebhookRecords, JobOutbox>,
  job: Job,
  { now, againSeconds, keepText }: { now: Date; againSeconds: number } & Pick<TextLifetime, "keepText">,
): Promise<Job> {
  const retrievableUntil = secondsAfter(now, againSeconds);
  const staysUntil = keepText === "until_expiry" ? job.textExpiresAt : null;
  const textExpiresAt = staysUntil && staysUntil > retrievableUntil ? staysUntil : retrievableUntil;
  const changes = { retrievedAt: now, retrievableUntil, textExpiresAt };
  const retrieved = await changeStatus(records, job, "retrieved", changes);
  if (now < textExpiresAt || (await isDeliveryPending(records, job.id))) return retrieved;
  await deleteText(records, job);
  return { ...retrieved, textExpiresAt: null };
}
