import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import { DomainError } from "@galley/core/domain";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { pageJson, type ViewedDocument } from "./viewed-document.ts";

/** The files of the page; the same folder for the source and for the built code. */
const FOLDER = fileURLToPath(new URL("../../viewer/", import.meta.url));

/** Everything comes from the service itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const DEFAULT_DPI = 150;
/** Enough to look at the smallest print. */
const MAX_DPI = 300;

/** Characters of a search term. */
const MAX_TERM_LENGTH = 200;

const numberSchema = z.coerce.number().int().min(1);
const dpiSchema = z.coerce.number().min(36).max(MAX_DPI).default(DEFAULT_DPI);
const termSchema = z.string().trim().min(1).max(MAX_TERM_LENGTH);

/**
 * Finds a document by what stands in the address.
 *
 * @throws DomainError `NOT_FOUND`; `UNAUTHENTICATED` where the request does not say who asks.
 */
export type OpenViewedDocument = (id: string, request: IncomingMessage) => Promise<ViewedDocument>;

/** `/view/{id}`: the page, which everyone may have, and the data that it asks for, which `open` guards. */
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
      const signal = leaving(response);
      try {
        const { png } = await document.image(number, { dpi, signal });
        response.set("Content-Type", "image/png").end(png);
      } catch (error) {
        // Whoever leafs on has left: there is nobody to be told, and nothing went wrong.
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

/** As everywhere, the content type is exactly `application/json`. */
function sendJson(response: Response, body: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, field: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const message = `${field}: ${result.error.issues[0]?.message ?? "is not valid"}`;
  throw new DomainError("BAD_INPUT", message, { field });
}

/** Finds a term whatever its case; a blank in it stands for any space that a layout leaves between words. */
function expressionOf(term: string): RegExp {
  return new RegExp(term.split(/\s+/u).map(escaped).join("\\s+"), "iu");
}

/** With the flag u, a hyphen may not be escaped by a backslash, and need not be outside a class. */
function escaped(word: string): string {
  return word.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}

/** Aborts when the one who asked does not wait any more. */
function leaving(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
