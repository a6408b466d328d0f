import type { Connector } from "../connectors/connector.ts";
import {
  ENDPOINT_DIRECTIONS,
  type EndpointDirection,
  type Workflow,
  type WorkflowEndpoint,
} from "./workflow.ts";

/** Why a pipeline cannot run. */
export const PIPELINE_PROBLEMS = [
  "workflow_inactive",
  "source_not_configured",
  "destination_not_configured",
  "source_unauthorized",
  "destination_unauthorized",
  "nothing_to_schedule",
] as const;
export type PipelineProblemCode = (typeof PIPELINE_PROBLEMS)[number];

/** A reason why the runs of a pipeline or workflow would fail. */
export interface PipelineProblem {
  readonly code: PipelineProblemCode;
  /** Human-readable, with what to do. */
  readonly message: string;
}

/** What keeps a workflow from running, as far as it is known without connecting. */
export function workflowProblems(
  workflow: Pick<Workflow, "active"> | undefined,
  endpoints: readonly WorkflowEndpoint[],
  connectors: readonly Connector[],
): readonly PipelineProblem[] {
  const problems: PipelineProblem[] = [];
  if (!workflow?.active) problems.push({ code: "workflow_inactive", message: "The workflow is inactive." });
  for (const direction of ENDPOINT_DIRECTIONS) {
    const endpoint = endpoints.find((one) => one.direction === direction);
    const problem = endpointProblem(direction, endpoint, connectors);
    if (problem) problems.push(problem);
  }
  return problems;
}

function endpointProblem(
  direction: EndpointDirection,
  endpoint: WorkflowEndpoint | undefined,
  connectors: readonly Connector[],
): PipelineProblem | undefined {
  if (!endpoint || !isConfigured(endpoint)) {
    const message = `The ${direction} of the workflow is not configured.`;
    return { code: `${direction}_not_configured`, message };
  }
  const connector = connectors.find(({ id }) => id === endpoint.connectorId);
  if (!connector?.reauthenticateSince) return undefined;
  const message = `The connector "${connector.name}" of the ${direction} must be authorized again.`;
  return { code: `${direction}_unauthorized`, message };
}

/** Whether it has all that a run needs. */
export function isConfigured({ connection, connectorId }: WorkflowEndpoint): boolean {
  return connection === "api" || (connection !== null && connectorId !== null);
}
