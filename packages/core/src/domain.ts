export {
  createApplication,
  type Announcements,
  type Application,
  type ApplicationDatabase,
  type ApplicationLimits,
  type ApplicationPorts,
  type Queue,
  type Records,
  type Subscriptions,
} from "./domain/application.ts";
export {
  createContents,
  type ContentHit,
  type Contents,
  type ContentsIndex,
} from "./domain/contents/contents.ts";
export type { TermPart } from "./domain/contents/search-term.ts";
export { wordsOf } from "./domain/contents/words.ts";
export { DOMAIN_ERROR_CODES, DomainError, type DomainErrorCode } from "./domain/domain-error.ts";
export type { Access } from "./domain/access/access.ts";
export type { AccessTokens, AccessTokenRequest, IssuedToken } from "./domain/access/tokens/access-tokens.ts";
export { MAX_DOCUMENT_PASSWORD_LENGTH } from "./domain/documents/document-password.ts";
export { isEmail } from "./domain/access/model/email.ts";
export type { FirstCredentials } from "./domain/access/keys/first-credentials.ts";
export type { MemberRecord, Members } from "./domain/access/people/members.ts";
export type { Identity, SessionRules, SessionView, Sessions } from "./domain/access/sessions/sessions.ts";
export type { SignedIn, Visitor } from "./domain/access/sessions/start-session.ts";
export type { Invitation, InvitationStore } from "./domain/invitations/invitation.ts";
export type { Invitations, ReceivedInvitation } from "./domain/invitations/invitations.ts";
export type { Passkey, PasskeyStore, UsedChallengeStore } from "./domain/passkeys/passkey.ts";
export type {
  PasskeyCeremonies,
  PasskeyOptions,
  RelyingParty,
} from "./domain/passkeys/passkey-ceremonies.ts";
export type { BegunCeremony, Passkeys } from "./domain/passkeys/passkeys.ts";
export type { SignInLink, SignInLinkRecords, SignInLinkStore } from "./domain/sign-in/sign-in-link.ts";
export {
  createSignIns,
  type IssuedSignInLink,
  type SignInLinkRequest,
  type SignInPorts,
  type SignIns,
} from "./domain/sign-in/sign-ins.ts";
export {
  ACCESS_TIERS,
  type AccessTier,
  type Caller,
  type Credentials,
  type KeyLimits,
  type Member,
} from "./domain/access/model/caller.ts";
export { permissionsOf, type Permission } from "./domain/access/model/permissions.ts";
export { tierAllows, type Intent } from "./domain/access/model/policy.ts";
export {
  SIGN_IN_WAYS,
  type AccessToken,
  type ExtractionKey,
  type Organization,
  type Session,
  type SignInWay,
} from "./domain/access/model/credential.ts";
export type { AccessTokenStore, CredentialStore, SessionStore } from "./domain/access/model/token-ports.ts";
export type { DocumentFile, DocumentSource, Upload } from "./domain/documents/document-file.ts";
export { FetchError } from "./domain/documents/fetch-error.ts";
export type { IssuedKey, KeyRequest, Keys } from "./domain/keys/keys.ts";
export { NAMELESS_DOCUMENT, type IncomingDocument, type Uploads } from "./domain/documents/uploads.ts";
export type { Retention, Swept } from "./domain/retention/retention.ts";
export type { IdempotencyClaim, IdempotencyStore } from "./domain/jobs/submission/idempotency-ports.ts";
export {
  DEFAULT_TAG,
  isSettled,
  JOB_PRIORITIES,
  JOB_STATUSES,
  type Job,
  type JobOptions,
  type JobPriority,
  type JobStatus,
} from "./domain/jobs/job.ts";
export type {
  JobChange,
  JobList,
  JobListQuery,
  JobReference,
  Jobs,
  NumberedLine,
  PlacedMatch,
  Resubmission,
  OpenedText,
  RetrievedText,
  Submission,
  Viewer,
} from "./domain/jobs/jobs.ts";
export * from "./domain/links/document-link.ts";
export type {
  Database,
  Environment,
  LocalFile,
  ObjectStore,
  SecretBox,
  SecretPlace,
  Transaction,
  TransactionDurability,
} from "./domain/ports.ts";
export type { ExtractionKeyStore } from "./domain/access/model/key-ports.ts";
export type { OrganizationStore } from "./domain/access/model/organization-ports.ts";
export type { DocumentFetcher, FetchedDocument } from "./domain/documents/document-fetcher.ts";
export type { UploadStore } from "./domain/documents/upload-ports.ts";
export {
  nameKeyOf,
  nameOf,
  NEWEST_FIRST,
  searchKey,
  type JobFilter,
  type JobOrder,
  type JobPlace,
} from "./domain/jobs/job-list.ts";
export type {
  CorrectedPage,
  CorrectedWord,
  Correction,
  CorrectionStore,
} from "./domain/jobs/corrections/correction.ts";
export type { CorrectablePage } from "./extraction/corrections/corrected-page.ts";
export type {
  ExpiredText,
  FetchTask,
  JobQuery,
  JobStore,
  TurnShare,
  TurnsTaken,
} from "./domain/jobs/job-ports.ts";
export type { PageDetail, PageStore, PageSummary, StoredPage } from "./domain/jobs/page-ports.ts";
export type { ExtractionEvent, TextExtractor } from "./domain/jobs/work/text-extractor.ts";
export type { KeyTotals, UsageStore } from "./domain/usage/usage-ports.ts";
export type { OrganizationLimitsStore } from "./domain/limits/limit-ports.ts";
export type { Limits } from "./domain/limits/limits.ts";
export type { LimitInUse, LimitsInUse, OrganizationLimits } from "./domain/limits/organization-limits.ts";
export {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  type SentRequest,
} from "./domain/webhooks/delivery.ts";
export {
  WEBHOOK_FORMATS,
  type Webhook,
  type WebhookFormat,
  type WebhookTarget,
} from "./domain/webhooks/webhook.ts";
export type {
  DeliveryQuery,
  DeliveryStore,
  DeliveryTask,
  EndedRun,
  SentPart,
  SettledJob,
  WebhookAnswer,
  WebhookMessages,
  WebhookRequest,
  WebhookSender,
  WebhookStore,
} from "./domain/webhooks/webhook-ports.ts";
export type { DeliveryTarget, Webhooks } from "./domain/webhooks/webhooks.ts";
export type {
  CheckState,
  Expiring,
  ExtractionHost,
  Licence,
  QueueSample,
  QueueState,
  Replica,
  ReplicaFacts,
  SystemReader,
} from "./domain/system/system.ts";
export { isDay, type Day } from "./domain/usage/calendar.ts";
export {
  USAGE_KEYS,
  type DailyPages,
  type PageCount,
  type PageGroup,
  type UsageKey,
  type UsageQuery,
} from "./domain/usage/page-count.ts";
export type {
  Allowance,
  PagesOfKey,
  Usage,
  UsageGroup,
  UsagePeriod,
  UsageReport,
} from "./domain/usage/usage.ts";
export { isTextKept, KEEP_TEXT, type TextLifetime } from "./domain/jobs/result/text-lifetime.ts";
export { createSubscriptionHub, type SubscriptionHub } from "./domain/subscription-hub.ts";
export { linesOfPage, PAGE_ENDS, type PageEnd } from "./extraction/result/document-text.ts";
export { plainWording } from "./extraction/options/plain-wording.ts";
export { extractOptionsSchema, OUTPUT_MODES, TEXT_ORDERS } from "./extraction/options/extract-options.ts";
export { csvField } from "./extraction/structure/renditions/csv.ts";
export { blockMarkdown } from "./extraction/structure/renditions/markdown.ts";
export { blockText } from "./extraction/structure/renditions/plain-text.ts";
export type { ExtractedTable } from "./extraction/structure/renditions/tables.ts";
export type { Chunk } from "./extraction/structure/chunks/chunks.ts";
export { type ChunkOptions, chunkOptionsSchema } from "./extraction/structure/chunks/chunk-options.ts";
export type {
  Block,
  BlockPlace,
  DocumentBlocks,
  PlacedCell,
  TextEmphasis,
} from "./extraction/structure/model/block.ts";
export type { StructuredPage } from "./extraction/structure/document/document-page.ts";
export { STRUCTURE_FORMATS, type StructureFormat } from "./extraction/structure/structure-question.ts";
export { keptRenditions, type Rendition, RENDITIONS } from "./extraction/options/renditions.ts";
export { jobOptionsOf } from "./domain/jobs/job-options.ts";
export { RENDITION_OF_FORMAT, type JobStructure } from "./domain/jobs/result/document-structure.ts";
export type { ExplainedReading, PageExplainer } from "./domain/jobs/result/page-explainer.ts";
export type {
  ExplainedDecision,
  PageExplanation,
  PageRegion,
} from "./extraction/explain/page-explanation.ts";
export type { Question, Reason } from "./extraction/page/decision-log.ts";
export type { StructureReader } from "./domain/jobs/result/structure-reader.ts";
export { searchPages, type PageMatch } from "./domain/jobs/result/search-text.ts";
export { MAX_TERM_LENGTH } from "./extraction/search/search-text.ts";
export type {
  LineMetadata,
  PageLines,
  PageOutcome,
  PageWording,
} from "./extraction/result/extracted-document.ts";
export { compressedOutcome, type StorableOutcome } from "./extraction/result/storable-outcome.ts";
export { collectLessOften } from "./collect-less-often.ts";
export { compressedNumbers, decompressedNumbers } from "./extraction/result/compressed-numbers.ts";
export { ROLES, type Membership, type Role, type User } from "./domain/access/model/user.ts";
export type { MembershipStore, UserStore } from "./domain/access/model/user-ports.ts";
export {
  SHARE_ROLES,
  SHAREABLE_KINDS,
  type Share,
  type Shareable,
  type ShareableKind,
  type ShareRole,
} from "./domain/access/model/shareable.ts";
export { HIDDEN_SECRET, standingOf, type Standing } from "./domain/sharing/sharing-policy.ts";
export type { ShareStore, Visibility } from "./domain/sharing/share-ports.ts";
export {
  CONNECTION_TYPES,
  ENDPOINT_DIRECTIONS,
  type ConnectionType,
  type EndpointDirection,
  type Workflow,
  type WorkflowEndpoint,
} from "./domain/workflows/workflow.ts";
export type { CheckLanguages, InputProblem } from "./domain/workflows/input-checks.ts";
export {
  MISSED_SLOT_POLICIES,
  PIPELINE_KINDS,
  PIPELINE_RUN_STATUSES,
  type MissedSlotPolicy,
  type Pipeline,
  type PipelineKey,
  type PipelineKind,
  type PipelineRunStatus,
  type Schedule,
} from "./domain/pipelines/pipeline.ts";
export {
  FILE_ORIGINS,
  MAX_FILE_ATTEMPTS,
  RUN_FILE_STATUSES,
  RUN_STATUSES,
  RUN_TRIGGERS,
  type ProcessedFile,
  type Run,
  type RunFile,
  type RunFileStatus,
  type RunStatus,
  type RunTrigger,
} from "./domain/runs/run.ts";
export {
  PIPELINE_PROBLEMS,
  type PipelineProblem,
  type PipelineProblemCode,
} from "./domain/workflows/workflow-problems.ts";
export {
  connectionHint,
  type ConnectionFailure,
  type ConnectionFailureCode,
} from "./domain/connectors/connection-failure.ts";
export type {
  ConnectorReference,
  Explored,
  FileCount,
  StoreExplorer,
  StoreListing,
} from "./domain/connectors/explore.ts";
export { orAborted } from "./domain/or-aborted.ts";
export { CONNECTOR_MODES, type Connector, type ConnectorMode } from "./domain/connectors/connector.ts";
export {
  ConnectorError,
  TEST_STEPS,
  type ColumnType,
  type ColumnValue,
  type Connection,
  type ConnectionContext,
  type ConnectorCatalogue,
  type ConnectorErrorCode,
  type ConnectorKind,
  type ConnectorSettings,
  type DocumentTable,
  type FileQuery,
  type FileSink,
  type FileSource,
  type FileStore,
  type SourceFile,
  type StoreEntry,
  type TableColumn,
  type TableRows,
  type TableSink,
  type TableTarget,
  type TestStep,
  type TestStepName,
} from "./domain/connectors/connector-ports.ts";
export type { ConnectorKinds } from "./domain/connectors/connector-kinds.ts";
export type { ConnectorQuery, ConnectorStore } from "./domain/connectors/connector-store.ts";
export type { Mail, Mailer } from "./domain/notices/mailer.ts";
export type { NoticeListQuery, Notices } from "./domain/notices/notices.ts";
export type {
  EffectiveMember,
  SharedReference,
  ShareWith,
  Sharing,
  SharingOf,
} from "./domain/sharing/sharing.ts";
export type { Notice } from "./domain/notices/notice.ts";
export {
  NOTIFICATION_AUTHORIZATIONS,
  NOTIFICATION_PLATFORMS,
  type NotificationAuthorization,
  type NotificationPlatform,
  type OutcomeNotification,
} from "./domain/notifications/outcome-notification.ts";
export type { OutcomeNotificationStore } from "./domain/notifications/notification-ports.ts";
export type { NotificationFacts, OutcomeNotifications } from "./domain/notifications/notifications.ts";
export type { NoticeStore } from "./domain/notices/notice-ports.ts";
export {
  PIPELINE_ORDERS,
  type PipelineKeyStore,
  type PipelineOrder,
  type PipelineQuery,
  type PipelineStore,
} from "./domain/pipelines/pipeline-ports.ts";
export type { Runs } from "./domain/runs/runs.ts";
export type { RunResult } from "./domain/runs/result/run-result.ts";
export type { DestinationPreview } from "./domain/runs/result/preview-destination.ts";
export type {
  ProcessedFileStore,
  RunFileRange,
  RunFileStore,
  RunQuery,
  RunStore,
} from "./domain/runs/run-ports.ts";
export type { ScheduleProgress, ScheduleStore } from "./domain/schedules/schedule-ports.ts";
export type {
  WorkflowEndpointStore,
  WorkflowQuery,
  WorkflowStore,
} from "./domain/workflows/workflow-ports.ts";
export type {
  ConnectorChanges,
  ConnectorFacts,
  ConnectorFilter,
  Connectors,
} from "./domain/connectors/connectors.ts";
export type { PipelineDetails, PipelineEnd } from "./domain/pipelines/pipeline-details.ts";
export type { PipelineKeyFacts, PipelineKeys } from "./domain/pipelines/pipeline-keys.ts";
export type {
  PipelineChanges,
  PipelineFacts,
  PipelineSettings,
  Pipelines,
} from "./domain/pipelines/pipelines.ts";
export type {
  EndpointFacts,
  WorkflowChanges,
  WorkflowFacts,
  Workflows,
} from "./domain/workflows/workflows.ts";
export type { OAuthGrant, OAuthTokens } from "./domain/oauth/oauth-grant.ts";
export {
  OAuthError,
  type OAuthClient,
  type OAuthGrantStore,
  type OAuthProof,
  type OAuthRequest,
} from "./domain/oauth/oauth-ports.ts";
export type { Arrival, Departure, OAuth, OAuthWay } from "./domain/oauth/oauth.ts";
export * from "./domain-of-fields.ts";
