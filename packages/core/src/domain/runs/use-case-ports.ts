import type { FreshSettings } from "../oauth/fresh-settings.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { FieldsReader } from "../fields/fields-ports.ts";
import type { FieldsRecords } from "../fields/reading-ports.ts";
import type { Admission } from "../limits/admission.ts";
import type { LimitRecords } from "../limits/limit-ports.ts";
import type { Uploads } from "../documents/uploads.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { TextLifetime } from "../jobs/result/text-lifetime.ts";
import type { Database, Environment, ObjectStore, SecretBox } from "../ports.ts";
import type { OrganizationRecords } from "../access/model/organization-ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { JobOutbox, JobRecords } from "../jobs/job-ports.ts";
import type { NotificationRecords } from "../notifications/notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { RunOutbox, RunRecords, RunSubscriptions } from "./run-ports.ts";
import type { ScheduleRecords } from "../schedules/schedule-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { DeliveryOutbox, WebhookRecords } from "../webhooks/webhook-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";

/** Read or written when a run ends: its pipeline shows the status, its notifications are delivered. */
export type RunEndRecords = RunRecords & PipelineRecords & NotificationRecords & WebhookRecords;
export type RunEndOutbox = RunOutbox & DeliveryOutbox;

/** Read or written when a file ends: the next file starts, up to the limit of the workflow, or the run ends. */
export type FileEndRecords = RunEndRecords & WorkflowRecords & JobRecords;

export interface RunPorts {
  readonly admission: Admission;
  readonly database: Database<
    FileEndRecords &
      JobRecords &
      LimitRecords &
      FieldsRecords &
      ConnectorRecords &
      ShareRecords &
      OrganizationRecords &
      ScheduleRecords,
    RunEndOutbox & JobOutbox
  >;
  readonly environment: Environment;
  readonly objects: ObjectStore;
  readonly subscriptions: RunSubscriptions;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  readonly fieldsReader: FieldsReader;
  readonly freshSettings: FreshSettings;
  readonly uploads: Uploads;
  readonly jobs: Pick<Jobs, "cancel" | "structure">;
  readonly textLifetime: TextLifetime;
}
