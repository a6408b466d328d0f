import { createAccess, type Access } from "./access/access.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import type { TextLifetime } from "./jobs/text-lifetime.ts";
import { createKeys, type Keys } from "./keys/keys.ts";
import type {
  Database,
  DocumentFetcher,
  Environment,
  ObjectStore,
  Subscriptions,
  TextExtractor,
} from "./ports.ts";
import { createRetention, type Retention } from "./retention/retention.ts";
import { createUploads, type Uploads } from "./documents/uploads.ts";
import type { SecretBox } from "./secret-box.ts";
import { createUsage, type Usage } from "./usage/usage.ts";
import type { WebhookMessages, WebhookSender } from "./webhooks/webhook-ports.ts";
import { createWebhooks, type Webhooks } from "./webhooks/webhooks.ts";

/** What the application stands on. */
export interface ApplicationPorts {
  readonly database: Database;
  readonly subscriptions: Subscriptions;
  readonly objects: ObjectStore;
  readonly fetcher: DocumentFetcher;
  readonly extractor: TextExtractor;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly webhookSender: WebhookSender;
  readonly webhookMessages: WebhookMessages;
}

export interface ApplicationLimits {
  readonly maxUploadBytes: number;
  readonly textLifetime: TextLifetime;
  /** Seconds until each retry of a delivery to a webhook; as many retries as there are entries. */
  readonly webhookRetrySeconds: readonly number[];
}

/** Every use case of Galley, for the edges to translate. */
export interface Application {
  readonly access: Access;
  readonly uploads: Uploads;
  readonly jobs: Jobs;
  readonly retention: Retention;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly usage: Usage;
}

export function createApplication(ports: ApplicationPorts, limits: ApplicationLimits): Application {
  const uploads = createUploads(ports, limits);
  return {
    access: createAccess(ports),
    uploads,
    jobs: createJobs({ ...ports, textLifetime: limits.textLifetime }, uploads),
    retention: createRetention(ports),
    webhooks: createWebhooks({
      ...ports,
      sender: ports.webhookSender,
      messages: ports.webhookMessages,
      retrySeconds: limits.webhookRetrySeconds,
    }),
    keys: createKeys(ports),
    usage: createUsage(ports),
  };
}
