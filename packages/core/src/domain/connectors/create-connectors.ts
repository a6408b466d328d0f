import type { Member } from "../access/caller.ts";
import { seenAmong, seenBy, visibilityOf } from "../sharing/record-access.ts";
import type { ConnectorQuery } from "./connector-store.ts";
import { openedSettings } from "./connector-settings.ts";
import type { Connector } from "./connector.ts";
import { createConnector, removeConnector, updateConnector } from "./manage-connectors.ts";
import type { Connectors, ConnectorFilter, ConnectorUseCasePorts } from "./connectors.ts";

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
    settings: async (member, id) => openedSettings(ports.secrets, await find(member, id)),
    kindOf: ({ kindId }) => ports.catalogue.find(kindId),
  };
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
