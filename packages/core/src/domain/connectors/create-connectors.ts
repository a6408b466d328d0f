import type { Member } from "../access/model/caller.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import { secretsSeenIn, seenAmong, seenBy, visibilityOf } from "../sharing/record-access.ts";
import type { ConnectorQuery } from "./connector-store.ts";
import { openedSettings } from "./connector-settings.ts";
import type { Connector } from "./connector.ts";
import { createConnector, removeConnector, updateConnector } from "./manage-connectors.ts";
import type { ConnectorSettings } from "./connector-ports.ts";
import type { Connectors, ConnectorFilter, ConnectorUseCasePorts } from "./connectors.ts";
import { withoutSecrets } from "./secret-settings.ts";

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
    async maskedSettings(member, id) {
      const connector = await find(member, id);
      return withoutSecrets(openedSettings(ports.secrets, connector), ports.catalogue.find(connector.kindId));
    },
    secretsSet(connector) {
      const shown = withoutSecrets(
        openedSettings(ports.secrets, connector),
        ports.catalogue.find(connector.kindId),
      );
      return Object.keys(shown).filter((name) => shown[name] === HIDDEN_SECRET);
    },
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
