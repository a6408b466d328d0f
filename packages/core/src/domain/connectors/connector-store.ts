import type { Visibility } from "../sharing/share-ports.ts";
import type { Connector, ConnectorMode } from "./connector.ts";

export interface ConnectorRecords {
  readonly connectors: ConnectorStore;
}

/** Newest first. */
export interface ConnectorQuery extends Visibility {
  readonly mode?: ConnectorMode | undefined;
  /** Of any of these kinds. */
  readonly kindIds?: readonly string[] | undefined;
  /** Exactly this name. */
  readonly name?: string | undefined;
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
  readonly createdBy?: string | undefined;
  /** Only connectors of which an endpoint of this workflow makes use. */
  readonly workflowId?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ConnectorStore {
  /** False when the organization has a connector of that name. */
  insert(connector: Connector): Promise<boolean>;
  find(id: string): Promise<Connector | undefined>;
  listByIds(ids: readonly string[]): Promise<readonly Connector[]>;
  list(query: ConnectorQuery): Promise<readonly Connector[]>;
  count(query: Omit<ConnectorQuery, "offset" | "limit">): Promise<number>;
  /** Reads a connector and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<Connector | undefined>;
  /** False when another connector of the organization has the name. */
  update(
    id: string,
    changes: Partial<Omit<Connector, "id" | "organizationId" | "kindId" | "createdBy" | "createdAt">>,
  ): Promise<boolean>;
  remove(id: string): Promise<void>;
}
