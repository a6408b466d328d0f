import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import { assertUnmodified } from "../assert-unmodified.ts";
import { checkedFacts } from "../checked-facts.ts";
import type { ConnectorCatalogue } from "../connectors/connector-ports.ts";
import type { Connector } from "../connectors/connector.ts";
import { DomainError } from "../domain-error.ts";
import type { Transaction } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "./workflow-ports.ts";
import { managedBy, seenAmong, seenBy } from "../sharing/record-access.ts";
import type { FieldsRecords } from "../fields/reading-ports.ts";
import { destinationSchema } from "./destination-schema.ts";
import { checkConfiguration } from "./endpoint-configuration.ts";
import { CONNECTION_TYPES, type WorkflowEndpoint } from "./workflow.ts";
import type { EndpointFacts, WorkflowUseCasePorts } from "./workflows.ts";

const changedFacts = z.object({
  connection: z.enum(CONNECTION_TYPES).nullable().exactOptional(),
  connectorId: z.string().nullable().exactOptional(),
  configuration: z.record(z.string(), z.unknown()).exactOptional(),
});

/** Members who can see a workflow can see its endpoints. */
export async function findEndpoint(
  records: WorkflowRecords & ShareRecords,
  member: Member,
  id: string,
): Promise<WorkflowEndpoint> {
  const endpoint = await records.workflowEndpoints.find(id);
  const record = endpoint && (await records.workflows.find(endpoint.workflowId));
  if (!endpoint) throw notFound();
  await seenBy(records, member, { kind: "workflow", record });
  return endpoint;
}

export async function updateEndpoint(
  ports: WorkflowUseCasePorts,
  member: Member,
  { id, changes }: { readonly id: string; readonly changes: EndpointFacts },
): Promise<WorkflowEndpoint> {
  return ports.database.transaction((records) => changeEndpoint(ports, records, { member, id, changes }));
}

/** See `Workflows.updateEndpoint`. */
export async function changeEndpoint(
  {
    environment,
    catalogue,
    fieldsReader,
  }: Pick<WorkflowUseCasePorts, "environment" | "catalogue" | "fieldsReader">,
  records: Transaction<WorkflowRecords & ConnectorRecords & ShareRecords & UserRecords & FieldsRecords>,
  { member, id, changes }: { readonly member: Member; readonly id: string; readonly changes: EndpointFacts },
): Promise<WorkflowEndpoint> {
  assertTier(member, "change");
  const checked = checkedFacts(changedFacts, changes);
  const endpoint = await managedEndpoint(records, member, id);
  await assertUnmodified(records, changes, { what: endpoint.direction, ...endpoint });
  const connector = await newConnector(records, member, checked.connectorId);
  const { connection, connectorId, configuration } = merged(endpoint, checked, connector);
  if (connector) assertFits(catalogue, connector, { ...endpoint, connection });
  if (connection) {
    checkConfiguration(endpoint.direction, connection, configuration);
    if (endpoint.direction === "destination") {
      await destinationSchema({ database: { records }, fieldsReader }, member, { connection, configuration });
    }
  } else if (Object.keys(configuration).length > 0)
    throw wrong("configuration", "expected with a connection");
  const facts = { connection, connectorId, configuration, updatedAt: environment.now() };
  await records.workflowEndpoints.update(id, facts);
  return { ...endpoint, ...facts };
}

/** The workflow is locked, so concurrent changes of an endpoint do not interfere. */
async function managedEndpoint(
  records: Transaction<WorkflowRecords & ShareRecords>,
  member: Member,
  id: string,
): Promise<WorkflowEndpoint> {
  const found = await records.workflowEndpoints.find(id);
  if (!found) throw notFound();
  const record = await records.workflows.lock(found.workflowId);
  await managedBy(records, member, { kind: "workflow", record });
  return (await records.workflowEndpoints.find(id)) ?? found;
}

/** The connector is locked, so it is not deleted meanwhile. */
async function newConnector(
  records: Transaction<ConnectorRecords & ShareRecords>,
  member: Member,
  connectorId: string | null | undefined,
): Promise<Connector | undefined> {
  if (connectorId === null || connectorId === undefined) return undefined;
  const found = await records.connectors.lock(connectorId);
  const [connector] = await seenAmong(records, member, { kind: "connector", records: found ? [found] : [] });
  if (connector) return connector;
  throw wrong("connectorId", "connector not found");
}

type Parts = Pick<WorkflowEndpoint, "connection" | "connectorId" | "configuration">;

/** If the connection type is not given, it follows from the connector. */
function merged(before: Parts, changes: Partial<Parts>, connector: Connector | undefined): Parts {
  const connection = changes.connection ?? connector?.mode ?? before.connection;
  const isOther = connection !== before.connection || changes.connection === null;
  return {
    connection: changes.connection === null ? null : connection,
    connectorId: changes.connectorId ?? (isOther || changes.connectorId === null ? null : before.connectorId),
    configuration: changes.configuration ?? (isOther ? {} : before.configuration),
  };
}

function assertFits(
  catalogue: ConnectorCatalogue,
  { mode, kindId, name }: Connector,
  { direction, connection }: Pick<WorkflowEndpoint, "direction" | "connection">,
): void {
  if (connection !== mode) throw wrong("connectorId", `"${name}" is a connector of the mode ${mode}`);
  const kind = catalogue.find(kindId);
  if (!kind) throw wrong("connectorId", `the service no longer has the kind of the connector "${name}"`);
  if (direction === "source" ? kind.canRead : kind.canWrite) return;
  throw wrong("connectorId", `"${name}" cannot be a ${direction}`);
}

function notFound(): DomainError {
  return new DomainError("NOT_FOUND", "Workflow endpoint not found.");
}

function wrong(field: string, reason: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${reason}`, { field });
}
