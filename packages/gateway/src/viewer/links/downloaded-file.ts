import { tablesWorkbook } from "@galley/core";
import {
  nameOf,
  type Application,
  type DownloadRendition,
  type Job,
  type LocalFile,
  type StructureFormat,
} from "@galley/core/domain";
import type { SearchablePdfs } from "./searchable-pdfs.ts";

export interface DownloadParts {
  readonly application: Pick<Application, "jobs">;
  readonly searchablePdfs: SearchablePdfs;
}

export interface DownloadedFile {
  readonly mediaType: string;
  readonly name: string;
  /** A local file has to be disposed. */
  readonly content: string | Uint8Array | LocalFile;
}

export interface WantedFile {
  readonly job: Job;
  readonly rendition: DownloadRendition | StructureFormat;
  /** As it was read, without corrections. */
  readonly original: boolean;
  readonly signal: AbortSignal;
}

/** The file of a job in a rendition. @throws DomainError if it is not ready or no longer kept. */
export async function downloadedFile(
  { application: { jobs }, searchablePdfs }: DownloadParts,
  { job, rendition, original, signal }: WantedFile,
): Promise<DownloadedFile> {
  const reference = { id: job.id };
  const { mediaType, ending } = FILES[rendition];
  const name = named(job, ending);
  if (rendition === "document") {
    const content = await jobs.openDocument(job, reference);
    return { mediaType: job.file?.mediaType ?? mediaType, name: nameOf(job) || "document", content };
  }
  if (rendition === "text") {
    return { mediaType, name, content: (await jobs.readText(job, reference, { original })).content.text };
  }
  if (rendition === "searchable_pdf") {
    const { pages } = await jobs.readText(job, reference, { original });
    await using file = await jobs.openDocument(job, reference);
    const read = { path: file.path, bytes: job.file?.bytes ?? 0, pages };
    return { mediaType, name, content: await searchablePdfs.write(read, signal) };
  }
  const structure = jobs.structure(job, { original });
  if (rendition === "xlsx") {
    const { items } = await structure.tables();
    return { mediaType, name, content: await tablesWorkbook([{ name: nameOf(job), tables: items }]) };
  }
  const format = rendition === "chunks" ? "chunk_lines" : rendition;
  return { mediaType, name, content: await structure.text(format) };
}

const JSON_FILE = "application/json";

export const FILES = {
  document: { mediaType: "application/octet-stream", ending: "" },
  text: { mediaType: "text/plain; charset=utf-8", ending: ".txt" },
  searchable_pdf: { mediaType: "application/pdf", ending: ".pdf" },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ending: ".xlsx",
  },
  markdown: { mediaType: "text/markdown; charset=utf-8", ending: ".md" },
  html: { mediaType: "text/html; charset=utf-8", ending: ".html" },
  plain: { mediaType: "text/plain; charset=utf-8", ending: ".plain.txt" },
  csv: { mediaType: "text/csv; charset=utf-8", ending: ".csv" },
  tables: { mediaType: JSON_FILE, ending: ".tables.json" },
  blocks: { mediaType: JSON_FILE, ending: ".blocks.json" },
  chunks: { mediaType: "application/x-ndjson", ending: ".chunks.ndjson" },
  chunk_lines: { mediaType: "application/x-ndjson", ending: ".chunks.ndjson" },
} as const satisfies Record<
  DownloadRendition | StructureFormat,
  { readonly mediaType: string; readonly ending: string }
>;

/** The document's name with another ending. */
function named(job: Job, ending: string): string {
  return `${nameOf(job).replace(/\.[^.]*$/, "") || "document"}${ending}`;
}
