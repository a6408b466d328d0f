import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import { DomainError } from "@galley/core/domain";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { pageJson, type ViewedDocument } from "./viewed-document.ts";

/** The viewer's files; the path is the same from the source and from the built code. */
const FOLDER = fileURLToPath(new URL("../../viewer/", import.meta.url));

/** All resources are served by the service itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const DEFAULT_DPI = 150;
/** Enough for the smallest print. */
const MAX_DPI = 300;

/** Maximum number of characters of a search term. */
const MAX_TERM_LENGTH = 200;

const numberSchema = z.coerce.number().int().min(1);
const dpiSchema = z.coerce.number().min(36).max(MAX_DPI).default(DEFAULT_DPI);
const termSchema = z.string().trim().min(1).max(MAX_TERM_LENGTH);

/**
 * Finds a document by the id in the URL.
 *
 * @throws DomainError `NOT_FOUND`; `UNAUTHENTICATED` if the request has no valid credentials.
 */
export type OpenViewedDocument = (id: string, request: IncomingMessage) => Promise<ViewedDocument>;

/** Serves `/view/{id}`: the viewer itself without authentication, its data only if `open` permits it. */
export function viewerRouter(open: OpenViewedDocument): Router {
  const router = express.Router();
  const documentOf = (request: Request<{ id: string }>): Promise<ViewedDocument> =>
    open(request.params.id, request);

  router.use(
    "/viewer",
    underPolicy,
    express.static(FOLDER, { index: false, redirect: false, fallthrough: false, cacheControl: false }),
  );
  router.get("/view/:id", underPolicy, (_, response) => {
    response.sendFile("index.html", { root: FOLDER, cacheControl: false });
  });
  router.get("/view/:id/document", async (request: Request<{ id: string }>, response) => {
    const document = await documentOf(request);
    sendJson(response, await document.summary());
  });
  router.get("/view/:id/search", async (request: Request<{ id: string }>, response) => {
    const document = await documentOf(request);
    const term = parsed(termSchema, request.query["text"], "text");
    sendJson(response, { pages: await document.search(expressionOf(term)) });
  });
  router.get(
    "/view/:id/pages/:number.png",
    async (request: Request<{ id: string; number: string }>, response) => {
      const document = await documentOf(request);
      const number = parsed(numberSchema, request.params.number, "number");
      const dpi = parsed(dpiSchema, request.query["dpi"], "dpi");
      const signal = closedBy(response);
      try {
        const { png } = await document.image(number, { dpi, signal });
        response.set("Content-Type", "image/png").end(png);
      } catch (error) {
        // The client closed the connection, for example by turning the page; this is not an error.
        if (!signal.aborted) throw error;
      }
    },
  );
  router.get(
    "/view/:id/pages/:number",
    async (request: Request<{ id: string; number: string }>, response) => {
      const document = await documentOf(request);
      const number = parsed(numberSchema, request.params.number, "number");
      sendJson(response, pageJson(await document.page(number)));
    },
  );
  return router;
}

const underPolicy: RequestHandler = (_, response, next) => {
  response.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  next();
};

/** The content type is exactly `application/json`, as in all responses. */
function sendJson(response: Response, body: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, field: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const message = `${field}: ${result.error.issues[0]?.message ?? "is not valid"}`;
  throw new DomainError("BAD_INPUT", message, { field });
}

/** Matches a term regardless of case; white space in it matches any white space between words. */
function expressionOf(term: string): RegExp {
  return new RegExp(term.split(/\s+/u).map(escaped).join("\\s+"), "iu");
}

/** With the flag u, escaping a hyphen is a syntax error, and outside a class it needs no escape. */
function escaped(word: string): string {
  return word.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}

/** Aborts when the client closes the connection. */
function closedBy(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
