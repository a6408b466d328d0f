import { ConnectorError, type Connection, type FileSource } from "../connectors/connector-ports.ts";
import { openConnector, type OpenPorts } from "../connectors/open-connector.ts";
import { DomainError } from "../domain-error.ts";
import { documentsTaken } from "../workflows/endpoint-configuration.ts";
import { workflowProblems } from "../workflows/workflow-problems.ts";
import { ENDPOINT_DIRECTIONS, type Workflow, type WorkflowEndpoint } from "../workflows/workflow.ts";
import type { Run, RunFile } from "./run.ts";
import type { Database } from "../ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";

/** The workflow of a run as it is now, with both endpoints. */
export interface RunPlan {
  readonly workflow: Workflow;
  readonly source: WorkflowEndpoint;
  readonly destination: WorkflowEndpoint;
}

/** A file of a run that is under way. */
export interface FileAtWork {
  readonly run: Run;
  readonly file: RunFile;
  readonly plan: RunPlan;
}

/** @throws DomainError `CONFLICT` if an endpoint of the workflow is not configured, or the workflow is inactive. */
export async function planOf(
  { database: { records } }: { readonly database: Database<WorkflowRecords> },
  run: Run,
): Promise<RunPlan> {
  const workflow = await records.workflows.find(run.workflowId);
  const endpoints = await records.workflowEndpoints.listOfWorkflows([run.workflowId]);
  const [problem] = workflowProblems(workflow, endpoints, []);
  const [source, destination] = ENDPOINT_DIRECTIONS.map((direction) =>
    endpoints.find((one) => one.direction === direction),
  );
  if (workflow && source && destination && !problem) return { workflow, source, destination };
  throw new DomainError("CONFLICT", problem?.message ?? "The workflow was deleted.");
}

/**
 * Opens the connection of an endpoint; the caller disposes it.
 *
 * @throws ConnectorError, DomainError `CONFLICT` if the endpoint has no connector.
 */
export async function openConnection(
  ports: OpenPorts,
  { connectorId, direction }: WorkflowEndpoint,
  signal: AbortSignal,
): Promise<Connection> {
  const { connectors } = ports.database.records;
  const connector = connectorId === null ? undefined : await connectors.find(connectorId);
  if (!connector)
    throw new DomainError(
      "CONFLICT",
      `The connector of the ${direction} was deleted. Choose another connector.`,
    );
  return openConnector(ports, connector, signal);
}

/** @throws ConnectorError if the connector cannot read files. */
export function sourceOf(connection: Connection, end: RunPlan["source"]): FileSource {
  const { source, documents } = connection;
  if (end.connection === "file_system" && source) return source;
  if (end.connection === "database" && documents) return documents(documentsTaken(end));
  throw new ConnectorError("FAILED", "The connector of the source cannot read files.");
}

/**
 * The human-readable reason of a permanent failure; undefined if a retry may succeed, for example when a store cannot
 * be reached.
 */
export function permanentReason(error: unknown): string | undefined {
  if (error instanceof ConnectorError && error.code !== "UNREACHABLE") return error.message;
  return error instanceof DomainError && error.code !== "UNAVAILABLE" ? error.message : undefined;
}

/** The reason of a failure that may be temporary, for users: errors of other libraries name paths and tables. */
export function temporaryReason(error: unknown): string {
  const isForUsers = error instanceof ConnectorError || error instanceof DomainError;
  return isForUsers ? error.message : "An internal error occurred; the operator finds it in the log.";
}
