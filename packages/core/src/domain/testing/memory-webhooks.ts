import type { Delivery } from "../webhooks/delivery.ts";
import type { Webhook } from "../webhooks/webhook.ts";
import type {
  DeliveryStore,
  WebhookAnswer,
  WebhookMessages,
  WebhookRequest,
  WebhookSender,
  WebhookStore,
} from "../webhooks/webhook-ports.ts";
import type { SecretBox } from "../ports.ts";

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
    async update(id, changes) {
      const delivery = table().get(id);
      if (delivery) table().set(id, { ...delivery, ...changes });
    },
  };
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
      settled: ({ job, text }) => ({ kind: job.status, id: job.id, text, metadata: job.webhookMetadata }),
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
