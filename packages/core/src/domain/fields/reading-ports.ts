import type { JobOutbox, JobRecords, JobSubscriptions } from "../jobs/job-ports.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { Database, Environment, ObjectStore } from "../ports.ts";
import type { RunOutbox, RunRecords } from "../runs/run-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { FieldsExampleStore } from "./fields-example.ts";
import type { FieldsReader } from "./fields-ports.ts";
import type { FieldsSchemaStore } from "./fields-schema.ts";

export interface FieldsRecords {
  readonly fieldsSchemas: FieldsSchemaStore;
  readonly fieldsExamples: FieldsExampleStore;
}

export interface FieldsPorts {
  readonly database: Database<
    JobRecords & FieldsRecords & RunRecords & WorkflowRecords & PipelineRecords,
    JobOutbox & RunOutbox
  >;
  readonly subscriptions: Pick<JobSubscriptions, "jobChanges">;
  readonly objects: ObjectStore;
  readonly environment: Environment;
  readonly fieldsReader: FieldsReader;
  readonly jobs: Pick<Jobs, "structure">;
}

/** What the fields of a job are read with. */
export interface ReadingPorts extends Omit<FieldsPorts, "subscriptions" | "database"> {
  readonly database: Database<JobRecords & FieldsRecords & RunRecords, JobOutbox & RunOutbox>;
}
