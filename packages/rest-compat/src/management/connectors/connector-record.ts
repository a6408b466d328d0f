import type { Connector, ConnectorMode, ConnectorSettings } from "@galley/core/domain";
import { z } from "zod";
import type { Visit } from "../visit.ts";
import { ownershipFields, ownershipOfEach } from "../ownership.ts";

/** A connector in a list: without its settings, which hold credentials. */
export const connectorRow = z.object({
  id: z.string(),
  connector_name: z.string(),
  connector_id: z.string(),
  connector_version: z.string(),
  connector_mode: z.enum(["FILE_SYSTEM", "DATABASE"]),
  icon: z.string(),
  ...ownershipFields,
});

export const connectorRecord = connectorRow.extend({
  connector_metadata: z
    .record(z.string(), z.unknown())
    .describe("The settings. Secrets are ******** for callers who cannot change the connector."),
});

const MODES = { file_system: "FILE_SYSTEM", database: "DATABASE" } as const satisfies Record<
  ConnectorMode,
  string
>;

export async function connectorRows(
  visit: Visit,
  connectors: readonly Connector[],
): Promise<z.output<typeof connectorRow>[]> {
  const ownerships = await ownershipOfEach(visit, "connector", connectors);
  return ownerships.flatMap((ownership, index) => {
    const connector = connectors[index];
    if (!connector) return [];
    return [
      {
        id: connector.id,
        connector_name: connector.name,
        connector_id: connector.kindId,
        connector_version: connector.version,
        connector_mode: MODES[connector.mode],
        icon: visit.application.connectors.kindOf(connector)?.icon ?? "",
        ...ownership,
      },
    ];
  });
}

/** A connector with its settings. Secrets are masked for callers who cannot change it. */
export async function connectorDetail(visit: Visit, id: string): Promise<z.output<typeof connectorRecord>> {
  const { application, member } = visit;
  const connector = await application.connectors.find(member, id);
  const settings: ConnectorSettings = await application.connectors.settings(member, id);
  const [row] = await connectorRows(visit, [connector]);
  if (!row) throw new TypeError("A connector has a row.");
  return { ...row, connector_metadata: { ...settings } };
}
