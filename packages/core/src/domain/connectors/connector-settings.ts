import { z } from "zod";
import type { SecretBox, SecretPlace } from "../ports.ts";
import type { ConnectorSettings } from "./connector-ports.ts";
import type { Connector } from "./connector.ts";

type Place = Pick<Connector, "id" | "organizationId">;

export function sealedSettings(secrets: SecretBox, connector: Place, settings: ConnectorSettings): string {
  return secrets.seal(JSON.stringify(settings), placeOf(connector));
}

/** The settings of a connector, in clear. */
export function openedSettings(
  secrets: SecretBox,
  connector: Place & Pick<Connector, "sealedSettings">,
): ConnectorSettings {
  return settingsSchema.parse(JSON.parse(secrets.open(connector.sealedSettings, placeOf(connector))));
}

const settingsSchema = z.record(z.string(), z.unknown());

function placeOf({ id, organizationId }: Place): SecretPlace {
  return { organizationId, table: "connector", row: id, column: "sealed_settings" };
}
