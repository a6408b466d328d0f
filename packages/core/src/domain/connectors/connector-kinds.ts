import type { Member } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import { readOAuthCredentials } from "../oauth/take-credentials.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { OAuthRecords } from "../oauth/oauth-ports.ts";
import type { EndpointDirection } from "../workflows/workflow.ts";
import { managedBy } from "../sharing/record-access.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { ConnectorCatalogue, ConnectorKind, ConnectorSettings } from "./connector-ports.ts";
import { openedSettings } from "./connector-settings.ts";
import type { ConnectorRecords } from "./connector-store.ts";
import type { ConnectorMode } from "./connector.ts";
import { withStoredSecrets } from "./secret-settings.ts";

/** The available connector kinds. */
export interface ConnectorKinds {
  /** In display order. */
  list(filter: {
    readonly direction?: EndpointDirection | undefined;
    readonly mode?: ConnectorMode | undefined;
  }): readonly ConnectorKind[];
  /** @throws DomainError `BAD_INPUT` of the field `kindId` if the kind is unknown. */
  find(kindId: string): ConnectorKind;
}

/** Settings that are not stored yet. */
export interface ConnectorTrial {
  readonly kindId: string;
  /** In clear, or `HIDDEN_SECRET` for a secret of the connector `connectorId`. */
  readonly settings: unknown;
  /** A connector that the member can change, whose secrets are used for masked ones. */
  readonly connectorId?: string | undefined;
  /** The key of an OAuth flow, whose credentials are used but not consumed. */
  readonly oauthKey?: string | undefined;
}

export interface ConnectorKindsPorts {
  readonly catalogue: ConnectorCatalogue;
  readonly database: Database<OAuthRecords & ConnectorRecords & ShareRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
}

/** @throws DomainError `BAD_INPUT` of the field `kindId` if the kind is unknown. */
export function kindOf(catalogue: ConnectorCatalogue, kindId: string): ConnectorKind {
  const kind = catalogue.find(kindId);
  if (kind) return kind;
  throw new DomainError("BAD_INPUT", "kindId: unknown connector kind", { field: "kindId" });
}

/**
 * Checked settings that are not stored, with the credentials of an OAuth flow.
 *
 * @throws DomainError `BAD_INPUT` if the kind is unknown or a setting is invalid; `EXPIRED` if the OAuth key has
 * no credentials.
 */
export async function settingsToTry(
  ports: ConnectorKindsPorts,
  member: Member,
  { kindId, settings, connectorId, oauthKey: key }: ConnectorTrial,
): Promise<ConnectorSettings> {
  const { catalogue } = ports;
  const { oauthBackend: backend } = kindOf(catalogue, kindId);
  const stored = connectorId === undefined ? {} : await storedSettings(ports, member, connectorId);
  const credentials =
    key === undefined || backend === undefined
      ? {}
      : await readOAuthCredentials(ports, { member, key, backend });
  return catalogue.check(kindId, { ...Object(withStoredSecrets(settings, stored)), ...credentials });
}

export function createConnectorKinds(ports: ConnectorKindsPorts): ConnectorKinds {
  const { catalogue } = ports;
  return {
    list: ({ direction, mode }) =>
      catalogue.kinds.filter(
        (kind) =>
          (direction !== "source" || kind.canRead) &&
          (direction !== "destination" || kind.canWrite) &&
          (mode === undefined || kind.mode === mode),
      ),
    find: (kindId) => kindOf(catalogue, kindId),
  };
}

/** @throws DomainError `NOT_FOUND`, `FORBIDDEN` if the member cannot change the connector. */
async function storedSettings(
  { database: { records }, secrets }: ConnectorKindsPorts,
  member: Member,
  connectorId: string,
): Promise<ConnectorSettings> {
  const record = await records.connectors.find(connectorId);
  return openedSettings(secrets, await managedBy(records, member, { kind: "connector", record }));
}
