import type { FreshSettings } from "../oauth/fresh-settings.ts";
import type { Database, SecretBox } from "../ports.ts";
import type { Connection, ConnectorCatalogue } from "./connector-ports.ts";
import { sealedSettings } from "./connector-settings.ts";
import type { ConnectorRecords } from "./connector-store.ts";
import type { Connector } from "./connector.ts";

export interface OpenPorts {
  readonly database: Database<ConnectorRecords>;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  readonly freshSettings: FreshSettings;
}

/**
 * Opens the connection of a connector; the caller disposes it. Settings that change on their own, such as renewed
 * tokens, are stored; they do not count as a change of the connector.
 *
 * @throws ConnectorError
 */
export async function openConnector(
  { database, secrets, catalogue, freshSettings }: OpenPorts,
  connector: Connector,
  signal: AbortSignal,
): Promise<Connection> {
  return catalogue.open(connector.kindId, await freshSettings.of(connector), {
    signal,
    async keepSettings(changed) {
      const changes = { sealedSettings: sealedSettings(secrets, connector, changed) };
      await database.transaction(({ connectors }) => connectors.update(connector.id, changes));
    },
  });
}
