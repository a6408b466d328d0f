import { DomainError, type ConnectorCatalogue, type ConnectorSettings } from "@galley/core/domain";
import type { AnyConnector, ConnectorDependencies } from "./connector-definition.ts";
import { withArchiveFiles } from "./files/archive-files.ts";
import { connectionSteps } from "./connection-test.ts";
import { redactedConnection } from "./redacted-connection.ts";
import { redacted, redactedError } from "./redacted.ts";
import { settingFault, type SettingFault } from "./setting-fault.ts";

export function createCatalogue(
  connectors: readonly AnyConnector[],
  dependencies: ConnectorDependencies,
): ConnectorCatalogue {
  const byId = new Map(connectors.map((connector) => [connector.kind.id, connector]));
  const connectorOf = (kindId: string): AnyConnector => {
    const connector = byId.get(kindId);
    if (connector) return connector;
    throw new DomainError("BAD_INPUT", "kindId: there is no connector of this kind", { field: "kindId" });
  };
  const refusal = ({ path, message }: SettingFault): DomainError => {
    const field = ["settings", ...path].join(".");
    return new DomainError("BAD_INPUT", `${field}: ${message}`, { field });
  };
  const check = (kindId: string, settings: unknown): ConnectorSettings => {
    const checked = connectorOf(kindId).check(settings);
    if (checked.success) return checked.data;
    throw refusal(settingFault(checked.error));
  };
  return {
    kinds: connectors.filter(({ listed }) => listed).map(({ kind }) => kind),
    find: (kindId) => byId.get(kindId)?.kind,
    check,
    async assertAllowed(kindId, settings) {
      const fault = await connectorOf(kindId).forbidden(settings, dependencies);
      if (fault) throw refusal(fault);
    },
    async open(kindId, settings, context) {
      const known = [settings];
      const redact = (error: unknown): unknown => known.reduce(redactedError, error);
      const keepSettings = async (changed: ConnectorSettings): Promise<void> => {
        known.push(changed);
        await context.keepSettings?.(changed);
      };
      try {
        const following = context.keepSettings ? { ...context, keepSettings } : context;
        const connection = await connectorOf(kindId).open(settings, dependencies, following);
        return withArchiveFiles(redactedConnection(connection, redact));
      } catch (error) {
        throw redact(error);
      }
    },
    async *test(kindId, settings, context) {
      const checked = check(kindId, settings);
      for await (const step of connectionSteps(connectorOf(kindId), checked, dependencies, context)) {
        yield { ...step, message: redacted(step.message, checked) };
      }
    },
  };
}
