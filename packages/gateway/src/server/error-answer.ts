import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import type { ErrorRequestHandler, RequestHandler } from "express";
import type { EdgeObserver } from "./edge-observer.ts";
import { sendJson } from "./json-answer.ts";

const STATUS = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NOT_READY: 409,
  ALREADY_DELIVERED: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_DOCUMENT: 415,
  EXPIRED: 408,
  QUOTA_EXCEEDED: 429,
  UNAVAILABLE: 503,
} as const satisfies Record<DomainErrorCode, number>;

/** Messages for the framework's own errors, whose original messages quote the request. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  413: "The request is too large.",
  415: "This content type or encoding is not supported.",
};

/** Retry-After in seconds if a dependency of the service is down. */
export const RETRY_AFTER_S = 5;

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Responds to whatever was thrown. Details of an internal error go to the observer only. */
export function answerErrors(observer: EdgeObserver): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request: IncomingMessage, response: ServerResponse, _next) => {
    const senderLeft =
      (request.destroyed && !request.complete) || (error instanceof Error && error === request.errored);
    const { status, message, retryAfterSeconds } = refusalOf(error);
    if (status >= 500 && !senderLeft) observer.failed(error);
    if (senderLeft || response.headersSent) {
      // The response can no longer be completed.
      request.socket.destroy();
      return;
    }
    if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", retryAfterSeconds);
    else if (status === 503) response.setHeader("Retry-After", RETRY_AFTER_S);
    sendJson(response, status, { message });
  };
}

export const answerUnknownRoute: RequestHandler = (request, response) => {
  sendJson(response, 404, { message: `There is no ${request.method} ${request.path}.` });
};

/** For a path that has other methods. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  return (request, response) => {
    response.setHeader("Allow", methods.join(", "));
    sendJson(response, 405, { message: `${request.method} is not allowed here.` });
  };
}

/** For the paths of a router that only reads. */
export const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === "GET" || request.method === "HEAD") next();
  else allowOnly("GET", "HEAD")(request, response, next);
};

function refusalOf(error: unknown): Refusal {
  if (error instanceof DomainError) {
    const { code, message, retryAfterSeconds } = error;
    return { status: STATUS[code], message, retryAfterSeconds };
  }
  const status = clientStatusOf(error);
  if (status === undefined) {
    return { status: 500, message: "The service failed; this is not a fault of the request." };
  }
  return { status, message: REFUSALS[status] ?? `${STATUS_CODES[status] ?? "The request was rejected"}.` };
}

/** The status of a framework error; undefined for other errors. */
function clientStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error && "status" in error && typeof error.status === "number")) return undefined;
  return error.status >= 400 && error.status < 500 ? error.status : undefined;
}
