import type { Extractor } from "@galley/core";
import {
  DomainError,
  isSettled,
  isTextKept,
  type Application,
  type Caller,
  type Job,
} from "@galley/core/domain";
import { drawn } from "../../viewer/drawn.ts";
import { MAX_VIEWED_PIXELS } from "../../viewer/viewed-document.ts";
import type { DocumentContent, Documents, OpenDocument } from "../open-document.ts";

/** A call returns by then, with the text or without: clients give up after a minute. */
const WAIT_MS = 45_000;

const LISTED = 50;

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
    async open({ upload_id: uploadId, url }, { password, ...settings }, signal) {
      const { id } = await jobs.submit(caller, {
        document: uploadId === undefined ? { url: url ?? "" } : { uploadId },
        options: { ...settings, blocks: true },
        tag: "mcp",
        ...(password !== "" && { documentPassword: password }),
      });
      const patience = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
      return openedOf(parts, await jobs.settled(caller, { id }, patience));
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
      return (await drawn(renderer.renderPage(file.path, number, options, { signal }))).png;
    },
  };
}

function contentOf({ application: { jobs }, caller }: JobDocumentParts, { id }: Job): DocumentContent {
  return {
    pages: async () => (await jobs.readText(caller, { id })).pages,
    blocks: () => jobs.structure(caller, { id }),
    search: (term) => jobs.searchText(caller, { id }, term),
  };
}

function nameOf({ file, source }: Job): string {
  return file?.name ?? source?.name ?? "";
}
