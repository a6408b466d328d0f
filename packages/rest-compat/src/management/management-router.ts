import type { IncomingMessage, ServerResponse } from "node:http";
import type { Application } from "@galley/core/domain";
import express from "express";
import type { Answer } from "../http/endpoint.ts";
import { send, senderWentAway } from "../http/http-answer.ts";
import { MANAGEMENT_ENDPOINTS } from "./endpoints.ts";
import { passGate } from "./gate.ts";
import type { ManagementEndpoint } from "./management-endpoint.ts";
import type { Visit } from "./visit.ts";
import { errorAnswer, refusalAnswer } from "./management-errors.ts";
import { metadataOf } from "./metadata.ts";

export interface ManagementOptions {
  /** Called with every fault that was answered with 500. */
  readonly onFault: (error: unknown) => void;
  /** The service's own address as the caller of a request knows it, without a final slash. */
  readonly publicUrl: (request: IncomingMessage) => string;
  /** The session secret of a request; undefined if it has none, or may come from another site. */
  readonly sessionOf?: ((request: IncomingMessage) => string | undefined) | undefined;
}

/** Both names of the management API. */
const AREAS = ["/api/v1/service/:organization", "/api/v1/unstract/:organization"];

/** `Retry-After` when a dependency of the service is unavailable. */
const RETRY_AFTER_S = 5;

const FAULT = "The service failed; this is not a fault of the request.";

type Handler = (visit: Visit, params: Readonly<Record<string, string>>) => Promise<Answer>;

/** Serves the documented management API; mount it at the root. It reads request bodies itself. */
export function managementRouter(
  application: Application,
  options: ManagementOptions,
  endpoints: readonly ManagementEndpoint[] = MANAGEMENT_ENDPOINTS,
): express.Router {
  const router = express.Router();
  // A literal path is matched before one with a placeholder in the same position.
  for (const [path, onPath] of [...Map.groupBy(endpoints, (one) => one.path)].toSorted(byPlaceholders)) {
    const handler = through(application, options, (visit, params) => answerOn(onPath, visit, params));
    // One whole pattern for each route: metrics are labelled with it.
    for (const area of AREAS) router.all(area + routeOf(path), handler);
  }
  router.use(
    AREAS,
    through(application, options, async () => noSuchPath()),
  );
  return router;
}

function byPlaceholders([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a.split("{").length - b.split("{").length;
}

/** "/pipeline/{id}/" → "/pipeline/:id{/}": the final slash is optional. */
function routeOf(path: string): string {
  return `${path.replaceAll(/\{(\w+)\}/g, ":$1").slice(0, -1)}{/}`;
}

function through(
  application: Application,
  options: ManagementOptions,
  handler: Handler,
): express.RequestHandler {
  return async (request, response) => {
    const left = new AbortController();
    response.once("close", () => left.abort(DISCONNECTED));
    try {
      const { organization = "", ...params } = flat(request.params);
      const member = await passGate(application, request, {
        organization,
        session: options.sessionOf?.(request),
      });
      const publicUrl = options.publicUrl(request);
      const visit: Visit = {
        application,
        member,
        organization: await application.access.organizationOf(member),
        publicUrl,
        url: publicUrl + request.originalUrl,
        request,
        disconnected: left.signal,
      };
      sendAnswer(response, await handler(visit, params));
    } catch (error) {
      if (error === DISCONNECTED || senderWentAway(request, error)) return;
      const refusal = refusalAnswer(error);
      if (!refusal) options.onFault(error);
      sendAnswer(response, refusal ?? { status: 500, body: { detail: FAULT } });
    }
  };
}

/** Aborts calls whose caller has disconnected. */
const DISCONNECTED = new Error("The caller disconnected.");

function flat(params: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join("/")]));
}

/** Sends an answer, with `Retry-After` if it has one. */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const seconds = answer.retryAfterSeconds ?? (answer.status === 503 ? RETRY_AFTER_S : undefined);
  const retryAfter = seconds === undefined ? {} : { "retry-after": `${seconds}` };
  send(response, { ...answer, headers: { ...answer.headers, ...retryAfter } });
}

async function answerOn(
  endpoints: readonly ManagementEndpoint[],
  visit: Visit,
  params: Readonly<Record<string, string>>,
): Promise<Answer> {
  const method = visit.request.method ?? "GET";
  const endpoint = endpoints.find((one) => one.method === (method === "HEAD" ? "GET" : method));
  if (endpoint) return endpoint.answer(visit, params);
  const allow = [...endpoints.map((one) => one.method), "HEAD", "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { status: 200, body: metadataOf(endpoints), headers: { allow } };
  const detail = `Method "${method}" not allowed.`;
  return { ...errorAnswer(405, [{ code: "method_not_allowed", detail, attr: null }]), headers: { allow } };
}

function noSuchPath(): Answer {
  return errorAnswer(404, [{ code: "not_found", detail: "Not found.", attr: null }]);
}
