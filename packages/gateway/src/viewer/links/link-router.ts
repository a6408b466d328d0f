import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type {
  Application,
  FieldsTableTarget,
  JobLinkTarget,
  LinkTarget,
  TableFormat,
} from "@galley/core/domain";
import express, { type Request, type Response, type Router } from "express";
import { downloadedFile, type DownloadedFile, type WantedFile } from "./downloaded-file.ts";
import { archiveOf, togetherOf } from "./many-documents.ts";
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
      if (target.kind === "fields_table") await sendTable(parts, target, response);
      else await send(parts, { target, signal: gone.signal }, response);
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
  attach(response, TABLE_FILES[format], `${schema}.${format}`);
  response.end(table);
}

const TABLE_FILES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<TableFormat, string>;

interface Asked {
  readonly target: Exclude<LinkTarget, FieldsTableTarget>;
  readonly signal: AbortSignal;
}

async function send(parts: LinkRouterParts, { target, signal }: Asked, response: Response): Promise<void> {
  const { jobs } = parts.application;
  if (target.kind === "documents") {
    if (target.form === "together") {
      await sendFile(await togetherOf(parts, target, signal), { response, signal });
      return;
    }
    attach(response, "application/zip", "documents.zip");
    await pipeline(archiveOf(parts, target, signal), response, { signal });
    return;
  }
  const job = await jobs.find(target, { id: target.jobId });
  if (target.kind === "page") {
    await using file = await jobs.openDocument(target, { id: job.id });
    const png = await parts.renderPage(file.path, { number: target.page, dpi: target.dpi }, signal);
    response.set("Content-Type", "image/png").end(png);
    return;
  }
  const original = target.kind !== "document" && target.original;
  const wanted = { job, rendition: renditionOf(target), original, signal };
  await sendFile(await downloadedFile(parts, wanted), { response, signal });
}

function renditionOf(target: Exclude<JobLinkTarget, { kind: "page" }>): WantedFile["rendition"] {
  if (target.kind === "structure") return target.format;
  return target.kind === "workbook" ? "xlsx" : target.kind;
}

async function sendFile(
  { mediaType, name, content }: DownloadedFile,
  { response, signal }: { readonly response: Response; readonly signal: AbortSignal },
): Promise<void> {
  attach(response, mediaType, name);
  if (typeof content === "string" || content instanceof Uint8Array) {
    response.end(content);
    return;
  }
  await using file = content;
  await pipeline(createReadStream(file.path), response, { signal });
}

function attach(response: Response, mediaType: string, name: string): void {
  response.attachment(name);
  response.set("Content-Type", mediaType);
}
