import type {
  Announcements,
  ApplicationDatabase,
  Database,
  Queue,
  Records,
  TransactionDurability,
} from "@galley/core/domain";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { createAccessTokenStore } from "./stores/access-token-store.ts";
import { createCorrectionStore } from "./stores/correction-store.ts";
import { createDocumentFieldsStore } from "./stores/document-fields-store.ts";
import { createFieldsExampleStore } from "./stores/fields-example-store.ts";
import { createFieldsSchemaStore } from "./stores/fields-schema-store.ts";
import { createDeliveryStore } from "./stores/delivery-store.ts";
import { createExtractionKeyStore } from "./stores/extraction-key-store.ts";
import { createIdempotencyStore } from "./stores/idempotency-store.ts";
import { createInvitationStore } from "./stores/invitation-store.ts";
import { createJobStore } from "./stores/job-store.ts";
import { createMembershipStore } from "./stores/membership-store.ts";
import { createNoticeStore } from "./stores/notice-store.ts";
import { createOAuthGrantStore } from "./stores/oauth-grant-store.ts";
import { createOrganizationLimitsStore } from "./stores/organization-limits-store.ts";
import { createOrganizationStore } from "./stores/organization-store.ts";
import { createPageStore } from "./stores/page-store.ts";
import type { Run } from "./stores/run.ts";
import { createPasskeyStore, createUsedChallengeStore } from "./stores/passkey-store.ts";
import { createSessionStore } from "./stores/session-store.ts";
import { createShareStore } from "./stores/share-store.ts";
import { createSignInLinkStore } from "./stores/sign-in-link-store.ts";
import { createUploadStore } from "./stores/upload-store.ts";
import { createUsageStore } from "./stores/usage-store.ts";
import { createUserStore } from "./stores/user-store.ts";
import { createWebhookStore } from "./stores/webhook-store.ts";
import { createConnectorStore } from "./stores/connector-store.ts";
import { createPipelineKeyStore } from "./stores/pipeline-key-store.ts";
import { createPipelineStore } from "./stores/pipeline-store.ts";
import { createWorkflowEndpointStore } from "./stores/workflow-endpoint-store.ts";
import { createWorkflowStore } from "./stores/workflow-store.ts";
import { createOutcomeNotificationStore } from "./stores/outcome-notification-store.ts";
import { createProcessedFileStore } from "./stores/processed-file-store.ts";
import { createRunFileStore } from "./stores/run-file-store.ts";
import { createRunStore } from "./stores/run-store.ts";
import { createScheduleStore } from "./stores/schedule-store.ts";
import { inTransaction, type OnCommit } from "./connections/transaction.ts";
import { whileReachable } from "./unavailable.ts";

/** Messages sent when the transaction commits. */
export interface Outgoing {
  queue(em: EntityManager, onCommit: OnCommit): Queue;
  announcements(notify: OnCommit["notify"]): Announcements;
}

const LASTING: TransactionDurability = { mayBeUndone: false };

/** The records in PostgreSQL. If it cannot be reached, every call throws DomainError `UNAVAILABLE`. */
export function createDatabase(orm: MikroORM, outgoing: Outgoing): ApplicationDatabase {
  return databaseWith(orm, (em, onCommit) => ({
    queue: outgoing.queue(em, onCommit),
    announcements: outgoing.announcements(onCommit.notify),
  }));
}

/** The records without an outbox, for commands that neither queue nor announce anything. */
export function createRecordsOnly(orm: MikroORM): Database<Records> {
  return databaseWith(orm, () => ({}));
}

function databaseWith<O>(
  orm: MikroORM,
  outboxOf: (em: EntityManager, onCommit: OnCommit) => O,
): Database<Records, O> {
  return {
    records: createRecords((statements) => whileReachable(() => statements(orm.em.fork()))),
    transaction: (work, { mayBeUndone } = LASTING) =>
      whileReachable(() =>
        inTransaction(orm, { flushes: !mayBeUndone }, async (em, onCommit) =>
          work({ ...createRecords((statements) => statements(em)), ...outboxOf(em, onCommit) }),
        ),
      ),
  };
}

function createRecords(run: Run): Records {
  return {
    organizations: createOrganizationStore(run),
    extractionKeys: createExtractionKeyStore(run),
    accessTokens: createAccessTokenStore(run),
    sessions: createSessionStore(run),
    invitations: createInvitationStore(run),
    passkeys: createPasskeyStore(run),
    usedChallenges: createUsedChallengeStore(run),
    signInLinks: createSignInLinkStore(run),
    users: createUserStore(run),
    memberships: createMembershipStore(run),
    shares: createShareStore(run),
    notices: createNoticeStore(run),
    connectors: createConnectorStore(run),
    workflows: createWorkflowStore(run),
    workflowEndpoints: createWorkflowEndpointStore(run),
    pipelines: createPipelineStore(run),
    pipelineKeys: createPipelineKeyStore(run),
    runs: createRunStore(run),
    runFiles: createRunFileStore(run),
    processedFiles: createProcessedFileStore(run),
    schedules: createScheduleStore(run),
    outcomeNotifications: createOutcomeNotificationStore(run),
    oauthGrants: createOAuthGrantStore(run),
    uploads: createUploadStore(run),
    jobs: createJobStore(run),
    pages: createPageStore(run),
    corrections: createCorrectionStore(run),
    documentFields: createDocumentFieldsStore(run),
    fieldsSchemas: createFieldsSchemaStore(run),
    fieldsExamples: createFieldsExampleStore(run),
    webhooks: createWebhookStore(run),
    deliveries: createDeliveryStore(run),
    usage: createUsageStore(run),
    organizationLimits: createOrganizationLimitsStore(run),
    idempotency: createIdempotencyStore(run),
  };
}
