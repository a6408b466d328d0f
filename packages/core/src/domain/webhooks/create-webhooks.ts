import { assertMay, may } from "../access/model/policy.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import { deliver, giveUpDelivery } from "./deliver.ts";
import { deliveriesOfEach, deliveriesTo, findDelivery, targetsOf } from "./find-deliveries.ts";
import {
  authTokenOf,
  findWebhook,
  registerWebhook,
  removeWebhook,
  rotateSigningSecret,
  sendTestMessage,
  signingSecretOf,
  updateWebhook,
} from "./manage-webhooks.ts";
import { replayDelivery } from "./replay-delivery.ts";
import type { Webhooks, WebhookPorts } from "./webhooks.ts";

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
    rotateSigningSecret: (caller, name) => rotateSigningSecret(ports, caller, name),
    sendTestMessage: (caller, name) => sendTestMessage(ports, caller, name),
    findDelivery: (caller, id) => findDelivery(records, caller, id),
    deliveriesOfEach: (jobs) => deliveriesOfEach(records, jobs),
    deliveriesTo: (targets, part) => deliveriesTo(records, targets, part),
    countDeliveriesTo: (target, states) =>
      records.deliveries.countOfTargets({ targets: targetsOf([target]), states }),
    replay: (caller, deliveryId) => replayDelivery(ports, caller, deliveryId),
    deliver: (task, signal) => deliver(ports, task, signal),
    giveUp: (task) => giveUpDelivery(ports, task),
  };
}
