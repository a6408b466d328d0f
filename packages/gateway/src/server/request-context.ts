import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { EdgeObserver } from "./edge-observer.ts";
import { METHODS } from "./methods.ts";

/** An identifier of the caller's is taken when it can do no harm in a log or a header. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The status of an exchange whose answer nobody waited for, as other servers count it. */
const SENDER_LEFT = 499;

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  // Pages have a policy of their own; whatever else a browser shows may do nothing.
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/**
 * Gives a request its identifier and the answer its common headers, and tells of the exchange when it is over.
 * `mountedAt` are the paths of what is mounted whole: the names of those routes.
 */
export function requestContext(observer: EdgeObserver, mountedAt: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const given = request.get("x-request-id");
    const requestId = given !== undefined && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader("X-Request-Id", requestId);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);

    observer.during(requestId, () => {
      const answered = (): void =>
        observer.answered({
          requestId,
          method: METHODS.includes(request.method) ? request.method : "(other)",
          route: routeOf(request, mountedAt),
          status: response.writableFinished ? response.statusCode : SENDER_LEFT,
          seconds: (performance.now() - began) / 1000,
        });
      // The end is told on behalf of the request, too.
      response.once("close", AsyncResource.bind(answered));
      next();
    });
  };
}

/**
 * The pattern of the route that answered. Nothing of the path itself is in it: a path can carry a document's name, and
 * every new label would stay in the metrics for ever. Express keeps the case in which the caller wrote a mount's path.
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
