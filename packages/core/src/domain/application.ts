import { createAccess, type Access } from "./access/access.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import type { Database, Environment, ObjectStore, Subscriptions, TextExtractor } from "./ports.ts";
import { createUploads, type Uploads } from "./documents/uploads.ts";

/** What the application stands on. */
export interface ApplicationPorts {
  readonly database: Database;
  readonly subscriptions: Subscriptions;
  readonly objects: ObjectStore;
  readonly extractor: TextExtractor;
  readonly environment: Environment;
}

export interface ApplicationLimits {
  readonly maxUploadBytes: number;
}

/** Every use case of Galley, for the edges to translate. */
export interface Application {
  readonly access: Access;
  readonly uploads: Uploads;
  readonly jobs: Jobs;
}

export function createApplication(ports: ApplicationPorts, limits: ApplicationLimits): Application {
  const uploads = createUploads(ports, limits);
  return { access: createAccess(ports), uploads, jobs: createJobs(ports, uploads) };
}
