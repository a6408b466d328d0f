import { Migrator } from "@mikro-orm/migrations";
import { MikroORM } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { AccessTokenEntity } from "./entities/access-token-entity.ts";
import { DeliveryEntity } from "./entities/delivery-entity.ts";
import { ExtractionKeyEntity } from "./entities/extraction-key-entity.ts";
import { IdempotencyClaimEntity } from "./entities/idempotency-claim-entity.ts";
import { InvitationEntity } from "./entities/invitation-entity.ts";
import { CorrectionEntity } from "./entities/correction-entity.ts";
import { DocumentFieldsEntity } from "./entities/document-fields-entity.ts";
import { FieldsExampleEntity } from "./entities/fields-example-entity.ts";
import { FieldsSchemaEntity } from "./entities/fields-schema-entity.ts";
import { JobEntity } from "./entities/job-entity.ts";
import { MembershipEntity } from "./entities/membership-entity.ts";
import { NoticeEntity } from "./entities/notice-entity.ts";
import { OAuthGrantEntity } from "./entities/oauth-grant-entity.ts";
import { OrganizationEntity } from "./entities/organization-entity.ts";
import { PageEntity } from "./entities/page-entity.ts";
import { SessionEntity } from "./entities/session-entity.ts";
import { ShareEntity } from "./entities/share-entity.ts";
import { SignInLinkEntity } from "./entities/sign-in-link-entity.ts";
import { UploadEntity } from "./entities/upload-entity.ts";
import { UserEntity } from "./entities/user-entity.ts";
import { WebhookEntity } from "./entities/webhook-entity.ts";
import { ConnectorEntity } from "./entities/connector-entity.ts";
import { PasskeyEntity } from "./entities/passkey-entity.ts";
import { PipelineEntity } from "./entities/pipeline-entity.ts";
import { PipelineKeyEntity } from "./entities/pipeline-key-entity.ts";
import { OutcomeNotificationEntity } from "./entities/outcome-notification-entity.ts";
import { RunEntity } from "./entities/run-entity.ts";
import { RunFileEntity } from "./entities/run-file-entity.ts";
import { WorkflowEndpointEntity } from "./entities/workflow-endpoint-entity.ts";
import { WorkflowEntity } from "./entities/workflow-entity.ts";
import { DATABASE_LIMITS, type DatabaseLimits } from "../database-limits.ts";
import { MIGRATION_TABLE, MIGRATIONS } from "./migrations/index.ts";
import { poolOptions } from "./connections/pool-options.ts";

const ENTITIES = [
  OrganizationEntity,
  OAuthGrantEntity,
  ExtractionKeyEntity,
  AccessTokenEntity,
  UploadEntity,
  CorrectionEntity,
  DocumentFieldsEntity,
  FieldsExampleEntity,
  FieldsSchemaEntity,
  JobEntity,
  PageEntity,
  WebhookEntity,
  DeliveryEntity,
  IdempotencyClaimEntity,
  ConnectorEntity,
  PipelineEntity,
  PipelineKeyEntity,
  OutcomeNotificationEntity,
  RunEntity,
  RunFileEntity,
  WorkflowEndpointEntity,
  WorkflowEntity,
  SessionEntity,
  SignInLinkEntity,
  PasskeyEntity,
  InvitationEntity,
  UserEntity,
  MembershipEntity,
  ShareEntity,
  NoticeEntity,
];

/** Connects to PostgreSQL on the first query; the caller closes it. */
export function openOrm(
  url: string,
  logger: Pick<Logger, "warn">,
  limits: DatabaseLimits = DATABASE_LIMITS,
): MikroORM {
  return new MikroORM({
    entities: ENTITIES,
    clientUrl: url,
    driverOptions: poolOptions(limits),
    extensions: [Migrator],
    migrations: { migrationsList: MIGRATIONS, tableName: MIGRATION_TABLE, snapshot: false, silent: true },
    preferEnvVars: false,
    colors: false,
    logger: (message) => logger.warn(message),
  });
}
