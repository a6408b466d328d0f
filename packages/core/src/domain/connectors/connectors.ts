import type { Member } from "../access/caller.ts";
import type { Database, Environment } from "../ports.ts";
import type { SecretBox } from "../secret-box.ts";
import { secretsSeenIn, seenAmong, seenBy, visibilityOf } from "../sharing/record-access.ts";
import type { ConnectorCatalogue, ConnectorKind, ConnectorSettings } from "./connector-ports.ts";
import type { ConnectorQuery } from "./connector-store.ts";
import { openedSettings } from "./connector-settings.ts";
import type { Connector } from "./connector.ts";
import { withoutSecrets } from "./secret-settings.ts";
import type { EndpointDirection } from "../workflows/workflow.ts";
import { createConnector, removeConnector, updateConnector } from "./manage-connectors.ts";

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
  readonly database: Database;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
}

export function createConnectors(ports: ConnectorUseCasePorts): Connectors {
  const { records } = ports.database;
  const find = async (member: Member, id: string): Promise<Connector> =>
    seenBy(records, member, { kind: "connector", record: await records.connectors.find(id) });
  return {
    create: (member, facts) => createConnector(ports, member, facts),
    update: (member, id, changes) => updateConnector(ports, member, { id, changes }),
    remove: (member, id) => removeConnector(ports, member, id),
    find,
    list: (member, { offset, limit, ...filter }) =>
      records.connectors.list({ ...queryOf(ports, member, filter), offset, limit }),
    count: (member, filter) => records.connectors.count(queryOf(ports, member, filter)),
    seen: async (member, ids) =>
      seenAmong(records, member, { kind: "connector", records: await records.connectors.listByIds(ids) }),
    settings: (member, id) => settingsFor(ports, member, id),
    kindOf: ({ kindId }) => ports.catalogue.find(kindId),
  };
}

async function settingsFor(
  { database: { records }, secrets, catalogue }: ConnectorUseCasePorts,
  member: Member,
  id: string,
): Promise<ConnectorSettings> {
  const record = await records.connectors.find(id);
  const connector = await seenBy(records, member, { kind: "connector", record });
  const settings = openedSettings(secrets, connector);
  const [inClear] = await secretsSeenIn(records, member, { kind: "connector", records: [connector] });
  return inClear ? settings : withoutSecrets(settings, catalogue.find(connector.kindId));
}

function queryOf(
  { catalogue }: ConnectorUseCasePorts,
  member: Member,
  { direction, ...filter }: ConnectorFilter,
): Omit<ConnectorQuery, "offset" | "limit"> {
  const able = catalogue.kinds.filter(({ canRead, canWrite }) =>
    direction === "source" ? canRead : canWrite,
  );
  const kindIds = direction && able.map(({ id }) => id);
  return { ...filter, kindIds, ...visibilityOf(member) };
}
