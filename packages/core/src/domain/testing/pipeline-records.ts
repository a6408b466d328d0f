import { randomBytes, randomUUID } from "node:crypto";
import { parseExtractOptions } from "../../extraction/options/extract-options.ts";
import type { Connector } from "../connectors/connector.ts";
import type { Pipeline, PipelineKey } from "../pipelines/pipeline.ts";
import type { Workflow, WorkflowEndpoint } from "../workflows/workflow.ts";

/** Complete pipeline records for tests, each with an identity of its own. */

export function aConnector(organizationId: string, facts: Partial<Connector> = {}): Connector {
  const shareable = shareableFacts(organizationId);
  return {
    ...shareable,
    name: `connector-${shareable.id}`,
    kindId: "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5",
    mode: "file_system",
    version: "",
    sealedSettings: "sealed settings",
    reauthenticateSince: null,
    ...facts,
  };
}

export function aWorkflow(organizationId: string, facts: Partial<Workflow> = {}): Workflow {
  const { password: _, ...options } = parseExtractOptions({ mode: "native_text" });
  const shareable = shareableFacts(organizationId);
  return {
    ...shareable,
    name: `workflow-${shareable.id}`,
    description: "made by a test",
    active: true,
    maxFiles: null,
    sealedDocumentPassword: null,
    options,
    ...facts,
  };
}

export function aWorkflowEndpoint(
  workflow: Workflow,
  facts: Partial<WorkflowEndpoint> = {},
): WorkflowEndpoint {
  return {
    id: randomUUID(),
    organizationId: workflow.organizationId,
    workflowId: workflow.id,
    direction: "source",
    connection: null,
    connectorId: null,
    configuration: {},
    createdAt: anInstant(),
    updatedAt: anInstant(),
    ...facts,
  };
}

export function aPipeline(workflow: Workflow, facts: Partial<Pipeline> = {}): Pipeline {
  const shareable = shareableFacts(workflow.organizationId);
  return {
    ...shareable,
    name: `pipeline-${shareable.id}`,
    kind: "etl",
    workflowId: workflow.id,
    active: true,
    cron: null,
    timeZone: "UTC",
    missedSlots: "skip",
    allowOverlap: false,
    runCount: 0,
    lastRunAt: null,
    lastRunStatus: "yet_to_start",
    appId: null,
    appIcon: null,
    appUrl: null,
    accessControlBundleId: null,
    ...facts,
  };
}

export function aPipelineKey(pipeline: Pipeline, facts: Partial<PipelineKey> = {}): PipelineKey {
  return {
    id: randomUUID(),
    organizationId: pipeline.organizationId,
    pipelineId: pipeline.id,
    digest: randomBytes(32).toString("hex"),
    sealedKey: "a sealed key",
    description: "made by a test",
    active: true,
    createdBy: null,
    modifiedBy: null,
    createdAt: anInstant(),
    updatedAt: anInstant(),
    ...facts,
  };
}

type ShareableFacts = Pick<
  Workflow,
  "id" | "organizationId" | "createdBy" | "modifiedBy" | "sharedToOrganization" | "createdAt" | "updatedAt"
>;

function shareableFacts(organizationId: string): ShareableFacts {
  return {
    id: randomUUID(),
    organizationId,
    createdBy: null,
    modifiedBy: null,
    sharedToOrganization: false,
    createdAt: anInstant(),
    updatedAt: anInstant(),
  };
}

function anInstant(): Date {
  return new Date("2026-01-02T03:04:05.678Z");
}
