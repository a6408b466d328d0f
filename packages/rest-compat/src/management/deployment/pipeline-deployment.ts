import type { IncomingMessage } from "node:http";
import type { Application, IncomingDocument, Pipeline, Run, RunResult } from "@galley/core/domain";
import { DomainError } from "@galley/core/domain";
import express from "express";
import { z } from "zod";
import { documentPasswordHeader } from "../../document-password.ts";
import type { Answer } from "../../endpoint.ts";
import { send, senderWentAway } from "../../http-answer.ts";
import { EXECUTION_STATUSES } from "../executions/execution-record.ts";
import { refusingInactive } from "../executions/execution-endpoints.ts";
import { errorAnswer, ManagementRefusal, refusalAnswer } from "../management-errors.ts";
import { sendAnswer, type ManagementOptions } from "../management-router.ts";
import { isForm, postedForm } from "./posted-files.ts";

/** Where a pipeline is called by whoever has one of its keys; the second is an older name. */
const PATHS = [
  "/deployment/pipeline/api/:organization/:pipeline{/}",
  "/api/v1/pipeline/api/:organization/:pipeline{/}",
];

const FIELDS = { documentPassword: "document_password" };

const FAULT = "The service failed; this is not a fault of the request.";

/** The public addresses of pipelines: files are posted to them, and results are asked for by execution. */
export function deploymentRouter(application: Application, options: ManagementOptions): express.Router {
  const router = express.Router();
  for (const path of PATHS) router.all(path, answering(application, options));
  return router;
}

function answering(application: Application, { onFault }: ManagementOptions): express.RequestHandler {
  return async (request, response) => {
    try {
      send(response, await answerTo(application, request));
    } catch (error) {
      if (senderWentAway(request, error)) return;
      const refusal = refusalAnswer(error, FIELDS);
      if (!refusal) onFault(error);
      sendAnswer(response, refusal ?? { status: 500, body: { detail: FAULT } });
    }
  };
}

async function answerTo(application: Application, request: express.Request): Promise<Answer> {
  if (request.method !== "POST" && request.method !== "GET") return notAllowed(request);
  const pipeline = await entered(application, request);
  return request.method === "POST"
    ? trigger(application, request, pipeline)
    : result(application, request, pipeline);
}

function notAllowed({ method }: express.Request): Answer {
  const headers = { allow: "GET, POST, OPTIONS" };
  if (method === "OPTIONS") return { status: 204, body: undefined, headers };
  const detail = `Method "${method}" not allowed.`;
  return { ...errorAnswer(405, [{ code: "method_not_allowed", detail, attr: null }]), headers };
}

/** @throws ManagementRefusal in the documented words. */
async function entered({ runs }: Application, request: express.Request): Promise<Pipeline> {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? "")?.[1];
  if (key === undefined) throw refused(403, "permission_denied", "Missing api key");
  const { organization, pipeline: pipelineId } = namesSchema.parse(request.params);
  try {
    return await refusingInactive(() => runs.enter({ organization, pipelineId, key }));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "UNAUTHENTICATED") throw refused(401, "not_authenticated", "Unauthorized");
    if (error.code === "NOT_FOUND") throw refused(404, "not_found", "Pipeline not found");
    throw error;
  }
}

const namesSchema = z.object({ organization: z.string(), pipeline: z.string() });

function refused(status: number, code: string, detail: string): ManagementRefusal {
  return new ManagementRefusal(status, [{ code, detail, attr: null }]);
}

/** Without files the pipeline runs with those of its source. */
async function trigger(
  application: Application,
  request: express.Request,
  pipeline: Pipeline,
): Promise<Answer> {
  const form = isForm(request) ? postedForm(request) : undefined;
  const first = await form?.files.next();
  const documentPassword = (): string | undefined =>
    documentPasswordHeader(request) ?? form?.field("document_password");
  const run = await refusingInactive(() =>
    !form || !first || first.done
      ? startedWithSource(application, pipeline, documentPassword())
      : application.runs.post(pipeline, { files: following(first.value, form.files), documentPassword }),
  );
  return {
    status: 200,
    body: {
      message: `Triggered pipeline '${pipeline.name}'`,
      execution_id: run.id,
      execution_status: EXECUTION_STATUSES[run.status],
      status_api: statusPath(request, run),
    },
  };
}

/** The files of a source are opened with the workflow's password, also in a later attempt. */
async function startedWithSource(
  { runs }: Application,
  pipeline: Pipeline,
  documentPassword: string | undefined,
): Promise<Run> {
  if (documentPassword === undefined) return runs.startEntered(pipeline);
  const detail = "Expected with files only; the files of a source are opened with the workflow's.";
  throw new ManagementRefusal(400, [{ code: "invalid", detail, attr: "document_password" }]);
}

async function* following(
  first: IncomingDocument,
  others: AsyncIterable<IncomingDocument>,
): AsyncGenerator<IncomingDocument> {
  yield first;
  yield* others;
}

function statusPath(
  { originalUrl }: IncomingMessage & { readonly originalUrl: string },
  { id }: Run,
): string {
  return `${originalUrl.split("?")[0]}?execution_id=${id}`;
}

/** 422 says that there is no result yet. */
async function result({ runs }: Application, request: express.Request, pipeline: Pipeline): Promise<Answer> {
  const executionId = z.guid().safeParse(request.query["execution_id"]);
  if (!executionId.success) {
    const detail = "Expected the UUID of an execution.";
    throw new ManagementRefusal(400, [{ code: "invalid", detail, attr: "execution_id" }]);
  }
  const found = await runs.result(pipeline, executionId.data);
  const { run } = found;
  const isPending = run.status === "pending" || run.status === "executing";
  return {
    status: isPending ? 422 : 200,
    body: {
      execution_id: run.id,
      status: EXECUTION_STATUSES[run.status],
      error: run.errorMessage === "" ? null : run.errorMessage,
      message: isPending ? null : found.files.map(fileResult),
    },
  };
}

function fileResult({ file, text, metadata }: RunResult["files"][number]): object {
  return {
    file: file.path,
    file_execution_id: file.id,
    status: FILE_STATUSES[file.status],
    result: text,
    error: file.errorMessage === "" ? null : file.errorMessage,
    metadata,
  };
}

/** Files of a run that has ended are none of the others. */
const FILE_STATUSES = {
  pending: "Stopped",
  extracting: "Stopped",
  writing: "Stopped",
  stopped: "Stopped",
  skipped: "Skipped",
  done: "Success",
  failed: "Failed",
} as const satisfies Record<RunResult["files"][number]["file"]["status"], string>;
