import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { DocumentSource, ExtractCall, ExtractedDocument, Extractor } from "@galley/core";
import { DomainError, searchPages } from "@galley/core/domain";
import { MAX_VIEWED_PIXELS } from "../../viewer/viewed-document.ts";
import type { Documents, OpenDocument, ReadingSettings } from "../open-document.ts";
import { structureText } from "../rendered.ts";
import { allowedFile } from "./allowed-folders.ts";

/** Documents that are kept for later calls; the one that was not used for longest goes first. */
const MAX_KEPT = 16;

export interface LocalSource {
  readonly path?: string | undefined;
  readonly url?: string | undefined;
}

interface LocalParts {
  readonly extractor: Extractor;
  /** Real paths of the folders that may be read. */
  readonly folders: readonly string[];
  /** Undefined if URLs are not allowed. */
  readonly fetch: ((url: string, signal: AbortSignal) => Promise<Uint8Array>) | undefined;
}

/** Reads documents of this machine, and keeps the last ones in memory. */
export function localDocuments({ extractor, folders, fetch }: LocalParts): Documents<LocalSource> {
  const kept = new Map<string, OpenDocument>();
  const keep = (opened: OpenDocument): OpenDocument => {
    kept.delete(opened.id);
    kept.set(opened.id, opened);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return opened;
  };
  const bytesOf = async ({ path, url }: LocalSource, signal: AbortSignal): Promise<DocumentSource> => {
    if (path !== undefined) return allowedFile(folders, path);
    if (url !== undefined && fetch) return fetch(url, signal);
    throw new DomainError(
      "BAD_INPUT",
      "url: start galley mcp with --allow-urls to read documents from URLs",
      {
        field: "url",
      },
    );
  };
  return {
    async open(source, settings, { signal, progress }) {
      const bytes = await bytesOf(source, signal);
      const onPage: ExtractCall["onPage"] = (_outcome, { done, total }) => progress.pages(done, total);
      const document = await extractor.extract(bytes, { ...settings, blocks: true }, { signal, onPage });
      const name = basename(source.path ?? new URL(source.url ?? "file:///").pathname);
      return keep(openedOf({ extractor, bytes, document, name, settings }));
    },

    async find(id) {
      const opened = kept.get(id);
      if (opened) return keep(opened);
      throw new DomainError("NOT_FOUND", "document_id: no such document is open; extract it again", {
        field: "document_id",
      });
    },

    list: async () => [...kept.values()].toReversed(),
  };
}

interface Extracted {
  readonly extractor: Extractor;
  readonly bytes: DocumentSource;
  readonly document: ExtractedDocument;
  readonly name: string;
  readonly settings: ReadingSettings;
}

function openedOf({ extractor, bytes, document, name, settings: { password } }: Extracted): OpenDocument {
  const outcomes = document.pages.map(({ outcome }) => outcome);
  return {
    id: randomUUID(),
    name,
    pageCount: document.pageCount,
    message: document.message,
    content: {
      pages: async () => outcomes,
      async structure(format, pages) {
        const { blocks } = document.blocks;
        const wanted = pages ? blocks.filter(({ places }) => pages.has(places[0]?.page ?? 0)) : blocks;
        return structureText({ blocks: wanted }, format);
      },
      search: (term) => searchPages(outcomes, term),
    },
    async image(number, dpi, signal) {
      const options = { dpi, maxPixels: MAX_VIEWED_PIXELS, password };
      return (await extractor.renderPage(bytes, number, options, { signal })).png;
    },
  };
}
