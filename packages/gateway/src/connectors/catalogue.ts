import { DomainError, type ConnectorCatalogue, type ConnectorSettings } from "@galley/core/domain";
import type { AnyConnector, Surroundings } from "./connector-definition.ts";
import { testConnection } from "./connection-test.ts";

export function createCatalogue(
  connectors: readonly AnyConnector[],
  surroundings: Surroundings,
): ConnectorCatalogue {
  const byId = new Map(connectors.map((connector) => [connector.kind.id, connector]));
  const connectorOf = (kindId: string): AnyConnector => {
    const connector = byId.get(kindId);
    if (connector) return connector;
    throw new DomainError("BAD_INPUT", "kindId: there is no connector of this kind", { field: "kindId" });
  };
  const check = (kindId: string, settings: unknown): ConnectorSettings => {
    const checked = connectorOf(kindId).check(settings);
    if (checked.success) return checked.data;
    const [issue] = checked.error.issues;
    const field = ["settings", ...(issue?.path ?? [])].join(".");
    throw new DomainError("BAD_INPUT", `${field}: ${issue?.message}`, { field });
  };
  return {
    kinds: connectors.filter(({ listed }) => listed).map(({ kind }) => kind),
    find: (kindId) => byId.get(kindId)?.kind,
    check,
    async open(kindId, settings, context) {
      const opened = await connectorOf(kindId).open(settings, surroundings, context);
      return opened;
    },
    test: (kindId, settings, context) =>
      testConnection(connectorOf(kindId), check(kindId, settings), surroundings, context),
  };
}
