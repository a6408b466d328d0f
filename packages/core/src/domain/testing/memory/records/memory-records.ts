import type { OAuthGrant } from "../../../oauth/oauth-grant.ts";
import type { AccessToken, ExtractionKey, Organization, Session } from "../../../access/model/credential.ts";
import type { CredentialStore } from "../../../access/model/token-ports.ts";
import type { Membership, User } from "../../../access/model/user.ts";
import type { Connector } from "../../../connectors/connector.ts";
import type { Upload } from "../../../documents/document-file.ts";
import type { IdempotencyClaim } from "../../../jobs/submission/idempotency-ports.ts";
import type { Invitation } from "../../../invitations/invitation.ts";
import type { Correction } from "../../../jobs/corrections/correction.ts";
import type { DocumentFields } from "../../../fields/document-fields.ts";
import type { StoredExample } from "../../../fields/fields-example.ts";
import type { FieldsSchemaVersion } from "../../../fields/fields-schema.ts";
import type { Job } from "../../../jobs/job.ts";
import type { Notice } from "../../../notices/notice.ts";
import type { Passkey } from "../../../passkeys/passkey.ts";
import type { Pipeline, PipelineKey } from "../../../pipelines/pipeline.ts";
import type { Share } from "../../../access/model/shareable.ts";
import type { SignInLink } from "../../../sign-in/sign-in-link.ts";
import type { Delivery } from "../../../webhooks/delivery.ts";
import type { Webhook } from "../../../webhooks/webhook.ts";
import type { Workflow, WorkflowEndpoint } from "../../../workflows/workflow.ts";
import type { Records } from "../../../application.ts";
import type { OrganizationLimits } from "../../../limits/organization-limits.ts";
import type { PageCount } from "../../../usage/page-count.ts";
import { insertUnique } from "./insert-unique.ts";
import { memoryCorrections } from "./memory-corrections.ts";
import { memoryDocumentFields, memoryFieldsExamples, memoryFieldsSchemas } from "./memory-fields.ts";
import { memoryJobs } from "./memory-jobs.ts";
import { memoryOAuthGrants } from "./memory-oauth-grants.ts";
import { memoryConnectors } from "./memory-connectors.ts";
import {
  createMemoryExtractionKeys,
  createMemoryIdempotency,
  createMemoryLimits,
  createMemoryUsage,
  type RequestCount,
} from "./memory-keys-and-usage.ts";
import {
  memoryAccessTokens,
  memoryInvitations,
  memoryMemberships,
  memoryNotices,
  memorySessions,
  memorySignInLinks,
  memoryShares,
  memoryUsers,
} from "./memory-members.ts";
import { memoryPages, type MemoryPage } from "./memory-pages.ts";
import { memoryPasskeys, memoryUsedChallenges } from "./memory-passkeys.ts";
import { memoryPipelineKeys, memoryPipelines } from "./memory-pipelines.ts";
import { copyRunTables, emptyRunTables, memoryRunRecords, type RunTables } from "./memory-runs.ts";
import { memoryDeliveries, memoryWebhooks } from "./memory-webhooks.ts";
import { memoryWorkflowEndpoints, memoryWorkflows } from "./memory-workflows.ts";

/** All records of a memory database. Records never change; tables do. */
interface Tables extends RunTables {
  readonly organizations: Map<string, Organization>;
  readonly extractionKeys: Map<string, ExtractionKey>;
  readonly accessTokens: Map<string, AccessToken>;
  readonly sessions: Map<string, Session>;
  readonly invitations: Map<string, Invitation>;
  readonly passkeys: Map<string, Passkey>;
  readonly usedChallenges: Map<string, Date>;
  readonly signInLinks: Map<string, SignInLink>;
  readonly users: Map<string, User>;
  readonly memberships: Map<string, Membership>;
  readonly shares: Map<string, Share>;
  readonly notices: Map<string, Notice>;
  readonly connectors: Map<string, Connector>;
  readonly workflows: Map<string, Workflow>;
  readonly workflowEndpoints: Map<string, WorkflowEndpoint>;
  readonly pipelines: Map<string, Pipeline>;
  readonly pipelineKeys: Map<string, PipelineKey>;
  readonly oauthGrants: Map<string, OAuthGrant>;
  readonly uploads: Map<string, Upload>;
  readonly jobs: Map<string, Job>;
  readonly pages: Map<string, MemoryPage>;
  readonly corrections: Map<string, Correction>;
  readonly documentFields: Map<string, DocumentFields>;
  readonly fieldsSchemas: Map<string, FieldsSchemaVersion>;
  readonly fieldsExamples: Map<string, StoredExample>;
  readonly webhooks: Map<string, Webhook>;
  readonly deliveries: Map<string, Delivery>;
  readonly usage: Map<string, PageCount>;
  readonly requestCounts: Map<string, RequestCount>;
  readonly idempotency: Map<string, IdempotencyClaim>;
  readonly organizationLimits: Map<string, OrganizationLimits>;
}

export function emptyTables(): Tables {
  return {
    organizations: new Map(),
    extractionKeys: new Map(),
    accessTokens: new Map(),
    sessions: new Map(),
    invitations: new Map(),
    passkeys: new Map(),
    usedChallenges: new Map(),
    signInLinks: new Map(),
    users: new Map(),
    memberships: new Map(),
    shares: new Map(),
    notices: new Map(),
    connectors: new Map(),
    workflows: new Map(),
    workflowEndpoints: new Map(),
    pipelines: new Map(),
    pipelineKeys: new Map(),
    ...emptyRunTables(),
    oauthGrants: new Map(),
    uploads: new Map(),
    jobs: new Map(),
    pages: new Map(),
    corrections: new Map(),
    documentFields: new Map(),
    fieldsSchemas: new Map(),
    fieldsExamples: new Map(),
    webhooks: new Map(),
    deliveries: new Map(),
    usage: new Map(),
    requestCounts: new Map(),
    idempotency: new Map(),
    organizationLimits: new Map(),
  };
}

export function copyTables(tables: Tables): Tables {
  return {
    organizations: new Map(tables.organizations),
    extractionKeys: new Map(tables.extractionKeys),
    accessTokens: new Map(tables.accessTokens),
    sessions: new Map(tables.sessions),
    invitations: new Map(tables.invitations),
    passkeys: new Map(tables.passkeys),
    usedChallenges: new Map(tables.usedChallenges),
    signInLinks: new Map(tables.signInLinks),
    users: new Map(tables.users),
    memberships: new Map(tables.memberships),
    shares: new Map(tables.shares),
    notices: new Map(tables.notices),
    connectors: new Map(tables.connectors),
    workflows: new Map(tables.workflows),
    workflowEndpoints: new Map(tables.workflowEndpoints),
    pipelines: new Map(tables.pipelines),
    pipelineKeys: new Map(tables.pipelineKeys),
    ...copyRunTables(tables),
    oauthGrants: new Map(tables.oauthGrants),
    uploads: new Map(tables.uploads),
    jobs: new Map(tables.jobs),
    pages: new Map(tables.pages),
    corrections: new Map(tables.corrections),
    documentFields: new Map(tables.documentFields),
    fieldsSchemas: new Map(tables.fieldsSchemas),
    fieldsExamples: new Map(tables.fieldsExamples),
    webhooks: new Map(tables.webhooks),
    deliveries: new Map(tables.deliveries),
    usage: new Map(tables.usage),
    requestCounts: new Map(tables.requestCounts),
    idempotency: new Map(tables.idempotency),
    organizationLimits: new Map(tables.organizationLimits),
  };
}

export function createMemoryRecords(tables: () => Tables): Records {
  return {
    organizations: {
      insert: async (organization) => insertUnique(tables().organizations, organization, "slug"),
      findBySlug: async (slug) => [...tables().organizations.values()].find((one) => one.slug === slug),
      find: async (id) => tables().organizations.get(id),
      list: async (limit) =>
        [...tables().organizations.values()]
          .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
          .slice(0, limit),
      lockAll: async () => undefined,
    },
    extractionKeys: createMemoryExtractionKeys(
      () => tables().extractionKeys,
      () => tables().requestCounts,
      credentials(() => tables().extractionKeys),
    ),
    accessTokens: memoryAccessTokens(
      () => tables().accessTokens,
      credentials(() => tables().accessTokens),
    ),
    sessions: memorySessions(() => tables().sessions),
    invitations: memoryInvitations(() => tables().invitations),
    passkeys: memoryPasskeys(() => tables().passkeys),
    usedChallenges: memoryUsedChallenges(() => tables().usedChallenges),
    signInLinks: memorySignInLinks(() => tables().signInLinks),
    users: memoryUsers(() => tables().users),
    memberships: memoryMemberships(
      () => tables().memberships,
      () => tables().users,
    ),
    shares: memoryShares(() => tables().shares),
    notices: memoryNotices(() => tables().notices),
    ...shareables(tables),
    ...memoryRunRecords(tables),
    oauthGrants: memoryOAuthGrants(() => tables().oauthGrants),
    uploads: {
      insert: async (upload) => insertUnique(tables().uploads, upload, "id"),
      find: async (id) => tables().uploads.get(id),
      listBefore: async (createdBefore, limit) =>
        [...tables().uploads.values()].filter(({ createdAt }) => createdAt < createdBefore).slice(0, limit),
      holds: async (objectKey) =>
        [...tables().uploads.values()].some(({ file }) => file.objectKey === objectKey),
      remove: async (id) => void tables().uploads.delete(id),
    },
    jobs: memoryJobs(tables),
    pages: memoryPages(() => tables().pages),
    corrections: memoryCorrections(() => tables().corrections),
    documentFields: memoryDocumentFields(tables),
    fieldsSchemas: memoryFieldsSchemas(() => tables().fieldsSchemas),
    fieldsExamples: memoryFieldsExamples(tables),
    webhooks: memoryWebhooks(() => tables().webhooks),
    deliveries: memoryDeliveries(() => tables().deliveries),
    usage: createMemoryUsage(() => tables().usage),
    idempotency: createMemoryIdempotency(() => tables().idempotency),
    organizationLimits: createMemoryLimits(tables),
  };
}

type Shareables = Pick<
  Records,
  "connectors" | "workflows" | "workflowEndpoints" | "pipelines" | "pipelineKeys"
>;

function shareables(tables: () => Tables): Shareables {
  const shares = (): Tables["shares"] => tables().shares;
  const endpoints = (): Tables["workflowEndpoints"] => tables().workflowEndpoints;
  const keys = (): Tables["pipelineKeys"] => tables().pipelineKeys;
  return {
    connectors: memoryConnectors({ table: () => tables().connectors, shares }, endpoints),
    workflows: memoryWorkflows({ table: () => tables().workflows, shares }, endpoints),
    workflowEndpoints: memoryWorkflowEndpoints(endpoints),
    pipelines: memoryPipelines({ table: () => tables().pipelines, shares }, keys),
    pipelineKeys: memoryPipelineKeys(keys),
  };
}

function credentials<C extends ExtractionKey | AccessToken>(table: () => Map<string, C>): CredentialStore<C> {
  return {
    insert: async (credential) => insertUnique(table(), credential, "digest"),
    findByDigest: async (digest) => [...table().values()].find((one) => one.digest === digest),
  };
}
