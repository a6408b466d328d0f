import type { Caller } from "../access/caller.ts";
import { assertMay, may } from "../access/policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import { deliver, giveUpDelivery } from "./deliver.ts";
import type { Delivery } from "./delivery.ts";
import {
  authTokenOf,
  findWebhook,
  registerWebhook,
  removeWebhook,
  signingSecretOf,
  updateWebhook,
} from "./manage-webhooks.ts";
import { replayDelivery } from "./replay-delivery.ts";
import type { Webhooks, WebhookPorts } from "./webhooks.ts";
import type { WebhookRecords } from "./webhook-ports.ts";

export function createWebhooks(ports: WebhookPorts): Webhooks {
  const { records } = ports.database;
  return {
    register: (caller, webhook) => registerWebhook(ports, caller, webhook),
    update: (caller, webhook) => updateWebhook(ports, caller, webhook),
    find: (caller, name) => findWebhook(ports, caller, name),
    list: ({ organizationId }) => records.webhooks.list(organizationId),
    remove: (caller, name) => removeWebhook(ports, caller, name),
    hasAuthToken: (webhook) => authTokenOf(ports, webhook) !== "",
    authToken(caller, webhook) {
      const token = authTokenOf(ports, webhook);
      return token === "" || may(caller, "manage webhooks") ? token : HIDDEN_SECRET;
    },
    signingSecret(caller, webhook) {
      assertMay(caller, "manage webhooks");
      return signingSecretOf(ports, webhook);
    },
    findDelivery: (caller, id) => findDelivery(records, caller, id),
    deliveriesOfEach: (jobs) => deliveriesOfEach(records, jobs),
    replay: (caller, deliveryId) => replayDelivery(ports, caller, deliveryId),
    deliver: (task, signal) => deliver(ports, task, signal),
    giveUp: (task) => giveUpDelivery(ports, task),
  };
}

async function findDelivery(
  { deliveries }: Pick<WebhookRecords, "deliveries">,
  { organizationId }: Caller,
  id: string,
): Promise<Delivery> {
  const delivery = await deliveries.find(id);
  if (delivery?.organizationId === organizationId) return delivery;
  throw new DomainError("NOT_FOUND", "Delivery not found.", { field: "id" });
}

async function deliveriesOfEach(
  { deliveries }: Pick<WebhookRecords, "deliveries">,
  jobs: readonly Job[],
): Promise<readonly (readonly Delivery[])[]> {
  const found = await deliveries.listOfJobs(jobs.map(({ id }) => id));
  return jobs.map(({ id }) => found.filter(({ jobId }) => jobId === id));
}
