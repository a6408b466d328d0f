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
  /** Exactly this name. */
  readonly name?: string | undefined;
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
  /**
   * Those that never ran are last either way; what is equal stands newest first. By default the one that ran last is
   * first.
   */
  readonly order?: PipelineOrder | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface PipelineStore {
  /** False when the organization has a pipeline of that name. */
  insert(pipeline: Pipeline): Promise<boolean>;
  find(id: string): Promise<Pipeline | undefined>;
  /** Those of the ids that there are, in any order. */
  listByIds(ids: readonly string[]): Promise<readonly Pipeline[]>;
  listOfWorkflow(workflowId: string): Promise<readonly Pipeline[]>;
  list(query: PipelineQuery): Promise<readonly Pipeline[]>;
  count(query: Omit<PipelineQuery, "order" | "offset" | "limit">): Promise<number>;
  /** Reads a pipeline and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<Pipeline | undefined>;
  /** False when another pipeline of the organization has the name. */
  update(
    id: string,
    changes: Partial<Omit<Pipeline, "id" | "organizationId" | "createdBy" | "createdAt">>,
  ): Promise<boolean>;
  /** Its keys go with it. */
  remove(id: string): Promise<void>;
}

export interface PipelineKeyStore {
  insert(key: PipelineKey): Promise<void>;
  find(id: string): Promise<PipelineKey | undefined>;
  /** Finds a key by the hexadecimal SHA-256 of its secret. */
  findByDigest(digest: string): Promise<PipelineKey | undefined>;
  /** Those of any of the pipelines, oldest first. */
  listOfPipelines(pipelineIds: readonly string[]): Promise<readonly PipelineKey[]>;
  update(
    id: string,
    changes: Partial<Pick<PipelineKey, "description" | "active" | "modifiedBy" | "updatedAt">>,
  ): Promise<void>;
  remove(id: string): Promise<void>;
}
