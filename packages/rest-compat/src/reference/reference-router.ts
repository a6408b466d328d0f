import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import compression from "compression";
import express, { type RequestHandler } from "express";
import { send } from "../http/http-answer.ts";
import { openApiDocument } from "./open-api.ts";

/** Built by scripts/build-reference-page.ts; the path is the same from the source and from the built code. */
const FOLDER = fileURLToPath(new URL("../../dist/reference-page/", import.meta.url));

/** Everything is served by the service itself, and calls go nowhere else; Scalar writes its style sheet into the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves the API reference without authentication: `/openapi.json` for programs, `/openapi` for people, who can try calls
 * there.
 */
export function referenceRouter(publicUrl: (request: IncomingMessage) => string): express.Router {
  let written: Buffer | undefined;
  // Serialized once: it is long, and anyone may request it any number of times.
  const description = (): Buffer =>
    (written ??= Buffer.from(JSON.stringify(openApiDocument()).replace(/\}$/, "")));
  const router = express.Router();
  router
    .route("/openapi.json")
    .get((request, response) => {
      const rest = Buffer.from(`,"servers":${JSON.stringify([{ url: publicUrl(request) }])}}`);
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": description().length + rest.length,
      });
      response.write(description());
      response.end(rest);
    })
    .all(readOnly);
  router
    .route("/openapi")
    .get((_request, response) => {
      response.set("Content-Security-Policy", POLICY).sendFile("index.html", { root: FOLDER });
    })
    .all(readOnly);
  router.use("/openapi", compression(), (request, response, next) => {
    response.set("Cache-Control", "no-cache");
    files(request, response, next);
  });
  return router;
}

/** Revalidated by their date, so a page of a new release never runs an old script. */
const files = express.static(FOLDER, { index: false, redirect: false, cacheControl: false });

const readOnly: RequestHandler = ({ method }, response) => {
  const headers = { allow: "GET, HEAD" };
  send(response, { status: 405, body: { message: `${method} is not allowed here.` }, headers });
};
