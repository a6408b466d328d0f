import cors from "cors";
import { Router } from "express";
import { METHODS } from "./methods.ts";

/** How long a browser remembers what it may send. */
const PREFLIGHT_SECONDS = 600;

/** What clients send besides the headers that every page may send. */
const SENT = [
  "Authorization",
  "Content-Type",
  "Document-Password",
  "Idempotency-Key",
  "Last-Event-ID",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Protocol-Version",
  "Mcp-Session-Id",
  "Service-Key",
  "Unstract-Key",
  "X-Request-Id",
];

const READ = ["Page-Messages", "Retry-After", "WWW-Authenticate", "Whisper-Hash", "X-Request-Id"];

/**
 * Lets pages of these origins call the service with a key or a token. Browsers send and accept no cookies on such
 * calls, since `Access-Control-Allow-Credentials` is never sent.
 */
export function crossOrigin(origins: readonly string[]): Router {
  const allowed: ReadonlySet<string> = new Set(origins);
  const router = Router();
  router.use((_request, response, next) => {
    response.vary("Origin");
    next();
  });
  router.use(
    cors(({ headers: { origin } }, callback) => {
      callback(null, {
        origin: origin !== undefined && allowed.has(origin) ? origin : false,
        methods: [...METHODS],
        allowedHeaders: SENT,
        exposedHeaders: READ,
        credentials: false,
        maxAge: PREFLIGHT_SECONDS,
      });
    }),
  );
  return router;
}
