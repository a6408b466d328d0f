import type { Run, RunResult } from "@galley/core/domain";
import { z } from "zod";
import type { Answer } from "../../http/endpoint.ts";
import { EXECUTION_STATUSES, executionStatus } from "../executions/execution-record.ts";
import { errorAnswer } from "../management-errors.ts";

const fileStatus = z.enum(["Success", "Failed", "Skipped", "Stopped"]);

/** Once the run has ended, every file has one of these statuses. */
const FILE_STATUSES = {
  pending: "Stopped",
  extracting: "Stopped",
  writing: "Stopped",
  stopped: "Stopped",
  skipped: "Skipped",
  done: "Success",
  failed: "Failed",
} as const satisfies Record<RunResult["files"][number]["file"]["status"], z.output<typeof fileStatus>>;

const fileResult = z.object({
  file: z.string(),
  file_execution_id: z.string(),
  status: fileStatus,
  result: z
    .string()
    .nullable()
    .describe("The text, returned once, if the destination of the workflow is `API`."),
  renditions: z
    .record(z.string(), z.string().nullable())
    .optional()
    .describe(
      "Extension: the renditions named in `renditions`, as texts (JSON for tables, blocks and chunks); null if the text is no longer kept.",
    ),
  error: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable().optional(),
});

/** What clients of API deployments read from a POST response: only `message`. */
export const executionMessage = z.object({
  execution_id: z.string(),
  execution_status: executionStatus,
  status_api: z.string().describe("The path that returns the result."),
  error: z.string().nullable(),
  result: z.array(fileResult).nullable().describe("Null until the execution has ended."),
});

export const executionAnswer = z.object({
  message: executionMessage,
  execution_id: z.string(),
  execution_status: executionStatus,
  status_api: z.string(),
});

export const resultAnswer = z.object({
  execution_id: z.string(),
  status: executionStatus,
  error: z.string().nullable(),
  message: z.array(fileResult).nullable().describe("Null until the execution has ended."),
});

interface Shown {
  readonly includeMetadata: boolean;
}

/** @param result undefined until the run has ended. */
export function startedAnswer(
  run: Run,
  {
    result,
    statusApi,
    ...shown
  }: Shown & { readonly result?: RunResult | undefined; readonly statusApi: string },
): Answer {
  const facts = {
    execution_id: run.id,
    execution_status: EXECUTION_STATUSES[run.status],
    status_api: statusApi,
  };
  const message = { ...facts, error: errorOf(run), result: result ? fileResults(result, shown) : null };
  const body = { message, ...facts } satisfies z.output<typeof executionAnswer>;
  return { status: run.status === "error" ? 422 : 200, body };
}

/** 422 means that there is no result yet. */
export function resultAnswerOf(result: RunResult, shown: Shown): Answer {
  const { run } = result;
  const isPending = run.status === "pending" || run.status === "executing";
  const body = {
    execution_id: run.id,
    status: EXECUTION_STATUSES[run.status],
    error: errorOf(run),
    message: isPending ? null : fileResults(result, shown),
  } satisfies z.output<typeof resultAnswer>;
  return { status: isPending ? 422 : 200, body };
}

/** Clients show `message` in place of a result, with `status`. */
export function acknowledgedAnswer(detail: string): Answer {
  const refusal = errorAnswer(406, [{ code: "already_delivered", detail, attr: null }]);
  return {
    ...refusal,
    body: { ...Object(refusal.body), status: EXECUTION_STATUSES.completed, message: detail },
  };
}

function fileResults({ files }: RunResult, { includeMetadata }: Shown): z.output<typeof fileResult>[] {
  return files.map(({ file, text, renditions, metadata }) => ({
    file: file.path,
    file_execution_id: file.id,
    status: FILE_STATUSES[file.status],
    result: text,
    ...(Object.keys(renditions).length > 0 && { renditions }),
    error: file.errorMessage === "" ? null : file.errorMessage,
    ...(includeMetadata && { metadata }),
  }));
}

function errorOf({ errorMessage }: Run): string | null {
  return errorMessage === "" ? null : errorMessage;
}
