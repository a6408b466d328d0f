import type { ConnectorCatalogue, ConnectorKind } from "../connectors/connector-ports.ts";
import type { Connector } from "../connectors/connector.ts";
import type { Database, Environment } from "../ports.ts";
import type { ConnectorRecords } from "../connectors/connector-store.ts";
import type { RunRecords } from "../runs/run-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import type { Run } from "../runs/run.ts";
import { nextSlot } from "../schedules/cron.ts";
import { workflowProblems, type PipelineProblem } from "../workflows/workflow-problems.ts";
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
  /** Why its runs would fail, as far as it is known without connecting. */
  readonly problems: readonly PipelineProblem[];
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
  const { endOf, connectors } = await endsOf(ports, endpoints);
  const runsOf = Map.groupBy(runs, ({ pipelineId }) => pipelineId);
  return pipelines.map((pipeline) => ({
    workflow: workflows.find(({ id }) => id === pipeline.workflowId),
    source: endOf(pipeline, "source"),
    destination: endOf(pipeline, "destination"),
    problems: problemsOf(pipeline, { workflows, endpoints, connectors }),
    latestRuns: runsOf.get(pipeline.id) ?? [],
    nextRunAt: nextRunAt(pipeline, ports.environment.now()),
  }));
}

function problemsOf(
  { workflowId, cron }: Pipeline,
  known: {
    readonly workflows: readonly Workflow[];
    readonly endpoints: readonly WorkflowEndpoint[];
    readonly connectors: readonly Connector[];
  },
): readonly PipelineProblem[] {
  const workflow = known.workflows.find(({ id }) => id === workflowId);
  const endpoints = known.endpoints.filter((one) => one.workflowId === workflowId);
  const problems = workflowProblems(workflow, endpoints, known.connectors);
  const isPosted = endpoints.some((one) => one.direction === "source" && one.connection === "api");
  if (cron === null || !isPosted) return problems;
  const message = "The files of this pipeline are posted, so its scheduled runs would find none.";
  return [...problems, { code: "nothing_to_schedule", message }];
}

/** The next scheduled run; undefined if there is none. */
function nextRunAt({ active, cron, timeZone }: Pipeline, now: Date): Date | undefined {
  return active && cron !== null ? nextSlot({ cron, timeZone }, now) : undefined;
}

type EndOf = (pipeline: Pipeline, direction: EndpointDirection) => PipelineEnd;

async function endsOf(
  { database: { records }, catalogue }: DetailPorts,
  endpoints: readonly WorkflowEndpoint[],
): Promise<{ readonly endOf: EndOf; readonly connectors: readonly Connector[] }> {
  const ids = endpoints.flatMap(({ connectorId }) => connectorId ?? []);
  const connectors = await records.connectors.listByIds(ids);
  const byId = new Map(connectors.map((one) => [one.id, one]));
  const endOf: EndOf = ({ workflowId }, direction) => {
    const endpoint = endpoints.find((one) => one.workflowId === workflowId && one.direction === direction);
    const connector = byId.get(endpoint?.connectorId ?? "");
    return { endpoint, connector, kind: connector && catalogue.find(connector.kindId) };
  };
  return { endOf, connectors };
}
