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
  /** Matches the whole name. */
  readonly name?: string | undefined;
  /** A part of the name; case is ignored. */
  readonly search?: string | undefined;
  readonly createdBy?: string | undefined;
  /** Only connectors that an endpoint of this workflow uses. */
  readonly workflowId?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ConnectorStore {
  /** False if the name is taken within the organization. */
  insert(connector: Connector): Promise<boolean>;
  find(id: string): Promise<Connector | undefined>;
  listByIds(ids: readonly string[]): Promise<readonly Connector[]>;
  list(query: ConnectorQuery): Promise<readonly Connector[]>;
  count(query: Omit<ConnectorQuery, "offset" | "limit">): Promise<number>;
  /** Reads a connector and locks it until the transaction ends. */
  lock(id: string): Promise<Connector | undefined>;
  /** False if the name is taken within the organization. */
  update(
    id: string,
    changes: Partial<Omit<Connector, "id" | "organizationId" | "kindId" | "createdBy" | "createdAt">>,
  ): Promise<boolean>;
  remove(id: string): Promise<void>;
}
