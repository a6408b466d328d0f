import type { Delivery, DeliveryState } from "../../../webhooks/delivery.ts";
import type { Webhook } from "../../../webhooks/webhook.ts";
import type {
  DeliveryStore,
  DeliveryTargets,
  WebhookAnswer,
  WebhookMessages,
  WebhookRequest,
  WebhookSender,
  WebhookStore,
} from "../../../webhooks/webhook-ports.ts";
import type { SecretBox } from "../../../ports.ts";

export function memoryWebhooks(table: () => Map<string, Webhook>): WebhookStore {
  const find = (organizationId: string, name: string): Webhook | undefined =>
    [...table().values()].find((one) => one.organizationId === organizationId && one.name === name);
  return {
    async insert(webhook) {
      if (find(webhook.organizationId, webhook.name)) return false;
      table().set(webhook.id, webhook);
      return true;
    },
    findByName: async (organizationId, name) => find(organizationId, name),
    list: async (organizationId) =>
      [...table().values()]
        .filter((one) => one.organizationId === organizationId)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async update(id, changes) {
      const webhook = table().get(id);
      if (webhook) table().set(id, { ...webhook, ...changes });
    },
    async remove(id) {
      table().delete(id);
    },
  };
}

export function memoryDeliveries(table: () => Map<string, Delivery>): DeliveryStore {
  return {
    async insert(delivery) {
      table().set(delivery.id, delivery);
    },
    find: async (id) => table().get(id),
    lock: async (id) => table().get(id),
    listOfJobs: async (jobIds) =>
      [...table().values()].filter(({ jobId }) => jobId !== null && jobIds.includes(jobId)),
    async listOfTargets({ targets, states, offset, limit }) {
      const keys = "webhookNames" in targets ? targets.webhookNames : targets.notificationIds;
      const newestFirst = [...table().values()].toSorted(
        (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
      );
      return keys.flatMap((key) =>
        newestFirst
          .filter((one) => isTo(one, targets, key) && hasState(one, states))
          .slice(offset, offset + limit),
      );
    },
    async countOfTargets({ targets, states }) {
      const keys = "webhookNames" in targets ? targets.webhookNames : targets.notificationIds;
      return [...table().values()].filter(
        (one) => keys.some((key) => isTo(one, targets, key)) && hasState(one, states),
      ).length;
    },
    async removeSettledBefore(before, limit) {
      const old = [...table().values()]
        .filter(({ settledAt }) => settledAt !== null && settledAt < before)
        .slice(0, limit);
      for (const { id } of old) table().delete(id);
      return old.length;
    },
    async update(id, changes) {
      const delivery = table().get(id);
      if (delivery) table().set(id, { ...delivery, ...changes });
    },
  };
}

function isTo(delivery: Delivery, targets: DeliveryTargets, key: string): boolean {
  if (delivery.organizationId !== targets.organizationId) return false;
  if ("notificationIds" in targets) return delivery.notificationId === key;
  return delivery.notificationId === null && delivery.webhookName === key;
}

function hasState({ state }: Delivery, states: readonly DeliveryState[]): boolean {
  return states.length === 0 || states.includes(state);
}

/**
 * Webhook ports for tests: targets with scripted answers, of which those below `.internal` are rejected, and a secret
 * box that does not encrypt.
 */
export interface MemoryWebhookPorts {
  readonly secrets: SecretBox;
  readonly webhookSender: WebhookSender;
  readonly webhookMessages: WebhookMessages;
  /** What was sent, oldest first. */
  readonly sent: readonly WebhookRequest[];
  /** Sets the answers to the next requests; later requests are answered with 200. */
  readonly willAnswer: (answers: readonly WebhookAnswer[]) => void;
}

const TAKEN: WebhookAnswer = { kind: "answered", status: 200, retryAfter: undefined, body: "" };

export function createMemoryWebhookPorts(): MemoryWebhookPorts {
  const sent: WebhookRequest[] = [];
  let script: WebhookAnswer[] = [];
  return {
    sent,
    willAnswer(answers) {
      script = [...answers];
    },
    secrets: glassBox,
    webhookSender: {
      refusalOf: (url) => (new URL(url).hostname.endsWith(".internal") ? "The URL is refused." : undefined),
      async post(request, signal) {
        signal.throwIfAborted();
        sent.push(request);
        return script.shift() ?? TAKEN;
      },
    },
    webhookMessages: {
      test: () => ({ kind: "test" }),
      ended: ({ run, pipeline, platform }) => ({ kind: run.status, name: pipeline.name, platform }),
      settled: ({ job, content, rendition }) => ({
        kind: job.status,
        id: job.id,
        text: content.text,
        metadata: job.webhookMetadata,
        rendition,
      }),
    },
  };
}

const glassBox: SecretBox = {
  seal: (plain, place) => JSON.stringify([plain, placeText(place)]),
  open(sealed, place) {
    const [plain, sealedFor]: unknown[] = JSON.parse(sealed);
    if (typeof plain !== "string" || sealedFor !== placeText(place))
      throw new Error("It was sealed elsewhere.");
    return plain;
  },
};

function placeText(place: Parameters<SecretBox["seal"]>[1]): string {
  return [place.organizationId, place.table, place.row, place.column].join(" ");
}
