import type { JobOptions } from "../jobs/job.ts";
import type { Shareable } from "../access/model/shareable.ts";

/** What happens between a source and a destination: which files are processed, and how they become text. */
export interface Workflow extends Shareable {
  /** Unique within the organization. */
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  /** The maximum number of files per run; null for no limit. */
  readonly maxFiles: number | null;
  readonly options: JobOptions;
  /** Opens encrypted documents; null for none. */
  readonly sealedDocumentPassword: string | null;
  readonly modifiedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const ENDPOINT_DIRECTIONS = ["source", "destination"] as const;
export type EndpointDirection = (typeof ENDPOINT_DIRECTIONS)[number];

/** `api`: files are posted to the pipeline's public address, or its results are retrieved there. */
export const CONNECTION_TYPES = ["file_system", "database", "api"] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** One endpoint of a workflow. Every workflow has two. */
export interface WorkflowEndpoint {
  readonly id: string;
  readonly organizationId: string;
  readonly workflowId: string;
  readonly direction: EndpointDirection;
  /** Null until it is configured. */
  readonly connection: ConnectionType | null;
  /** Null if there is none, or none is needed. */
  readonly connectorId: string | null;
  /** As the client sent it; parsed by `endpointConfiguration`. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
