import type { IncomingMessage } from "node:http";
import express, { type RequestHandler } from "express";
import { send } from "../http/http-answer.ts";
import { openApiDocument } from "./open-api.ts";
import { referencePage } from "./reference-page.ts";

/** The page loads no resources and runs no scripts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Serves the API reference without authentication: `/openapi.json` for programs, `/docs` for people. */
export function referenceRouter(publicUrl: (request: IncomingMessage) => string): express.Router {
  const document = openApiDocument();
  const page = Buffer.from(referencePage(document));
  // Serialized once: it is long, and anyone may request it any number of times.
  const description = Buffer.from(JSON.stringify(document).replace(/\}$/, ""));
  const router = express.Router();
  router
    .route("/openapi.json")
    .get((request, response) => {
      const rest = Buffer.from(`,"servers":${JSON.stringify([{ url: publicUrl(request) }])}}`);
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": description.length + rest.length,
      });
      response.write(description);
      response.end(rest);
    })
    .all(readOnly);
  router
    .route("/docs")
    .get((_request, response) => {
      const type = "text/html; charset=utf-8";
      response.writeHead(200, { "content-type": type, "content-security-policy": POLICY }).end(page);
    })
    .all(readOnly);
  return router;
}

const readOnly: RequestHandler = ({ method }, response) => {
  const headers = { allow: "GET, HEAD" };
  send(response, { status: 405, body: { message: `${method} is not allowed here.` }, headers });
};
