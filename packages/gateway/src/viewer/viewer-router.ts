import type { IncomingMessage } from "node:http";
import { DomainError, plainWording } from "@galley/core/domain";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { pageJson, type ViewedDocument } from "./viewed-document.ts";

const DEFAULT_DPI = 150;
/** Enough for the smallest print. */
const MAX_DPI = 300;

/** Maximum number of characters of a search term. */
const MAX_TERM_LENGTH = 200;

/** Maximum number of outlines of pages in one response. */
const MAX_OUTLINES = 100;

const numberSchema = z.coerce.number().int().min(1);
const dpiSchema = z.coerce.number().min(36).max(MAX_DPI).default(DEFAULT_DPI);
const afterSchema = z.coerce.number().int().min(0).default(0);
const limitSchema = z.coerce.number().int().min(1).max(MAX_OUTLINES).default(MAX_OUTLINES);
const termSchema = z.string().trim().min(1).max(MAX_TERM_LENGTH);

/**
 * Finds a document by the id in the URL.
 *
 * @throws DomainError `NOT_FOUND`; `UNAUTHENTICATED` if the request has no valid credentials.
 */
export type OpenViewedDocument = (id: string, request: IncomingMessage) => Promise<ViewedDocument>;

/**
 * Serves `/view/{id}`: the viewer's page without authentication, the document's data only if `open` permits it.
 *
 * @param page responds with the viewer's page.
 */
export function viewerRouter(open: OpenViewedDocument, page: RequestHandler): Router {
  const router = express.Router();
  const documentOf = (request: Request<{ id: string }>): Promise<ViewedDocument> =>
    open(request.params.id, request);

  router.get("/view/:id", page);
  router.get("/view/:id/document", async (request: Request<{ id: string }>, response) => {
    const document = await documentOf(request);
    sendJson(response, await document.summary());
  });
  router.get("/view/:id/search", async (request: Request<{ id: string }>, response) => {
    const document = await documentOf(request);
    const term = parsed(termSchema, request.query["text"], "text");
    sendJson(response, await foundIn(document, term));
  });
  router.get("/view/:id/pages", async (request: Request<{ id: string }>, response) => {
    const document = await documentOf(request);
    const after = parsed(afterSchema, request.query["after"], "after");
    const limit = parsed(limitSchema, request.query["limit"], "limit");
    const outlines = await document.outlines({ after, limit });
    sendJson(response, { pages: outlines, more: outlines.length === limit });
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

/** The places of a term, and the numbers of their pages. */
async function foundIn(document: ViewedDocument, term: string): Promise<unknown> {
  const found = await document.search(term);
  const matches = found.map(({ page, box, distance }) => ({ page, box, distance }));
  return { pages: [...new Set(matches.map(({ page }) => page))], matches };
}

/** The content type is exactly `application/json`, as in all responses. */
function sendJson(response: Response, body: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, field: string): T {
  const result = schema.safeParse(value, { error: plainWording });
  if (result.success) return result.data;
  const message = `${field}: ${result.error.issues[0]?.message ?? "is not valid"}`;
  throw new DomainError("BAD_INPUT", message, { field });
}

/** Aborts when the client closes the connection. */
function closedBy(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
