import type { Workflow, WorkflowEndpoint } from "@galley/core/domain";
import { z } from "zod";
import type { Visit } from "../visit.ts";
import { ownershipFields, ownershipOfEach } from "../ownership.ts";
import { parametersOf } from "./extraction-options.ts";

const settings = z.record(z.string(), z.unknown());

export const workflowRecord = z.object({
  id: z.string(),
  workflow_name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  deployment_type: z
    .enum(["DEFAULT", "ETL", "TASK", "API"])
    .describe("Follows from the endpoints: ETL writes tables, TASK writes files, API accepts posted files."),
  source_settings: settings,
  destination_settings: settings,
  max_file_execution_count: z.int().nullable(),
  extraction_options: settings,
  has_document_password: z.boolean(),
  ...ownershipFields,
});

export async function workflowRecords(
  visit: Visit,
  workflows: readonly Workflow[],
): Promise<z.output<typeof workflowRecord>[]> {
  const [ownerships, endpoints] = await Promise.all([
    ownershipOfEach(visit, "workflow", workflows),
    visit.application.workflows.endpointsOf(workflows),
  ]);
  const ofWorkflow = Map.groupBy(endpoints, ({ workflowId }) => workflowId);
  return ownerships.flatMap((ownership, index) => {
    const workflow = workflows[index];
    if (!workflow) return [];
    const [source, destination] = ofWorkflow.get(workflow.id) ?? [];
    return [
      {
        id: workflow.id,
        workflow_name: workflow.name,
        description: workflow.description,
        is_active: workflow.active,
        deployment_type: deploymentOf(source, destination),
        source_settings: { ...source?.configuration },
        destination_settings: { ...destination?.configuration },
        max_file_execution_count: workflow.maxFiles,
        extraction_options: parametersOf(workflow),
        has_document_password: workflow.sealedDocumentPassword !== null,
        ...ownership,
      },
    ];
  });
}

type End = Pick<WorkflowEndpoint, "connection"> | undefined;

function deploymentOf(source: End, destination: End): "DEFAULT" | "ETL" | "TASK" | "API" {
  if (source?.connection === "api") return "API";
  if (destination?.connection === "database") return "ETL";
  return destination?.connection === "file_system" ? "TASK" : "DEFAULT";
}
