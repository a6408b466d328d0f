import type { Block, Chunk, Extractor } from "@galley/core";
import {
  DomainError,
  isSettled,
  isTextKept,
  type Application,
  type Caller,
  chunkOptionsSchema,
  type Job,
  type JobStructure,
} from "@galley/core/domain";
import { drawnOfJob } from "../../viewer/drawn.ts";
import { MAX_VIEWED_PIXELS } from "../../viewer/viewed-document.ts";
import type { DocumentContent, Documents, OpenDocument, StructureFormat } from "../open-document.ts";
import { chunksText, structureText, tablesText } from "../rendered.ts";

/** A call returns by then, with the text or without: clients give up after a minute. */
const WAIT_MS = 45_000;

const LISTED = 50;

/** Blocks of a page, and chunks that are asked for at a time. */
const AT_ONCE = 1000;

export interface JobSource {
  readonly upload_id?: string | undefined;
  readonly url?: string | undefined;
}

interface JobDocumentParts {
  readonly application: Application;
  readonly caller: Caller;
  readonly renderer: Pick<Extractor, "renderPage">;
}

/** The documents of the caller's organization, each of which is a job. */
export function jobDocuments(parts: JobDocumentParts): Documents<JobSource> {
  const {
    application: { jobs },
    caller,
  } = parts;
  return {
    async open({ upload_id: uploadId, url }, { password, ...settings }, { signal, progress }) {
      const { id } = await jobs.submit(caller, {
        document: uploadId === undefined ? { url: url ?? "" } : { uploadId },
        options: { ...settings, blocks: true },
        tag: "mcp",
        ...(password !== "" && { documentPassword: password }),
      });
      const patience = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
      const changed = ({ pagesDone, pageCount }: Job): void => progress.pages(pagesDone, pageCount);
      return openedOf(parts, await jobs.settled(caller, { id }, { signal: patience, changed }));
    },

    find: async (id) => openedOf(parts, await jobs.find(caller, { id })),

    async list() {
      const { jobs: newest } = await jobs.list(caller, { statuses: [], limit: LISTED });
      return newest.map((job) => ({ id: job.id, name: nameOf(job) }));
    },
  };
}

function openedOf(parts: JobDocumentParts, job: Job): OpenDocument {
  const { application, caller, renderer } = parts;
  if (job.status === "failed" || job.status === "cancelled") {
    throw new DomainError("CONFLICT", job.statusMessage || `The document was not read: it is ${job.status}.`);
  }
  const isReady = isSettled(job.status);
  if (isReady && !isTextKept(job, new Date())) {
    throw new DomainError(
      "ALREADY_DELIVERED",
      "The text of this document is no longer kept; extract it again.",
    );
  }
  return {
    id: job.id,
    name: nameOf(job),
    pageCount: job.pageCount,
    message: job.statusMessage,
    content: isReady ? contentOf(parts, job) : undefined,
    async image(number, dpi, signal) {
      await using file = await application.jobs.openDocument(caller, { id: job.id });
      const options = { dpi, maxPixels: MAX_VIEWED_PIXELS, attachments: job.options.attachments };
      return (await drawnOfJob(renderer.renderPage(file.path, number, options, { signal }))).png;
    },
  };
}

function contentOf({ application: { jobs }, caller }: JobDocumentParts, job: Job): DocumentContent {
  const { id } = job;
  return {
    pages: async () => (await jobs.readText(caller, { id })).pages,
    structure: (format, pages) =>
      pages
        ? structureOfPages(jobs.structure(job), format, pages)
        : wholeStructure(jobs.structure(job), format),
    search: (term) => jobs.searchText(caller, { id }, term),
  };
}

async function wholeStructure(structure: JobStructure, format: StructureFormat): Promise<string> {
  if (format === "markdown") return structure.text("markdown");
  if (format === "tables") return tablesText((await structure.tables()).items);
  const chunks: Chunk[] = [];
  const options = chunkOptionsSchema.parse({});
  for (let total = Infinity; chunks.length < total;) {
    const part = await structure.chunks({ offset: chunks.length, limit: AT_ONCE }, options);
    chunks.push(...part.items);
    total = part.items.length === 0 ? 0 : part.total;
  }
  return chunksText(chunks);
}

async function structureOfPages(
  structure: JobStructure,
  format: StructureFormat,
  pages: ReadonlySet<number>,
): Promise<string> {
  const blocks: Block[] = [];
  for (const page of pages)
    blocks.push(...(await structure.blocks({ offset: 0, limit: AT_ONCE }, page)).items);
  return structureText({ blocks }, format);
}

function nameOf({ file, source }: Job): string {
  return file?.name ?? source?.name ?? "";
}
