import type { ConnectorKind } from "../connector-queries.ts";

/** What the service shows in place of a stored secret; sent back, it keeps the secret. */
export const HIDDEN_SECRET = "********";

/** Whether the settings of a kind contain secrets; the schema marks them with the format "password". */
export function hasSecrets({ settingsSchema }: Pick<ConnectorKind, "settingsSchema">): boolean {
  return JSON.stringify(settingsSchema).includes('"format":"password"');
}
