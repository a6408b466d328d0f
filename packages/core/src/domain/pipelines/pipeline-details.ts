import type { ConnectorCatalogue, ConnectorKind } from "../connectors/connector-ports.ts";
import type { Connector } from "../connectors/connector.ts";
import type { Database, Environment } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { RunRecords } from "../runs/run-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { Run } from "../runs/run.ts";
import { nextSlot } from "../schedules/cron.ts";
import type { EndpointDirection, Workflow, WorkflowEndpoint } from "../workflows/workflow.ts";
import type { Pipeline } from "./pipeline.ts";

/** One endpoint of a pipeline's workflow. */
export interface PipelineEnd {
  readonly endpoint: WorkflowEndpoint | undefined;
  readonly connector: Connector | undefined;
  readonly kind: ConnectorKind | undefined;
}

/** Records related to a pipeline. */
export interface PipelineDetails {
  readonly workflow: Workflow | undefined;
  readonly source: PipelineEnd;
  readonly destination: PipelineEnd;
  /** The latest runs, newest first. */
  readonly latestRuns: readonly Run[];
  /** The next scheduled run; undefined if there is none. */
  readonly nextRunAt: Date | undefined;
}

/** The number of latest runs in the details. */
const LATEST_RUNS = 5;

interface DetailPorts {
  readonly database: Database<WorkflowRecords & ConnectorRecords & RunRecords>;
  readonly environment: Environment;
  readonly catalogue: ConnectorCatalogue;
}

/** One query for each kind of record, whatever the number of pipelines. */
export async function detailsOfEach(
  ports: DetailPorts,
  pipelines: readonly Pipeline[],
): Promise<readonly PipelineDetails[]> {
  const { records } = ports.database;
  const workflowIds = [...new Set(pipelines.map(({ workflowId }) => workflowId))];
  const [workflows, endpoints, runs] = await Promise.all([
    records.workflows.listByIds(workflowIds),
    records.workflowEndpoints.listOfWorkflows(workflowIds),
    records.runs.listLatest(
      pipelines.map(({ id }) => id),
      LATEST_RUNS,
    ),
  ]);
  const endOf = await endsOf(ports, endpoints);
  const runsOf = Map.groupBy(runs, ({ pipelineId }) => pipelineId);
  return pipelines.map((pipeline) => ({
    workflow: workflows.find(({ id }) => id === pipeline.workflowId),
    source: endOf(pipeline, "source"),
    destination: endOf(pipeline, "destination"),
    latestRuns: runsOf.get(pipeline.id) ?? [],
    nextRunAt: nextRunAt(pipeline, ports.environment.now()),
  }));
}

/** The next scheduled run; undefined if there is none. */
function nextRunAt({ active, cron, timeZone }: Pipeline, now: Date): Date | undefined {
  return active && cron !== null ? nextSlot({ cron, timeZone }, now) : undefined;
}

type EndOf = (pipeline: Pipeline, direction: EndpointDirection) => PipelineEnd;

async function endsOf(
  { database: { records }, catalogue }: DetailPorts,
  endpoints: readonly WorkflowEndpoint[],
): Promise<EndOf> {
  const ids = endpoints.flatMap(({ connectorId }) => connectorId ?? []);
  const connectors = new Map((await records.connectors.listByIds(ids)).map((one) => [one.id, one]));
  return ({ workflowId }, direction) => {
    const endpoint = endpoints.find((one) => one.workflowId === workflowId && one.direction === direction);
    const connector = connectors.get(endpoint?.connectorId ?? "");
    return { endpoint, connector, kind: connector && catalogue.find(connector.kindId) };
  };
}
