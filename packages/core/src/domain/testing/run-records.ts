import { randomBytes, randomUUID } from "node:crypto";
import type { OutcomeNotification } from "../notifications/outcome-notification.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { Run, RunFile } from "../runs/run.ts";

/** Complete run records for tests, each with an identity of its own. */

export function aRun(
  { id, organizationId, workflowId }: Pick<Pipeline, "id" | "organizationId" | "workflowId">,
  facts: Partial<Run> = {},
): Run {
  return {
    id: randomUUID(),
    organizationId,
    pipelineId: id,
    workflowId,
    trigger: "direct",
    status: "pending",
    totalFiles: null,
    successfulFiles: 0,
    failedFiles: 0,
    skippedFiles: 0,
    errorMessage: "",
    attempts: 0,
    retries: 0,
    slot: null,
    tags: [],
    acknowledgedAt: null,
    createdAt: anInstant(),
    startedAt: null,
    finishedAt: null,
    ...facts,
  };
}

export function aRunFile(run: Run, facts: Partial<RunFile> = {}): RunFile {
  const id = randomUUID();
  return {
    id,
    runId: run.id,
    path: `in/${id}.pdf`,
    name: `${id}.pdf`,
    bytes: null,
    contentHash: randomBytes(32).toString("hex"),
    status: "pending",
    jobId: null,
    origin: "source",
    objectKey: null,
    attempts: 0,
    writtenTo: null,
    errorMessage: "",
    startedAt: null,
    finishedAt: null,
    ...facts,
  };
}

export function anOutcomeNotification(
  { id: pipelineId, organizationId }: Pick<Pipeline, "id" | "organizationId">,
  facts: Partial<OutcomeNotification> = {},
): OutcomeNotification {
  return {
    id: randomUUID(),
    organizationId,
    pipelineId,
    name: "Operations",
    url: "https://operations.example/hook",
    authorization: "none",
    authorizationHeader: "",
    sealedAuthorizationKey: "a sealed key",
    sealedSigningSecret: "a sealed secret",
    maxRetries: 3,
    platform: "api",
    active: true,
    failuresOnly: false,
    createdAt: anInstant(),
    updatedAt: anInstant(),
    ...facts,
  };
}

function anInstant(): Date {
  return new Date("2026-01-02T03:04:05.678Z");
}
