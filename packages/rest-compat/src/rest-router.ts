import type { IncomingMessage, ServerResponse } from "node:http";
import type { Application } from "@galley/core/domain";
import express from "express";
import { answerOfRefusal, type Answer, type Endpoint } from "./http/endpoint.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { Refusal } from "./http/errors.ts";
import { send, senderWentAway } from "./http/http-answer.ts";
import { Pieces } from "./http/pieces.ts";
import { sendPieces, STALLED_MS } from "./http/send-pieces.ts";
import { deploymentRouter } from "./management/deployment/pipeline-deployment.ts";
import { managementRouter } from "./management/management-router.ts";
import { oauthRouter } from "./management/oauth/oauth-router.ts";
import { referenceRouter } from "./reference/reference-router.ts";

export interface RestOptions {
  /** Called with every fault that was answered with 500. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Aborts when the service is about to stop; callers who wait for a text are asked to retrieve it later. */
  readonly stopping?: AbortSignal | undefined;
  /** The service's own address as the caller of a request knows it, without a final slash. */
  readonly publicUrl?: ((request: IncomingMessage) => string) | undefined;
  /** The session secret of a request; undefined if it has none, or may come from another site. */
  readonly sessionOf?: ((request: IncomingMessage) => string | undefined) | undefined;
  /** A caller who reads nothing of a long text for this long is disconnected, in milliseconds. Default: 60,000. */
  readonly stalledMs?: number | undefined;
}

/** The base paths of the versions. */
const AREAS = ["/api/v2", "/v1"];

const FAULT = "The service failed; this is not a fault of the request.";

/** `Retry-After` when a dependency of the service is unavailable. */
const RETRY_AFTER_S = 5;

/**
 * Serves the documented REST API; mount it at the root. It reads request bodies itself, so no body parser may come
 * before it. Every response is JSON with exactly `application/json`, since a client compares the value, or the text
 * of a document.
 */
export function restRouter(application: Application, options: RestOptions = {}): express.Router {
  const router = express.Router();
  const publicUrl = options.publicUrl ?? addressOf;
  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => endpoint.path)) {
    router.all(path, handlerOf(endpoints, application, options));
  }
  const management = {
    onFault: (error: unknown) => options.onFault?.(error),
    publicUrl,
    sessionOf: options.sessionOf,
  };
  // Browsers send no token, so their paths below an organization come before the management API's gate.
  router.use(oauthRouter(application, management));
  router.use(managementRouter(application, management));
  const stopping = options.stopping ?? new AbortController().signal;
  router.use(deploymentRouter(application, { ...management, stopping }));
  router.use(referenceRouter(publicUrl));
  router.use(AREAS, (request, response) => {
    const message = `There is no ${request.method} ${request.baseUrl}${request.path}.`;
    send(response, { status: 404, body: { message } });
  });
  return router;
}

/** The address that a request was sent to. */
function addressOf({ socket, headers }: IncomingMessage): string {
  return `http://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`;
}

/** Answers every method on the path that `endpoints` share. */
function handlerOf(
  endpoints: readonly Endpoint[],
  application: Application,
  { onFault, stopping = new AbortController().signal, stalledMs = STALLED_MS }: RestOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const left = new AbortController();
    response.once("close", () => left.abort(DISCONNECTED));
    const signals = { disconnected: left.signal, stopping };
    try {
      const answer = await answerOf(endpoints, request, (endpoint) =>
        endpoint.answer(application, request, signals),
      );
      const { body } = answer;
      if (body instanceof Pieces) await sendPieces(response, { ...answer, body }, stalledMs);
      else send(response, answer);
    } catch (error) {
      if (error === DISCONNECTED || senderWentAway(request, error)) return;
      const refusal = error instanceof Refusal ? error : undefined;
      if (!refusal) onFault?.(error);
      // A caller who has received a part must not take it for the whole.
      if (response.headersSent) response.destroy();
      else
        send(
          response,
          refusal ? withRetryAfter(answerOfRefusal(refusal)) : { status: 500, body: { message: FAULT } },
        );
    }
  };
}

/** Aborts calls whose caller has disconnected. */
const DISCONNECTED = new Error("The caller disconnected.");

async function answerOf(
  endpoints: readonly Endpoint[],
  request: IncomingMessage,
  ask: (endpoint: Endpoint) => Promise<Answer>,
): Promise<Answer> {
  const method = request.method ?? "GET";
  const endpoint = endpoints.find(({ methods }) => methods.includes(method));
  if (endpoint) return withRetryAfter(await ask(endpoint));
  const allow = [...endpoints.flatMap(({ methods }) => methods), "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { status: 204, body: undefined, headers: { allow } };
  return { status: 405, body: { message: `${method} is not allowed here.` }, headers: { allow } };
}

function withRetryAfter(answer: Answer): Answer {
  const seconds = answer.retryAfterSeconds ?? (answer.status === 503 ? RETRY_AFTER_S : undefined);
  if (seconds === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, "retry-after": `${seconds}` } };
}
