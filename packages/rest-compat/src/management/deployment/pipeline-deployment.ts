import type { Application, IncomingDocument, Pipeline, Run } from "@galley/core/domain";
import { DomainError } from "@galley/core/domain";
import express from "express";
import { z } from "zod";
import type { Answer } from "../../http/endpoint.ts";
import { documentPasswordHeader } from "../../http/document-password.ts";
import { send, senderWentAway } from "../../http/http-answer.ts";
import { refusingInactive } from "../executions/execution-endpoints.ts";
import { errorAnswer, ManagementRefusal, refusalAnswer } from "../management-errors.ts";
import { sendAnswer, type ManagementOptions } from "../management-router.ts";
import { executionParameters, parsedParameters, resultParameters } from "./deployment-parameters.ts";
import { acknowledgedAnswer, resultAnswerOf, startedAnswer } from "./execution-answers.ts";
import { isForm, postedForm } from "./posted-files.ts";

/**
 * The public paths of a pipeline. The second is an older name. The third is the path that clients of API deployments
 * call: they keep only the last two segments of the address they are given.
 */
const PATHS = [
  "/deployment/pipeline/api/:organization/:pipeline{/}",
  "/api/v1/pipeline/api/:organization/:pipeline{/}",
  "/deployment/api/:organization/:pipeline{/}",
];

const FIELDS = { documentPassword: "document_password" };

const FAULT = "The service failed; this is not a fault of the request.";

export interface DeploymentOptions extends Pick<ManagementOptions, "onFault" | "publicUrl"> {
  /** Aborts when the service is about to stop. */
  readonly stopping: AbortSignal;
}

/** Serves the public addresses of pipelines, which accept files and return results by execution. */
export function deploymentRouter(application: Application, options: DeploymentOptions): express.Router {
  const router = express.Router();
  router.all(PATHS, async (request, response) => {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const gone = AbortSignal.any([left.signal, options.stopping]);
    try {
      const publicUrl = options.publicUrl(request);
      send(response, await answerTo(application, { request, gone, publicUrl }));
    } catch (error) {
      if (senderWentAway(request, error)) return;
      const refusal = refusalAnswer(error, FIELDS);
      if (!refusal) options.onFault(error);
      sendAnswer(response, refusal ?? { status: 500, body: { detail: FAULT } });
    }
  });
  return router;
}

interface DeploymentCall {
  readonly request: express.Request;
  readonly pipeline: Pipeline;
  /** Aborts when the caller disconnects or the service is about to stop. */
  readonly gone: AbortSignal;
  readonly publicUrl: string;
}

async function answerTo(application: Application, visit: Omit<DeploymentCall, "pipeline">): Promise<Answer> {
  const { request } = visit;
  if (request.method !== "POST" && request.method !== "GET") return notAllowed(request);
  const call = { ...visit, pipeline: await admittedPipeline(application, request) };
  return request.method === "POST" ? trigger(application, call) : resultFor(application, call);
}

function notAllowed({ method }: express.Request): Answer {
  const headers = { allow: "GET, POST, OPTIONS" };
  if (method === "OPTIONS") return { status: 204, body: undefined, headers };
  const detail = `Method "${method}" not allowed.`;
  return { ...errorAnswer(405, [{ code: "method_not_allowed", detail, attr: null }]), headers };
}

/** @throws ManagementRefusal with the documented message. */
async function admittedPipeline({ runs }: Application, request: express.Request): Promise<Pipeline> {
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

/** Without files, the pipeline processes those of its source. */
async function trigger(
  { runs }: Application,
  { request, pipeline, gone, publicUrl }: DeploymentCall,
): Promise<Answer> {
  const form = isForm(request) ? postedForm(request) : undefined;
  const parameters = (): z.output<typeof executionParameters> =>
    parsedParameters(executionParameters, Object.fromEntries(form?.fields ?? []));
  const documentPassword = (): string | undefined =>
    documentPasswordHeader(request) ?? form?.field("document_password");
  const first = await form?.files.next();
  const run = await refusingInactive(() => {
    if (form && first && !first.done) {
      const files = following(first.value, form.files, parameters);
      return runs.post(pipeline, { files, documentPassword });
    }
    parameters();
    return startedWithSource(runs, pipeline, documentPassword());
  });
  const { timeout, include_metadata: includeMetadata, renditions } = parameters();
  const statusApi = `${pathOf(request, publicUrl)}?execution_id=${run.id}`;
  if (timeout <= 0) return startedAnswer(run, { statusApi, includeMetadata });
  const ended = await runs.ended(run, AbortSignal.any([AbortSignal.timeout(timeout * 1000), gone]));
  // Texts are returned once, so not to a caller who has disconnected.
  const isPending = ended.status === "pending" || ended.status === "executing" || gone.aborted;
  const result = isPending ? undefined : await runs.result(pipeline, run.id, renditions);
  return startedAnswer(ended, { statusApi, includeMetadata, result });
}

/** The files of a source are opened with the workflow's password, also on a later attempt. */
async function startedWithSource(
  runs: Application["runs"],
  pipeline: Pipeline,
  documentPassword: string | undefined,
): Promise<Run> {
  if (documentPassword === undefined) return runs.startEntered(pipeline);
  const detail = "Accepted with files only. The files of a source are opened with the workflow's password.";
  throw new ManagementRefusal(400, [{ code: "invalid", detail, attr: "document_password" }]);
}

/** @param assertFields called once all fields have arrived; if it throws, the files are rejected, too. */
async function* following(
  first: IncomingDocument,
  others: AsyncIterable<IncomingDocument>,
  assertFields: () => unknown,
): AsyncGenerator<IncomingDocument> {
  yield first;
  yield* others;
  assertFields();
}

/** The path as the caller wrote it, below the service's own address. */
function pathOf({ originalUrl }: express.Request, publicUrl: string): string {
  const below = URL.parse(publicUrl)?.pathname.replace(/\/$/, "") ?? "";
  return below + originalUrl.replace(/\?.*$/s, "");
}

async function resultFor({ runs }: Application, { request, pipeline }: DeploymentCall): Promise<Answer> {
  const parameters = parsedParameters(resultParameters, request.query);
  try {
    const found = await runs.result(pipeline, parameters.execution_id, parameters.renditions);
    return resultAnswerOf(found, { includeMetadata: parameters.include_metadata });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "ALREADY_DELIVERED") throw error;
    return acknowledgedAnswer(error.message);
  }
}
