import type { Visibility } from "../sharing/share-ports.ts";
import type { Pipeline, PipelineKey, PipelineKind } from "./pipeline.ts";

export interface PipelineRecords {
  readonly pipelines: PipelineStore;
  readonly pipelineKeys: PipelineKeyStore;
}

/** Fields by which a list of pipelines can be ordered. */
export const PIPELINE_ORDERS = ["name", "created_at", "last_run_at", "run_count"] as const;

export interface PipelineOrder {
  readonly by: (typeof PIPELINE_ORDERS)[number];
  readonly direction: "ascending" | "descending";
}

export interface PipelineQuery extends Visibility {
  readonly kind?: PipelineKind | undefined;
  readonly workflowId?: string | undefined;
  /** Matches the whole name. */
  readonly name?: string | undefined;
  /** A part of the name; case is ignored. */
  readonly search?: string | undefined;
  /**
   * Pipelines that never ran are last in either direction; ties are ordered newest first. By default the latest run
   * is first.
   */
  readonly order?: PipelineOrder | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface PipelineStore {
  /** False if the name is taken within the organization. */
  insert(pipeline: Pipeline): Promise<boolean>;
  find(id: string): Promise<Pipeline | undefined>;
  /** The pipelines with these ids that exist, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly Pipeline[]>;
  /** The pipelines that run any of the given workflows. */
  listOfWorkflows(workflowIds: readonly string[]): Promise<readonly Pipeline[]>;
  list(query: PipelineQuery): Promise<readonly Pipeline[]>;
  count(query: Omit<PipelineQuery, "order" | "offset" | "limit">): Promise<number>;
  /** Reads a pipeline and locks it until the transaction ends. */
  lock(id: string): Promise<Pipeline | undefined>;
  /** False if the name is taken within the organization. */
  update(
    id: string,
    changes: Partial<Omit<Pipeline, "id" | "organizationId" | "createdBy" | "createdAt">>,
  ): Promise<boolean>;
  /** Also deletes its keys. */
  remove(id: string): Promise<void>;
}

export interface PipelineKeyStore {
  insert(key: PipelineKey): Promise<void>;
  find(id: string): Promise<PipelineKey | undefined>;
  /** Finds a key by the hexadecimal SHA-256 of its secret. */
  findByDigest(digest: string): Promise<PipelineKey | undefined>;
  /** The keys of all given pipelines, oldest first. */
  listOfPipelines(pipelineIds: readonly string[]): Promise<readonly PipelineKey[]>;
  update(
    id: string,
    changes: Partial<Pick<PipelineKey, "description" | "active" | "modifiedBy" | "updatedAt">>,
  ): Promise<void>;
  remove(id: string): Promise<void>;
}
