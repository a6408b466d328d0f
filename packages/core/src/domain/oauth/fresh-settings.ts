import {
  ConnectorError,
  type ConnectorCatalogue,
  type ConnectorSettings,
} from "../connectors/connector-ports.ts";
import { openedSettings, sealedSettings } from "../connectors/connector-settings.ts";
import type { Connector } from "../connectors/connector.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import { credentialsOf, staleRefreshToken } from "./oauth-credentials.ts";
import { OAuthError, type OAuthClient } from "./oauth-ports.ts";

export interface FreshSettingsPorts {
  readonly database: Database<ConnectorRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly catalogue: ConnectorCatalogue;
  readonly oauthClient: OAuthClient;
}

/**
 * The settings of connectors, in clear, with access tokens that remain valid for some time. Concurrent requests share
 * one refresh: within this process they wait for it, across processes for the record's lock.
 */
export interface FreshSettings {
  /** @throws ConnectorError `REAUTHENTICATE` if the provider rejects the refresh, `UNREACHABLE`. */
  of(connector: Connector): Promise<ConnectorSettings>;
}

export function createFreshSettings(ports: FreshSettingsPorts): FreshSettings {
  const { secrets, environment, catalogue } = ports;
  const underWay = new Map<string, Promise<ConnectorSettings>>();
  return {
    async of(connector) {
      const settings = openedSettings(secrets, connector);
      const backend = catalogue.find(connector.kindId)?.oauthBackend;
      if (backend === undefined || staleRefreshToken(settings, environment.now()) === undefined)
        return settings;
      const found = underWay.get(connector.id);
      if (found) return found;
      const refreshing = refresh(ports, connector.id, backend);
      underWay.set(connector.id, refreshing);
      try {
        return await refreshing;
      } finally {
        underWay.delete(connector.id);
      }
    },
  };
}

async function refresh(ports: FreshSettingsPorts, id: string, backend: string): Promise<ConnectorSettings> {
  const outcome = await ports.database.transaction(async ({ connectors }) => {
    const connector = await connectors.lock(id);
    if (!connector) throw new ConnectorError("NOT_FOUND", "The connector was deleted.");
    const now = ports.environment.now();
    const settings = openedSettings(ports.secrets, connector);
    const refreshToken = staleRefreshToken(settings, now);
    // Another process has refreshed it meanwhile.
    if (refreshToken === undefined) return settings;
    const tokens = await ports.oauthClient.refresh(backend, refreshToken).catch(refusal);
    if (tokens instanceof OAuthError) {
      await connectors.update(id, { reauthenticateSince: now });
      return tokens;
    }
    const fresh = { ...settings, ...credentialsOf(tokens, { provider: backend, now }) };
    const sealed = sealedSettings(ports.secrets, connector, fresh);
    await connectors.update(id, { sealedSettings: sealed, reauthenticateSince: null });
    return fresh;
  });
  if (!(outcome instanceof OAuthError)) return outcome;
  throw new ConnectorError(
    "REAUTHENTICATE",
    `The provider did not refresh the access token: ${outcome.message}`,
    {
      cause: outcome,
    },
  );
}

/** A rejection by the provider is an outcome; if the provider does not respond, a retry may succeed. */
function refusal(error: unknown): OAuthError {
  if (!(error instanceof OAuthError)) throw error;
  if (error.refused) return error;
  throw new ConnectorError("UNREACHABLE", error.message, { cause: error });
}
