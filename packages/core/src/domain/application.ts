import { createAccess, type Access } from "./access/access.ts";
import { createAccessTokens, type AccessTokens } from "./access/tokens/access-tokens.ts";
import { createMembers, type Members } from "./access/people/members.ts";
import { createSessions, type SessionRules, type Sessions } from "./access/sessions/sessions.ts";
import type { ConnectorCatalogue } from "./connectors/connector-ports.ts";
import { createConnectorKinds, type ConnectorKinds } from "./connectors/connector-kinds.ts";
import { createConnectors } from "./connectors/create-connectors.ts";
import { createStoreExplorer, type StoreExplorer } from "./connectors/explore.ts";
import type { Connectors } from "./connectors/connectors.ts";
import { NO_CONNECTORS } from "./connectors/no-connectors.ts";
import { createCorrections, type Corrections } from "./jobs/corrections/corrections.ts";
import { createFields } from "./fields/create-fields.ts";
import { assertSplittable } from "./fields/document-parts.ts";
import type { Fields } from "./fields/fields.ts";
import type { FieldsRecords } from "./fields/reading-ports.ts";
import type { FieldsReader } from "./fields/fields-ports.ts";
import { findSchema } from "./fields/manage-schemas.ts";
import { NO_FIELDS_READER } from "./fields/no-fields-reader.ts";
import { createJobs } from "./jobs/create-jobs.ts";
import type { Explainer, FreeReaders, JobPorts, Jobs } from "./jobs/jobs.ts";
import type { StructureReader } from "./jobs/result/structure-reader.ts";
import type { TextLifetime } from "./jobs/result/text-lifetime.ts";
import type { Mailer } from "./notices/mailer.ts";
import { createNotices, type Notices } from "./notices/notices.ts";
import { createOutcomeNotifications, type OutcomeNotifications } from "./notifications/notifications.ts";
import { createKeys, type Keys } from "./keys/keys.ts";
import { createPipelineKeys, type PipelineKeys } from "./pipelines/pipeline-keys.ts";
import { createPipelines } from "./pipelines/create-pipelines.ts";
import type { Pipelines } from "./pipelines/pipelines.ts";
import { createOAuth, type OAuth } from "./oauth/oauth.ts";
import { createFreshSettings } from "./oauth/fresh-settings.ts";
import { NO_PROVIDERS } from "./oauth/no-providers.ts";
import type { OAuthClient, OAuthRecords } from "./oauth/oauth-ports.ts";
import type { Database, Environment, ObjectStore, SecretBox } from "./ports.ts";
import type { KeyRecords } from "./access/model/key-ports.ts";
import type { OrganizationRecords } from "./access/model/organization-ports.ts";
import type { SessionRecords, TokenRecords } from "./access/model/token-ports.ts";
import type { UserRecords } from "./access/model/user-ports.ts";
import type { ConnectorRecords } from "./connectors/connector-store.ts";
import type { DocumentFetcher } from "./documents/document-fetcher.ts";
import type { UploadRecords } from "./documents/upload-ports.ts";
import type { JobOutbox, JobRecords, JobSubscriptions } from "./jobs/job-ports.ts";
import type { TextExtractor } from "./jobs/work/text-extractor.ts";
import type { NoticeOutbox, NoticeRecords, NoticeSubscriptions } from "./notices/notice-ports.ts";
import type { NotificationRecords } from "./notifications/notification-ports.ts";
import type { PipelineRecords } from "./pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords, RunSubscriptions } from "./runs/run-ports.ts";
import type { ScheduleRecords } from "./schedules/schedule-ports.ts";
import type { ShareRecords } from "./sharing/share-ports.ts";
import type { WorkflowRecords } from "./workflows/workflow-ports.ts";
import { createAdmission } from "./limits/admission.ts";
import type { LimitRecords } from "./limits/limit-ports.ts";
import { createLimits, type Limits } from "./limits/limits.ts";
import { UNLIMITED, type OrganizationLimits } from "./limits/organization-limits.ts";
import { createRetention, type Retention } from "./retention/retention.ts";
import type { InvitationRecords } from "./invitations/invitation.ts";
import { createInvitations, type Invitations } from "./invitations/invitations.ts";
import { NO_PASSKEYS } from "./passkeys/no-passkeys.ts";
import type { PasskeyRecords } from "./passkeys/passkey.ts";
import type { PasskeyCeremonies } from "./passkeys/passkey-ceremonies.ts";
import { createPasskeys, type Passkeys } from "./passkeys/passkeys.ts";
import type { SignInLinkRecords } from "./sign-in/sign-in-link.ts";
import { createSignIns, type SignIns } from "./sign-in/sign-ins.ts";
import { createSharing, type Sharing } from "./sharing/sharing.ts";
import { createRuns } from "./runs/create-runs.ts";
import type { Runs } from "./runs/runs.ts";
import { createUploads, type UploadLimits, type Uploads } from "./documents/uploads.ts";
import { createSystem, type System, type SystemReader } from "./system/system.ts";
import { createUsage, type Usage } from "./usage/usage.ts";
import type {
  DeliveryOutbox,
  WebhookMessages,
  WebhookRecords,
  WebhookSender,
} from "./webhooks/webhook-ports.ts";
import { createWebhooks } from "./webhooks/create-webhooks.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";
import { createContents, type Contents, type ContentsIndex } from "./contents/contents.ts";
import { createWorkflows } from "./workflows/create-workflows.ts";
import { createInputChecks, type CheckLanguages, type InputChecks } from "./workflows/input-checks.ts";
import type { Workflows } from "./workflows/workflows.ts";

/** All records. A use case names only those that it reads or writes. */
export type Records = OrganizationRecords &
  UserRecords &
  KeyRecords &
  TokenRecords &
  SessionRecords &
  SignInLinkRecords &
  InvitationRecords &
  PasskeyRecords &
  ShareRecords &
  NoticeRecords &
  ConnectorRecords &
  OAuthRecords &
  WorkflowRecords &
  PipelineRecords &
  ScheduleRecords &
  RunRecords &
  NotificationRecords &
  UploadRecords &
  JobRecords &
  FieldsRecords &
  WebhookRecords &
  LimitRecords;

/** Queue entries and announcements, sent when a transaction commits. */
export type Outbox = JobOutbox & RunOutbox & DeliveryOutbox & NoticeOutbox;

export type Queue = Outbox["queue"];
export type Announcements = Outbox["announcements"];
export type ApplicationDatabase = Database<Records, Outbox>;

/** Subscribes to announcements from any replica. */
export type Subscriptions = JobSubscriptions & RunSubscriptions & NoticeSubscriptions;

/** What the application needs from its environment. */
export interface ApplicationPorts extends FreeReaders, Explainer {
  readonly database: ApplicationDatabase;
  readonly subscriptions: Subscriptions;
  readonly objects: ObjectStore;
  readonly fetcher: DocumentFetcher;
  readonly extractor: TextExtractor;
  readonly structures: StructureReader;
  /** Default: no fields are read. */
  readonly fieldsReader?: FieldsReader | undefined;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly webhookSender: WebhookSender;
  readonly webhookMessages: WebhookMessages;
  /** Default: no connectors. */
  readonly catalogue?: ConnectorCatalogue | undefined;
  /** Default: no OAuth for connectors. */
  readonly oauthClient?: OAuthClient | undefined;
  /** Default: no passkey is accepted. */
  readonly ceremonies?: PasskeyCeremonies | undefined;
  /** Default: the texts of all documents cannot be searched. */
  readonly contentsIndex?: ContentsIndex | undefined;
  /** Default: `system` cannot be opened. */
  readonly systemReader?: SystemReader | undefined;
  /** Default: no language is checked before a document is read. */
  readonly checkLanguages?: CheckLanguages | undefined;
  /** Default: no e-mail is sent. */
  readonly mailer?: Mailer | undefined;
  /** Receives the error of an invitation that could not be sent. */
  readonly mailFailed?: ((error: unknown) => void) | undefined;
}

export interface ApplicationLimits extends UploadLimits {
  readonly textLifetime: TextLifetime;
  /** Seconds before each retry of a webhook delivery; the number of entries is the number of retries. */
  readonly webhookRetrySeconds: readonly number[];
  /** The minimum interval between slots of a schedule. Default: 1800. */
  readonly minimumScheduleSeconds?: number | undefined;
  /** The limits of organizations without limits of their own. Default: none. */
  readonly defaultLimits?: OrganizationLimits | undefined;
  /** The name of the organization whose managers set limits. Default: the only organization. */
  readonly operator?: string | undefined;
  /** Default: sessions of 12 hours that end after 4 hours without a request, and no identity provider. */
  readonly sessions?: SessionRules | undefined;
}

/** Every use case of Galley; the APIs translate to and from it. */
export interface Application {
  readonly access: Access;
  readonly members: Members;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly invitations: Invitations;
  readonly passkeys: Passkeys;
  readonly sharing: Sharing;
  readonly notices: Notices;
  readonly connectorKinds: ConnectorKinds;
  readonly connectors: Connectors;
  readonly explorer: StoreExplorer;
  readonly oauth: OAuth;
  readonly workflows: Workflows;
  readonly inputChecks: InputChecks;
  readonly pipelines: Pipelines;
  readonly pipelineKeys: PipelineKeys;
  readonly uploads: Uploads;
  readonly jobs: Jobs;
  readonly contents: Contents;
  readonly corrections: Corrections;
  readonly fields: Fields;
  readonly runs: Runs;
  readonly outcomeNotifications: OutcomeNotifications;
  readonly retention: Retention;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly usage: Usage;
  readonly limits: Limits;
  readonly system: System;
}

const MINIMUM_SCHEDULE_SECONDS = 1800;
const DEFAULT_SESSIONS: SessionRules = {
  sessionSeconds: 12 * 60 * 60,
  idleSeconds: 4 * 60 * 60,
  identities: undefined,
};

export function createApplication(outside: ApplicationPorts, limits: ApplicationLimits): Application {
  const { catalogue = NO_CONNECTORS, oauthClient = NO_PROVIDERS, ceremonies = NO_PASSKEYS } = outside;
  const { fieldsReader = NO_FIELDS_READER } = outside;
  const { minimumScheduleSeconds = MINIMUM_SCHEDULE_SECONDS, defaultLimits = UNLIMITED } = limits;
  const admission = createAdmission({ ...outside, defaultLimits });
  const ports = { ...outside, admission, catalogue, fieldsReader };
  const freshSettings = createFreshSettings({ ...ports, oauthClient });
  const { sessions = DEFAULT_SESSIONS } = limits;
  const sessionPorts = { ...ports, sessionIdleSeconds: sessions.idleSeconds };
  const uploads = createUploads(ports, limits);
  const assertSchema: JobPorts["assertSchema"] = async (viewer, { schema, split }) => {
    const { definition } = await findSchema(ports, viewer, schema);
    if (split === true) assertSplittable(definition);
  };
  const jobs = createJobs({ ...ports, assertSchema, textLifetime: limits.textLifetime }, uploads);
  return {
    access: createAccess(sessionPorts),
    members: createMembers(ports),
    accessTokens: createAccessTokens(ports),
    sessions: createSessions(sessionPorts, sessions),
    invitations: createInvitations({ ...ports, sessionSeconds: sessions.sessionSeconds }),
    passkeys: createPasskeys({ ...ports, ceremonies, sessionSeconds: sessions.sessionSeconds }),
    signIns: createSignIns({ ...ports, sessionSeconds: sessions.sessionSeconds }),
    sharing: createSharing(ports),
    notices: createNotices(ports),
    connectorKinds: createConnectorKinds(ports),
    connectors: createConnectors(ports),
    explorer: createStoreExplorer({ ...ports, freshSettings, jobs }),
    oauth: createOAuth({ ...sessionPorts, oauthClient, peopleSignIn: sessions.identities !== undefined }),
    workflows: createWorkflows(ports),
    inputChecks: createInputChecks(ports, ports.checkLanguages),
    pipelines: createPipelines({ ...ports, minimumScheduleSeconds }),
    pipelineKeys: createPipelineKeys(ports),
    uploads,
    jobs,
    contents: createContents(ports.contentsIndex, ports),
    corrections: createCorrections(ports),
    fields: createFields({ ...ports, jobs }),
    runs: createRuns({ ...ports, freshSettings, uploads, jobs, textLifetime: limits.textLifetime }),
    outcomeNotifications: createOutcomeNotifications(ports),
    retention: createRetention(ports),
    webhooks: createWebhooks({
      ...ports,
      jobs,
      sender: ports.webhookSender,
      messages: ports.webhookMessages,
      retrySeconds: limits.webhookRetrySeconds,
    }),
    keys: createKeys(ports),
    usage: createUsage(ports),
    limits: createLimits({ ...ports, defaultLimits, operator: limits.operator }),
    system: createSystem(ports.systemReader),
  };
}
