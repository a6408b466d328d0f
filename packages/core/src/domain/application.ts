import { createAccess, type Access } from "./access/access.ts";
import { createAccessTokens, type AccessTokens } from "./access/access-tokens.ts";
import { createMembers, type Members } from "./access/members.ts";
import { createSessions, type SessionRules, type Sessions } from "./access/sessions.ts";
import type { ConnectorCatalogue } from "./connectors/connector-ports.ts";
import { createConnectorKinds, type ConnectorKinds } from "./connectors/connector-kinds.ts";
import { createConnectors, type Connectors } from "./connectors/connectors.ts";
import { NO_CONNECTORS } from "./connectors/no-connectors.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import type { TextLifetime } from "./jobs/text-lifetime.ts";
import type { Mailer } from "./notices/mailer.ts";
import { createNotices, type Notices } from "./notices/notices.ts";
import { createOutcomeNotifications, type OutcomeNotifications } from "./notifications/notifications.ts";
import { createKeys, type Keys } from "./keys/keys.ts";
import { createPipelineKeys, type PipelineKeys } from "./pipelines/pipeline-keys.ts";
import { createPipelines, type Pipelines } from "./pipelines/pipelines.ts";
import { createOAuth, type OAuth } from "./oauth/oauth.ts";
import { createFreshSettings } from "./oauth/fresh-settings.ts";
import { NO_PROVIDERS } from "./oauth/no-providers.ts";
import type { OAuthClient } from "./oauth/oauth-ports.ts";
import type {
  Database,
  DocumentFetcher,
  Environment,
  ObjectStore,
  Subscriptions,
  TextExtractor,
} from "./ports.ts";
import { createRetention, type Retention } from "./retention/retention.ts";
import { createSharing, type Sharing } from "./sharing/sharing.ts";
import { createRuns, type Runs } from "./runs/runs.ts";
import { createUploads, type Uploads } from "./documents/uploads.ts";
import type { SecretBox } from "./secret-box.ts";
import { createUsage, type Usage } from "./usage/usage.ts";
import type { WebhookMessages, WebhookSender } from "./webhooks/webhook-ports.ts";
import { createWebhooks, type Webhooks } from "./webhooks/webhooks.ts";
import { createWorkflows, type Workflows } from "./workflows/workflows.ts";

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
  /** Absent where there are no connectors. */
  readonly catalogue?: ConnectorCatalogue | undefined;
  /** Absent where connectors have no OAuth. */
  readonly oauthClient?: OAuthClient | undefined;
  /** Absent where no e-mail is sent. */
  readonly mailer?: Mailer | undefined;
}

export interface ApplicationLimits {
  readonly maxUploadBytes: number;
  readonly textLifetime: TextLifetime;
  /** Seconds until each retry of a delivery to a webhook; as many retries as there are entries. */
  readonly webhookRetrySeconds: readonly number[];
  /** Slots of a schedule are at least so many seconds apart. Default: 1800. */
  readonly minimumScheduleSeconds?: number | undefined;
  /** Absent where nobody signs in. */
  readonly sessions?: SessionRules | undefined;
}

/** Every use case of Galley, for the edges to translate. */
export interface Application {
  readonly access: Access;
  readonly members: Members;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly sharing: Sharing;
  readonly notices: Notices;
  readonly connectorKinds: ConnectorKinds;
  readonly connectors: Connectors;
  readonly oauth: OAuth;
  readonly workflows: Workflows;
  readonly pipelines: Pipelines;
  readonly pipelineKeys: PipelineKeys;
  readonly uploads: Uploads;
  readonly jobs: Jobs;
  readonly runs: Runs;
  readonly outcomeNotifications: OutcomeNotifications;
  readonly retention: Retention;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly usage: Usage;
}

const MINIMUM_SCHEDULE_SECONDS = 1800;

export function createApplication(ports: ApplicationPorts, limits: ApplicationLimits): Application {
  const { catalogue = NO_CONNECTORS, oauthClient = NO_PROVIDERS } = ports;
  const { minimumScheduleSeconds = MINIMUM_SCHEDULE_SECONDS } = limits;
  const freshSettings = createFreshSettings({ ...ports, catalogue, oauthClient });
  const uploads = createUploads(ports, limits);
  const jobs = createJobs({ ...ports, textLifetime: limits.textLifetime }, uploads);
  return {
    access: createAccess(ports),
    members: createMembers(ports),
    accessTokens: createAccessTokens(ports),
    sessions: createSessions(ports, limits.sessions),
    sharing: createSharing(ports),
    notices: createNotices(ports),
    connectorKinds: createConnectorKinds({ ...ports, catalogue }),
    connectors: createConnectors({ ...ports, catalogue }),
    oauth: createOAuth({ ...ports, oauthClient, peopleSignIn: limits.sessions !== undefined }),
    workflows: createWorkflows({ ...ports, catalogue }),
    pipelines: createPipelines({ ...ports, catalogue, minimumScheduleSeconds }),
    pipelineKeys: createPipelineKeys(ports),
    uploads,
    jobs,
    runs: createRuns({ ...ports, catalogue, freshSettings, uploads, jobs }),
    outcomeNotifications: createOutcomeNotifications(ports),
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
