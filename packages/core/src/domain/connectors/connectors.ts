import type { Member } from "../access/model/caller.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { Unmodified } from "../assert-unmodified.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { OAuthRecords } from "../oauth/oauth-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { ConnectorCatalogue, ConnectorKind, ConnectorSettings } from "./connector-ports.ts";
import type { ConnectorQuery, ConnectorRecords } from "./connector-store.ts";
import type { Connector } from "./connector.ts";
import type { EndpointDirection } from "../workflows/workflow.ts";

/** The fields of a new connector. */
export interface ConnectorFacts {
  /** The id of its kind in the catalogue. */
  readonly kindId: string;
  /** Defaults to a name in the settings, or else the name of the kind. */
  readonly name?: string | undefined;
  /** In clear. */
  readonly settings: unknown;
  /** The key of an OAuth flow whose credentials are to be stored. */
  readonly oauthKey?: string | undefined;
}

export type ConnectorChanges = {
  readonly [K in keyof ConnectorFacts]?: ConnectorFacts[K] | undefined;
} & Unmodified;

/**
 * The connectors of the caller's organization that the caller can see.
 *
 * Every call throws DomainError `FORBIDDEN` if the caller's tier or role for the connector does not allow it, and
 * `NOT_FOUND` if the caller cannot see it.
 */
export interface Connectors {
  /**
   * @throws DomainError `BAD_INPUT`; `CONFLICT` if the name is taken; `EXPIRED` if the OAuth key has no credentials.
   */
  create(member: Member, facts: ConnectorFacts): Promise<Connector>;
  /**
   * Changes the given fields; settings are replaced as a whole. @throws DomainError as `create`, and `CONFLICT` if it
   * was changed after `unmodifiedSince`.
   */
  update(member: Member, id: string, changes: ConnectorChanges): Promise<Connector>;
  /** Returns the deleted connector. @throws DomainError `CONFLICT` that names the workflows that use it. */
  remove(member: Member, id: string): Promise<Connector>;
  find(member: Member, id: string): Promise<Connector>;
  /** Newest first. */
  list(
    member: Member,
    query: ConnectorFilter & Pick<ConnectorQuery, "offset" | "limit">,
  ): Promise<readonly Connector[]>;
  count(member: Member, filter: ConnectorFilter): Promise<number>;
  /** The connectors with these ids that the member can see, in any order. */
  seen(member: Member, ids: readonly string[]): Promise<readonly Connector[]>;
  /** In clear if the caller can change the connector; otherwise secrets are `HIDDEN_SECRET`. */
  settings(member: Member, id: string): Promise<ConnectorSettings>;
  /** With every secret as `HIDDEN_SECRET`; an update that contains it keeps the stored secret. */
  maskedSettings(member: Member, id: string): Promise<ConnectorSettings>;
  /** The names of the secret settings of a connector that have a value. */
  secretsSet(connector: Connector): readonly string[];
  /** Undefined if the service no longer has the kind. */
  kindOf(connector: Pick<Connector, "kindId">): ConnectorKind | undefined;
}

/** Filters of the list. */
export interface ConnectorFilter extends Pick<
  ConnectorQuery,
  "mode" | "name" | "search" | "createdBy" | "workflowId"
> {
  /** Only connectors that can be this end of a workflow. */
  readonly direction?: EndpointDirection | undefined;
}

export interface ConnectorUseCasePorts {
  readonly database: Database<ConnectorRecords & WorkflowRecords & ShareRecords & OAuthRecords & UserRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
}
