import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import {
  nameOf,
  type Application,
  type FieldsTableTarget,
  type Job,
  type JobLinkTarget,
  type TableFormat,
  type StructureFormat,
} from "@galley/core/domain";
import express, { type Request, type Response, type Router } from "express";
import type { SearchablePdfs } from "./searchable-pdfs.ts";
import { LINKS_PATH, type SignedLinks } from "./signed-links.ts";

export interface LinkRouterParts {
  readonly application: Application;
  readonly links: Pick<SignedLinks, "targetOf">;
  /** Renders a page as PNG. @throws DomainError */
  readonly renderPage: (
    path: string,
    page: { readonly number: number; readonly dpi: number },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
  readonly searchablePdfs: SearchablePdfs;
}

/** Serves the targets of signed links. */
export function linkRouter(parts: LinkRouterParts): Router {
  const router = express.Router();
  router.get(`${LINKS_PATH}/:token/:name`, async (request: Request<{ token: string }>, response) => {
    const { expiresAt, ...target } = parts.links.targetOf(request.params.token);
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      response.set({
        "Cache-Control": `private, max-age=${seconds}, immutable`,
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
      });
      if (target.kind === "fields_table") {
        await sendTable(parts, target, response);
        return;
      }
      const job = await parts.application.jobs.find(target, { id: target.jobId });
      await send(parts, { target, job, signal: gone.signal }, response);
    } catch (error) {
      // A client that left is not an error.
      if (gone.signal.aborted) return;
      response.set("Cache-Control", "no-store");
      throw error;
    }
  });
  return router;
}

async function sendTable(
  { application: { fields } }: LinkRouterParts,
  { schema, format, ...target }: FieldsTableTarget,
  response: Response,
): Promise<void> {
  const table = await fields.table(target, { ...target, schema, format });
  attach(response, TABLE_FILES[format], `${schema}.${format}`).end(table);
}

const TABLE_FILES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<TableFormat, string>;

interface Asked {
  readonly target: JobLinkTarget;
  readonly job: Job;
  readonly signal: AbortSignal;
}

async function send(
  { application: { jobs }, renderPage, searchablePdfs }: LinkRouterParts,
  { target, job, signal }: Asked,
  response: Response,
): Promise<void> {
  const reference = { id: job.id };
  switch (target.kind) {
    case "page": {
      await using file = await jobs.openDocument(target, reference);
      const png = await renderPage(file.path, { number: target.page, dpi: target.dpi }, signal);
      response.set("Content-Type", "image/png").end(png);
      return;
    }
    case "text": {
      const { content } = await jobs.readText(target, reference, target);
      attach(response, "text/plain; charset=utf-8", named(job, ".txt")).end(content.text);
      return;
    }
    case "structure": {
      const { mediaType, ending } = STRUCTURE_FILES[target.format];
      const written = await jobs.structure(job, target).text(target.format);
      attach(response, mediaType, named(job, ending)).end(written);
      return;
    }
    case "searchable_pdf": {
      const { pages } = await jobs.readText(target, reference, target);
      await using file = await jobs.openDocument(target, reference);
      const pdf = await searchablePdfs.write({ path: file.path, bytes: job.file?.bytes ?? 0, pages }, signal);
      attach(response, "application/pdf", named(job, ".pdf")).end(pdf);
      return;
    }
    case "document": {
      await using file = await jobs.openDocument(target, reference);
      const { mediaType = "application/octet-stream", name = "document" } = job.file ?? {};
      await pipeline(createReadStream(file.path), attach(response, mediaType, name), { signal });
    }
  }
}

const JSON_FILE = "application/json";

const STRUCTURE_FILES = {
  markdown: { mediaType: "text/markdown; charset=utf-8", ending: ".md" },
  html: { mediaType: "text/html; charset=utf-8", ending: ".html" },
  plain: { mediaType: "text/plain; charset=utf-8", ending: ".plain.txt" },
  csv: { mediaType: "text/csv; charset=utf-8", ending: ".csv" },
  tables: { mediaType: JSON_FILE, ending: ".tables.json" },
  blocks: { mediaType: JSON_FILE, ending: ".blocks.json" },
  chunks: { mediaType: JSON_FILE, ending: ".chunks.json" },
  chunk_lines: { mediaType: "application/x-ndjson", ending: ".chunks.ndjson" },
} as const satisfies Record<StructureFormat, { readonly mediaType: string; readonly ending: string }>;

function attach(response: Response, mediaType: string, name: string): Response {
  response.attachment(name);
  return response.set("Content-Type", mediaType);
}

/** The document's name with another ending. */
function named(job: Job, ending: string): string {
  return `${nameOf(job).replace(/\.[^.]*$/, "") || "document"}${ending}`;
}
