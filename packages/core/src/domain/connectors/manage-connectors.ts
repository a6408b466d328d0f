import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { assertUnmodified } from "../assert-unmodified.ts";
import { checkedFacts, nameOf } from "../checked-facts.ts";
import { DomainError } from "../domain-error.ts";
import { takeOAuthCredentials } from "../oauth/take-credentials.ts";
import type { Transaction } from "../ports.ts";
import type { ConnectorRecords } from "./connector-store.ts";
import type { OAuthRecords } from "../oauth/oauth-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import { managedBy } from "../sharing/record-access.ts";
import { kindOf } from "./connector-kinds.ts";
import type { ConnectorKind, ConnectorSettings } from "./connector-ports.ts";
import { openedSettings, sealedSettings } from "./connector-settings.ts";
import type { Connector } from "./connector.ts";
import { withStoredSecrets } from "./secret-settings.ts";
import type { ConnectorChanges, ConnectorFacts, ConnectorUseCasePorts } from "./connectors.ts";

const nameFacts = z.object({ name: nameOf(128).exactOptional() });

export async function createConnector(
  ports: ConnectorUseCasePorts,
  member: Member,
  facts: ConnectorFacts,
): Promise<Connector> {
  assertTier(member, "change");
  const { database, environment, secrets, catalogue } = ports;
  const { name } = checkedFacts(nameFacts, { name: facts.name });
  const kind = kindOf(catalogue, facts.kindId);
  return database.transaction(async (records) => {
    const given = await withCredentials(ports, records, { member, kind, facts });
    const settings = catalogue.check(kind.id, given);
    await catalogue.assertAllowed(kind.id, settings);
    const place = { id: environment.uuid(), organizationId: member.organizationId };
    const createdAt = environment.now();
    const connector: Connector = {
      ...place,
      name: name ?? nameIn(settings, kind),
      kindId: kind.id,
      mode: kind.mode,
      version: "",
      sealedSettings: sealedSettings(secrets, place, settings),
      reauthenticateSince: null,
      createdBy: member.userId,
      modifiedBy: member.userId,
      sharedToOrganization: false,
      createdAt,
      updatedAt: createdAt,
    };
    if (await records.connectors.insert(connector)) return connector;
    throw nameTaken(connector.name);
  });
}

export async function updateConnector(
  ports: ConnectorUseCasePorts,
  member: Member,
  { id, changes }: { readonly id: string; readonly changes: ConnectorChanges },
): Promise<Connector> {
  assertTier(member, "change");
  const named = checkedFacts(nameFacts, { name: changes.name });
  return ports.database.transaction(async (records) => {
    const connector = await managedConnector(records, member, id);
    await assertUnmodified(records, changes, { what: "connector", ...connector });
    const facts = {
      ...named,
      ...(await newSettings(ports, records, { member, connector, changes })),
      modifiedBy: member.userId,
      updatedAt: ports.environment.now(),
    };
    const changed = { ...connector, ...facts };
    if (await records.connectors.update(id, facts)) return changed;
    throw nameTaken(changed.name);
  });
}

export async function removeConnector(
  { database }: ConnectorUseCasePorts,
  member: Member,
  id: string,
): Promise<Connector> {
  assertTier(member, "remove");
  return database.transaction(async (records) => {
    const connector = await managedConnector(records, member, id);
    await assertUnused(records, connector);
    await records.shares.removeAll(id);
    await records.connectors.remove(id);
    return connector;
  });
}

async function managedConnector(
  records: Transaction<ConnectorRecords & ShareRecords>,
  member: Member,
  id: string,
): Promise<Connector> {
  return managedBy(records, member, { kind: "connector", record: await records.connectors.lock(id) });
}

/** New credentials may work although the old ones were rejected. */
async function newSettings(
  ports: ConnectorUseCasePorts,
  records: Transaction<OAuthRecords>,
  { member, connector, changes }: { member: Member; connector: Connector; changes: ConnectorChanges },
): Promise<Partial<Pick<Connector, "sealedSettings" | "reauthenticateSince">>> {
  const { kindId = connector.kindId, settings, oauthKey } = changes;
  if (kindId !== connector.kindId) {
    throw new DomainError("BAD_INPUT", "kindId: the kind of a connector cannot be changed", {
      field: "kindId",
    });
  }
  if (settings === undefined && oauthKey === undefined) return {};
  const stored = openedSettings(ports.secrets, connector);
  const facts = { settings: withStoredSecrets(settings ?? stored, stored), oauthKey };
  const given = await withCredentials(ports, records, {
    member,
    kind: kindOf(ports.catalogue, kindId),
    facts,
  });
  const checked = ports.catalogue.check(kindId, given);
  await ports.catalogue.assertAllowed(kindId, checked);
  return { sealedSettings: sealedSettings(ports.secrets, connector, checked), reauthenticateSince: null };
}

/** The given settings, merged with the credentials of an OAuth flow if its key is given. */
async function withCredentials(
  ports: ConnectorUseCasePorts,
  records: Transaction<OAuthRecords>,
  {
    member,
    kind,
    facts: { settings, oauthKey: key },
  }: { member: Member; kind: ConnectorKind; facts: Pick<ConnectorFacts, "settings" | "oauthKey"> },
): Promise<unknown> {
  if (key === undefined) return settings;
  const { oauthBackend: backend } = kind;
  if (backend === undefined) {
    throw new DomainError("BAD_INPUT", `oauthKey: ${kind.name} does not use OAuth credentials`, {
      field: "oauthKey",
    });
  }
  const credentials = await takeOAuthCredentials(ports, records, { member, key, backend });
  return { ...Object(settings), ...credentials };
}

async function assertUnused(
  { workflows, workflowEndpoints }: Transaction<WorkflowRecords>,
  { id, name }: Connector,
): Promise<void> {
  const endpoints = await workflowEndpoints.listOfConnectors([id]);
  if (endpoints.length === 0) return;
  const users = await workflows.listByIds(endpoints.map(({ workflowId }) => workflowId));
  const names = users.map((workflow) => workflow.name).toSorted();
  throw new DomainError(
    "CONFLICT",
    `Cannot delete '${name}'. It is currently being used in one or more workflows: ${names.join(", ")}.`,
  );
}

const calledSchema = z.object({ connectorName: nameOf(128) });

/** The name that clients put into the settings, if any. */
function nameIn(settings: ConnectorSettings, { name }: ConnectorKind): string {
  return calledSchema.safeParse(settings).data?.connectorName ?? name;
}

function nameTaken(name: string): DomainError {
  return new DomainError("CONFLICT", `A connector named "${name}" already exists. Choose another name.`, {
    field: "name",
  });
}
