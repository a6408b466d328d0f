import type { Member } from "../access/caller.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { OAuthRecords } from "../oauth/oauth-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { ConnectorCatalogue, ConnectorKind, ConnectorSettings } from "./connector-ports.ts";
import type { ConnectorQuery, ConnectorRecords } from "./connector-store.ts";
import type { Connector } from "./connector.ts";
import type { EndpointDirection } from "../workflows/workflow.ts";

/** What a caller says of a new connector. */
export interface ConnectorFacts {
  /** The id of its kind in the catalogue. */
  readonly kindId: string;
  /** Where it is absent, it is what the settings call it, or what its kind is called. */
  readonly name?: string | undefined;
  /** In clear. */
  readonly settings: unknown;
  /** The key of a way through a provider's consent, whose credentials are to be taken. */
  readonly oauthKey?: string | undefined;
}

export type ConnectorChanges = { readonly [K in keyof ConnectorFacts]?: ConnectorFacts[K] | undefined };

/**
 * The connectors of the caller's organization, as far as the caller sees them.
 *
 * Every call throws DomainError `FORBIDDEN` where the caller's tier, or what the caller is to the connector, does not
 * let it happen, and `NOT_FOUND` where the caller sees no such connector.
 */
export interface Connectors {
  /**
   * @throws DomainError `BAD_INPUT`, `CONFLICT` when the organization has one of that name, `EXPIRED` when nothing can
   *   be taken by the OAuth key.
   */
  create(member: Member, facts: ConnectorFacts): Promise<Connector>;
  /** Changes what is given; settings are replaced as a whole. @throws DomainError as `create`. */
  update(member: Member, id: string, changes: ConnectorChanges): Promise<Connector>;
  /** Answers what was removed. @throws DomainError `CONFLICT` that names the workflows that use it. */
  remove(member: Member, id: string): Promise<Connector>;
  find(member: Member, id: string): Promise<Connector>;
  /** Newest first. */
  list(
    member: Member,
    query: ConnectorFilter & Pick<ConnectorQuery, "offset" | "limit">,
  ): Promise<readonly Connector[]>;
  count(member: Member, filter: ConnectorFilter): Promise<number>;
  /** Those of the ids that the member sees, in any order. */
  seen(member: Member, ids: readonly string[]): Promise<readonly Connector[]>;
  /** In clear to those who may change the connector; others see its secrets as `HIDDEN_SECRET`. */
  settings(member: Member, id: string): Promise<ConnectorSettings>;
  /** Undefined where the service has connectors of that kind no more. */
  kindOf(connector: Pick<Connector, "kindId">): ConnectorKind | undefined;
}

/** Which connectors a list shows. */
export interface ConnectorFilter extends Pick<
  ConnectorQuery,
  "mode" | "name" | "search" | "createdBy" | "workflowId"
> {
  /** Only those that can be this end of a workflow. */
  readonly direction?: EndpointDirection | undefined;
}

export interface ConnectorUseCasePorts {
  readonly database: Database<ConnectorRecords & WorkflowRecords & ShareRecords & OAuthRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
}
