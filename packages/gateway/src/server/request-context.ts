import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { EdgeObserver } from "./edge-observer.ts";
import { METHODS } from "./methods.ts";

/** Request ids of callers are used if they are safe in a log and a header. */
const SAFE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The status of a request whose client closed the connection early, as nginx counts it. */
const CLIENT_CLOSED_REQUEST = 499;

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  // Pages have a policy of their own; everything else that a browser displays may load nothing.
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/**
 * Assigns the request id, sets the common headers and reports the exchange when it is over. `mountedAt` are
 * the paths of mounted handlers, which serve as their route names.
 */
export function requestContext(observer: EdgeObserver, mountedAt: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const given = request.get("x-request-id");
    const requestId = given !== undefined && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader("X-Request-Id", requestId);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);

    observer.during(requestId, () => {
      const answered = (): void =>
        observer.answered({
          requestId,
          method: METHODS.includes(request.method) ? request.method : "(other)",
          route: routeOf(request, mountedAt),
          status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
          seconds: (performance.now() - began) / 1000,
        });
      // The end is reported with the baggage of the request, too.
      response.once("close", AsyncResource.bind(answered));
      next();
    });
  };
}

/**
 * The pattern of the matched route. It contains nothing of the path itself: a path can contain a document's
 * name, and every new label would stay in the metrics forever. Express keeps the letter case of the request
 * in a mount's path.
 */
function routeOf(request: Request, mountedAt: readonly string[]): string {
  // A route with several patterns counts under its first.
  const pattern: unknown = [request.route?.path].flat()[0];
  const path = request.originalUrl.replace(/\?.*$/s, "").toLowerCase();
  if (typeof pattern !== "string") {
    return mountedAt.find((mount) => path === mount || path.startsWith(`${mount}/`)) ?? UNKNOWN;
  }
  const base =
    request.baseUrl === "" ? "" : mountedAt.find((mount) => mount === request.baseUrl.toLowerCase());
  return base === undefined ? UNKNOWN : (base + pattern).replace(/(?<=.)(\/|\{\/\})$/, "");
}

const UNKNOWN = "(unknown)";
