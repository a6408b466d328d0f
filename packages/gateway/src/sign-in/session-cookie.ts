import type { IncomingMessage } from "node:http";
import { cookieOf } from "./cookies.ts";

export const SESSION_COOKIE = "galley_session";

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The session secret of a request. A request that changes something, or opens a WebSocket, must come from the
 * service's own pages: another site could make a browser send the cookie.
 *
 * @param ownUrl the service's address as the browser knows it.
 */
export function sessionOf(request: IncomingMessage, ownUrl: string): string | undefined {
  const secret = cookieOf(request, SESSION_COOKIE);
  if (secret === undefined) return undefined;
  const isSafe = SAFE_METHODS.has(request.method) && request.headers.upgrade === undefined;
  return isSafe || comesFromOwnPages(request, ownUrl) ? secret : undefined;
}

/** Browsers send the origin of a request; a request without one is not trusted. */
export function comesFromOwnPages({ headers }: IncomingMessage, ownUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const { origin } = headers;
  if (origin !== undefined) return origin === new URL(ownUrl).origin;
  return site === "same-origin";
}
