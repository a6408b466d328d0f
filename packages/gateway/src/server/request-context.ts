import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { EdgeObserver } from "./edge-observer.ts";

/** An identifier of the caller's is taken when it can do no harm in a log or a header. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The status of an exchange whose answer nobody waited for, as other servers count it. */
const SENDER_LEFT = 499;

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
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
          method: request.method,
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

/** The pattern of the route that answered. The path itself can carry a document's name. */
function routeOf(request: Request, mountedAt: readonly string[]): string {
  const pattern: unknown = request.route?.path;
  if (typeof pattern === "string") return (request.baseUrl + pattern).replace(/(?<=.)\/$/, "");
  const path = request.originalUrl.replace(/\?.*$/s, "");
  return mountedAt.find((mount) => path === mount || path.startsWith(`${mount}/`)) ?? "(unknown)";
}
