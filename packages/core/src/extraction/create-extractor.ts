import { availableParallelism } from "node:os";
import { z } from "zod";
import { withEachPassword } from "./extractor/each-password.ts";
import { convertedElsewhere } from "./extractor/converted-elsewhere.ts";
import type { OfficeConverter } from "./convert/external/office-converter.ts";
import {
  extractorOver,
  type PageSource,
  type ReadCall,
  type StorableEvent,
} from "./extractor/extractor-over.ts";
import { loadDocument } from "./document/document-source.ts";
import type { Extractor } from "./extractor/extractor.ts";
import type { DocumentSource } from "./document/document-source.ts";
import { readExplained } from "./extractor/explain-page.ts";
import {
  type ExtractOptions,
  parseExtractOptions,
  type ExtractOptionsInput,
} from "./options/extract-options.ts";
import { parseOptions } from "./options/parse-options.ts";
import type { HostRestart } from "./pool/host/host-restart.ts";
import { IsolatedExtractor } from "./pool/host/isolated-extractor.ts";
import { PagePool } from "./pool/pages/page-pool.ts";
import { RecentDocument } from "./pool/host/recent-document.ts";
import { RenderPool } from "./pool/drawing/render-pool.ts";
import { type CustomEngines, enginesIn } from "./recognition/recognisers/custom-engines.ts";
import type { PageRead } from "./result/extracted-document.ts";
import { foldersIn } from "./recognition/engines/recognition-places.ts";

/** Longest delay that a timer supports. */
const LONGEST_TIMEOUT_SECONDS = 2_147_483;

/** A thread whose heap exceeds this share of the process's memory limit is terminated before the whole process is. */
const HEAP_SHARE = 0.5;

const extractorOptionsSchema = z.strictObject({
  /** Number of page threads; by default one per core. */
  threads: z.int().min(1).max(256).default(availableParallelism),
  /** Time limit per page in seconds; a page that exceeds it fails, the others continue. */
  pageTimeoutSeconds: z.number().positive().max(LONGEST_TIMEOUT_SECONDS).default(120),
  /** Documents with more selected pages are rejected. */
  maxPages: z.int().min(1).default(5000),
  /** One or more folders of `.traineddata` files, in addition to the language packages that are installed. */
  tessdata: z
    .union([z.string(), z.array(z.string()).readonly()])
    .default([])
    .transform(foldersIn),
});

const isolatedExtractorOptionsSchema = extractorOptionsSchema.extend({
  /** Memory limit in MB for all documents in the process together. */
  memoryMb: z.int().min(128).default(2048),
});

/** Replacements of built-in parts, called in the calling thread. */
interface CustomParts extends CustomEngines {
  /** Converts Office documents before they are read; if it fails, the built-in converter is used. */
  readonly convertOffice?: OfficeConverter | undefined;
}

/** Number of threads and limits per page and document; all optional. */
export type ExtractorOptions = z.input<typeof extractorOptionsSchema> & CustomParts;

export type IsolatedExtractorOptions = z.input<typeof isolatedExtractorOptionsSchema> &
  CustomParts & {
    /** Called when the child process crashed and its documents are retried. */
    readonly onRestart?: ((restart: HostRestart) => void) | undefined;
  };

/**
 * Starts page threads in this process. A page that exceeds its time limit or crashes its thread fails alone, but memory
 * is not limited: a hostile document can exhaust this process's memory. Use `createIsolatedExtractor` for untrusted
 * documents.
 *
 * @throws ExtractionError `BAD_OPTION`.
 */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { recognise, engines, ocrEngine, handwriting, convertOffice, ...limits } = options;
  const parsed = parseOptions(extractorOptionsSchema, limits);
  const pool = new PagePool({
    ...parsed,
    engines: enginesIn({ recognise, engines, ocrEngine, handwriting }),
  });
  const renderPool = new RenderPool(parsed);
  const recent = new RecentDocument((bytes, conversion) => pool.convert(bytes, conversion));
  const pages: PageSource = {
    read: async function* (source, extractOptions, call) {
      yield* pool.read(await loadDocument(source), extractOptions, call);
    },
    render: async (source, request, signal) =>
      renderPool.render(await recent.get(source, request.options), request, signal),
    dispose: async () => {
      await Promise.all([pool[Symbol.asyncDispose](), renderPool[Symbol.asyncDispose]()]);
    },
  };
  return extractorOver(withEachPassword(convertOffice ? convertedElsewhere(pages, convertOffice) : pages));
}

/** An extractor that reads documents in a child process. */
export interface ExtractorApart extends Extractor {
  /**
   * Health check: resolves when the child process responds; starts it again if it has ended.
   *
   * @throws Error with the way the process ended, or the signal's reason.
   */
  check(signal: AbortSignal): Promise<void>;
  /** Ids of the running child processes: the shared one, and one for each document that is being retried alone. */
  processIds(): readonly number[];
  /** The same as `pages`, with pages as a database stores them, for one of several owners. */
  storablePages(
    source: DocumentSource,
    options?: ExtractOptionsInput,
    call?: Omit<ReadCall, "outcomes">,
  ): AsyncIterable<StorableEvent>;
  /** Reads a page with the decisions about it, for one of several owners. @throws ExtractionError */
  readExplained(
    source: DocumentSource,
    number: number,
    options: ExtractOptions,
    call: Pick<ReadCall, "signal" | "owner">,
  ): Promise<PageRead>;
}

/**
 * Starts a child process that reads documents under a memory limit, so no document can harm this process. If the child
 * crashes, its documents are retried in isolation; one that crashes its process again rejects with `RESOURCE_LIMIT`.
 * The memory limit is enforced on Linux; elsewhere the child process only isolates crashes. Dispose the extractor, or
 * the child process keeps this process alive.
 *
 * @throws ExtractionError `BAD_OPTION`.
 */
export function createIsolatedExtractor(options: IsolatedExtractorOptions = {}): ExtractorApart {
  const { onRestart, recognise, engines, ocrEngine, handwriting, convertOffice, ...limits } = options;
  const parsed = parseOptions(isolatedExtractorOptionsSchema, limits);
  const heapMb = Math.floor(parsed.memoryMb * HEAP_SHARE);
  const isolated = new IsolatedExtractor({
    ...parsed,
    heapMb,
    engine: null,
    engines: enginesIn({ recognise, engines, ocrEngine, handwriting }),
    onRestart,
  });
  const pages: PageSource = {
    read: (source, extractOptions, call) => isolated.read(source, extractOptions, call),
    render: (source, request, signal) => isolated.render(source, request, signal),
    dispose: () => isolated[Symbol.asyncDispose](),
  };
  const source = withEachPassword(convertOffice ? convertedElsewhere(pages, convertOffice) : pages);
  return {
    ...extractorOver(source),
    storablePages: (document, extractOptions = {}, call = {}) =>
      source.read(document, parseExtractOptions(extractOptions), { ...call, outcomes: "storable" }),
    readExplained: (document, number, extractOptions, call) =>
      readExplained(source.read, document, { number, options: extractOptions, call }),
    check: (signal) => isolated.check(signal),
    processIds: () => isolated.processIds(),
  };
}
