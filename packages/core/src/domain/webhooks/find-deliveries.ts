import type { Caller } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import type { NotificationRecords } from "../notifications/notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import { standingsIn } from "../sharing/record-access.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { Delivery } from "./delivery.ts";
import type { DeliveryQuery, WebhookRecords } from "./webhook-ports.ts";
import type { DeliveryTarget } from "./webhooks.ts";

type Records = WebhookRecords & NotificationRecords & PipelineRecords & ShareRecords;

/** See `Webhooks.findDelivery`. */
export async function findDelivery(records: Records, caller: Caller, id: string): Promise<Delivery> {
  const delivery = await records.deliveries.find(id);
  if (delivery?.organizationId === caller.organizationId && (await isShown(records, caller, delivery))) {
    return delivery;
  }
  throw new DomainError("NOT_FOUND", "Delivery not found.", { field: "id" });
}

async function isShown(records: Records, caller: Caller, { notificationId }: Delivery): Promise<boolean> {
  if (notificationId === null) return true;
  if (caller.kind === "extraction_key") return false;
  const notification = await records.outcomeNotifications.find(notificationId);
  const pipeline = notification && (await records.pipelines.find(notification.pipelineId));
  if (!pipeline) return false;
  const [standing] = await standingsIn(records, caller, { kind: "pipeline", records: [pipeline] });
  return standing === "owner";
}

/** The deliveries of each job, in one query. */
export async function deliveriesOfEach(
  { deliveries }: Pick<WebhookRecords, "deliveries">,
  jobs: readonly Job[],
): Promise<readonly (readonly Delivery[])[]> {
  const found = await deliveries.listOfJobs(jobs.map(({ id }) => id));
  return jobs.map(({ id }) => found.filter(({ jobId }) => jobId === id));
}

/** One query for webhooks and one for notifications; all targets belong to one organization. */
export async function deliveriesTo(
  { deliveries }: Pick<WebhookRecords, "deliveries">,
  targets: readonly DeliveryTarget[],
  part: Pick<DeliveryQuery, "states" | "offset" | "limit">,
): Promise<readonly (readonly Delivery[])[]> {
  const queries = [
    targets.filter(({ kind }) => kind === "webhook"),
    targets.filter(({ kind }) => kind === "notification"),
  ].filter((some) => some.length > 0);
  const found = await Promise.all(
    queries.map((some) => deliveries.listOfTargets({ ...part, targets: targetsOf(some) })),
  );
  return targets.map((target) => found.flat().filter((delivery) => isTo(delivery, target)));
}

function isTo({ webhookName, notificationId }: Delivery, target: DeliveryTarget): boolean {
  return target.kind === "webhook"
    ? notificationId === null && webhookName === target.name
    : notificationId === target.id;
}

/** Targets of one kind. */
export function targetsOf(targets: readonly DeliveryTarget[]): DeliveryQuery["targets"] {
  const organizationId = targets[0]?.organizationId ?? "";
  const notificationIds = targets.flatMap((one) => (one.kind === "notification" ? one.id : []));
  if (notificationIds.length > 0) return { organizationId, notificationIds };
  return { organizationId, webhookNames: targets.flatMap((one) => (one.kind === "webhook" ? one.name : [])) };
}
