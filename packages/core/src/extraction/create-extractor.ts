import { availableParallelism } from "node:os";
import { z } from "zod";
import { extractorOver } from "./extractor/extractor-over.ts";
import { loadDocument } from "./document/document-source.ts";
import type { Extractor } from "./extractor/extractor.ts";
import { parseOptions } from "./options/parse-options.ts";
import { IsolatedExtractor, type HostRestart } from "./pool/host/isolated-extractor.ts";
import { PagePool } from "./pool/pages/page-pool.ts";
import { RecentDocument } from "./pool/host/recent-document.ts";
import { RenderPool } from "./pool/drawing/render-pool.ts";
import type { ImageRecogniser } from "./recognition/recognisers/image-recogniser.ts";

/** Longest time that a timer can wait. */
const LONGEST_TIMEOUT_SECONDS = 2_147_483;

/** A thread whose heap outgrows this share of the process's memory ends alone, before the process does. */
const HEAP_SHARE = 0.5;

const extractorOptionsSchema = z.strictObject({
  /** Threads that read pages; by default as many as there are cores. */
  threads: z.int().min(1).max(256).default(availableParallelism),
  /** Seconds after which a page fails alone. */
  pageTimeoutSeconds: z.number().positive().max(LONGEST_TIMEOUT_SECONDS).default(120),
  /** A document of which more pages are selected is refused. */
  maxPages: z.int().min(1).default(5000),
  /** A folder of language data for the recogniser, besides what is installed as packages. */
  tessdata: z.string().default(""),
});

const isolatedExtractorOptionsSchema = extractorOptionsSchema.extend({
  /** What the documents of one process may use together, in MB. */
  memoryMb: z.int().min(128).default(2048),
});

/** A recogniser of one's own, which is called in the calling thread. */
interface OwnRecogniser {
  /** Used instead of the built-in recogniser, which takes its place where it fails. */
  readonly recognise?: ImageRecogniser | undefined;
}

/** How many threads read, and what a page and a document may take; all optional. */
export type ExtractorOptions = z.input<typeof extractorOptionsSchema> & OwnRecogniser;

export type IsolatedExtractorOptions = z.input<typeof isolatedExtractorOptionsSchema> &
  OwnRecogniser & {
    /** Called when the process ended by itself and its documents are tried again. */
    readonly onRestart?: ((restart: HostRestart) => void) | undefined;
  };

/**
 * Starts threads that read documents, in this process. A page that takes too long or breaks its thread fails alone,
 * but a document that takes memory without end takes this process's memory: where documents come from strangers, use
 * `createIsolatedExtractor`.
 *
 * @throws ExtractionError `BAD_OPTION`.
 */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { recognise, ...limits } = options;
  const parsed = parseOptions(extractorOptionsSchema, limits);
  const pool = new PagePool({ ...parsed, recognise });
  const renderPool = new RenderPool(parsed);
  const recent = new RecentDocument();
  return extractorOver({
    read: async function* (source, extractOptions, call) {
      yield* pool.read(await loadDocument(source), extractOptions, call);
    },
    render: async (source, request, signal) =>
      renderPool.render(await recent.get(source, request.options.password), request, signal),
    dispose: async () => {
      await Promise.all([pool[Symbol.asyncDispose](), renderPool[Symbol.asyncDispose]()]);
    },
  });
}

/** An extractor whose documents are read in a process apart. */
export interface ExtractorApart extends Extractor {
  /**
   * Resolves when the process answers; one that has ended is started again.
   *
   * @throws Error that says how the process ended, or the reason of the signal.
   */
  check(signal: AbortSignal): Promise<void>;
  /** Of the processes that read documents at the moment: one, and one for each document that is tried alone. */
  processIds(): readonly number[];
}

/**
 * Starts a child process that reads documents under a memory limit, so that no document can harm this process. When
 * the child dies, the documents in it are tried again one at a time; one that kills it again rejects with
 * `RESOURCE_LIMIT`. The limit is enforced on Linux; elsewhere the child is only apart. Dispose it, or the child keeps
 * this process alive.
 *
 * @throws ExtractionError `BAD_OPTION`.
 */
export function createIsolatedExtractor(options: IsolatedExtractorOptions = {}): ExtractorApart {
  const { onRestart, recognise, ...limits } = options;
  const parsed = parseOptions(isolatedExtractorOptionsSchema, limits);
  const heapMb = Math.floor(parsed.memoryMb * HEAP_SHARE);
  const isolated = new IsolatedExtractor({ ...parsed, heapMb, engine: null, recognise, onRestart });
  const extractor = extractorOver({
    read: (source, extractOptions, call) => isolated.read(source, extractOptions, call),
    render: (source, request, signal) => isolated.render(source, request, signal),
    dispose: () => isolated[Symbol.asyncDispose](),
  });
  return {
    ...extractor,
    check: (signal) => isolated.check(signal),
    processIds: () => isolated.processIds(),
  };
}
