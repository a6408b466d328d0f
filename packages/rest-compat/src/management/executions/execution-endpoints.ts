import { DomainError, type Run } from "@galley/core/domain";
import { z } from "zod";
import { managementEndpoint, type ManagementCall, type ManagementEndpoint } from "../management-endpoint.ts";
import { ManagementRefusal } from "../management-errors.ts";
import { envelope, envelopeOf, PAGE_PARAMETERS, rangeOf } from "../pagination.ts";
import { pipelineRecord, pipelineRecords } from "../pipelines/pipeline-record.ts";
import { EXECUTION_STATUSES, executionOf, executionRecord, executionStatus } from "./execution-record.ts";

const executeBody = z.strictObject({
  pipeline_id: z.guid("Must be a valid UUID.").describe("The id of the pipeline to run."),
  execution_id: z
    .guid("Must be a valid UUID.")
    .nullable()
    .describe("The id of an earlier execution, to read it again instead of starting one.")
    .optional(),
});

const executeAnswer = z.object({
  pipeline: pipelineRecord,
  execution: z.object({
    workflow_id: z.string(),
    execution_id: z.string(),
    execution_status: executionStatus,
    log_id: z.string(),
    error: z.string().nullable(),
    result: z.null(),
  }),
});

const execute = managementEndpoint({
  method: "POST",
  path: "/pipeline/execute/",
  summary: "Runs a pipeline and responds without waiting for it.",
  query: z.object({}),
  body: executeBody,
  response: { status: 200, body: executeAnswer },
  async handle(call) {
    const { application, member } = call;
    const { pipeline_id, execution_id } = await call.json(executeBody);
    const run = execution_id
      ? await application.runs.find(member, execution_id)
      : await refusingInactive(() => application.runs.start(member, pipeline_id));
    if (run.pipelineId !== pipeline_id.toLowerCase()) {
      const detail = "The execution belongs to another pipeline.";
      throw new ManagementRefusal(400, [{ code: "invalid", detail, attr: "execution_id" }]);
    }
    const pipelines = [await application.pipelines.find(member, run.pipelineId)];
    const [pipeline] = await pipelineRecords(call, pipelines);
    if (!pipeline) throw new TypeError("A pipeline that was found has a record.");
    return { pipeline, execution: startedExecution(run) };
  },
});

/** @throws ManagementRefusal 422 if the pipeline is inactive. */
export async function refusingInactive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.field !== "active") throw error;
    throw new ManagementRefusal(422, [{ code: "inactive_pipeline", detail: error.message, attr: null }]);
  }
}

function startedExecution(run: Run): z.output<typeof executeAnswer>["execution"] {
  return {
    workflow_id: run.workflowId,
    execution_id: run.id,
    execution_status: EXECUTION_STATUSES[run.status],
    log_id: run.id,
    error: run.errorMessage === "" ? null : run.errorMessage,
    result: null,
  };
}

const instant = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], {
  error: "Expected an ISO 8601 date and time.",
});

const executionParameters = z.object({
  ...PAGE_PARAMETERS,
  start_date: instant
    .describe("Returns executions from this time on. Only used together with end_date.")
    .optional(),
  end_date: instant
    .describe("Returns executions up to this time. Only used together with start_date.")
    .optional(),
});

const list = managementEndpoint({
  method: "GET",
  path: "/pipeline/{id}/executions/",
  summary: "Lists the executions of a pipeline, newest first.",
  records: { id: "Pipeline" },
  query: executionParameters,
  body: "none",
  response: { status: 200, body: envelopeOf(executionRecord) },
  async handle(call: ManagementCall<z.output<typeof executionParameters>>) {
    const { application, member, params, query, url } = call;
    const range = rangeOf(query);
    const { start_date: start, end_date: end } = query;
    const period = start && end ? { from: instantOf(start), to: instantOf(end) } : {};
    const filter = { pipelineId: params["id"] ?? "", ...period };
    const [count, runs] = await Promise.all([
      application.runs.count(member, filter),
      application.runs.list(member, { ...filter, ...range }),
    ]);
    return envelope(range, { count, results: runs.map(executionOf) }, url);
  },
});

/** A time without a zone is in UTC. */
function instantOf(text: string): Date {
  const isLocal = text.includes("T") && !/(Z|[+-]\d\d:?\d\d)$/.test(text);
  return new Date(isLocal ? `${text}Z` : text);
}

export const EXECUTION_ENDPOINTS: readonly ManagementEndpoint[] = [execute, list];
