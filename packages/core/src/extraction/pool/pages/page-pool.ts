import { setTimeout as delay } from "node:timers/promises";
import { Piscina } from "piscina";
import { ShippedModels } from "../engines/shipped-models.ts";
import { threadFile } from "../../engines/thread-file.ts";
import type { ConversionOptions, ConvertedDocument } from "../../convert/document-converter.ts";
import { readableDocument } from "../../convert/readable-document.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { PageFailed } from "../../result/extracted-document.ts";
import type { ReadCall, StorableEvent } from "../../extractor/extractor-over.ts";
import {
  BUILT_IN,
  type Engines,
  engineSettings,
  recogniserOf,
} from "../../recognition/recognisers/engines.ts";
import { answerWith } from "./answer-with.ts";
import { DocumentRun, type ThreadDeath } from "./document-run.ts";
import { type PackedOutcome, unpacked } from "./packed-outcome.ts";
import {
  PAGE_STATE,
  PROGRESS,
  PROGRESS_SLOTS,
  type ConversionTask,
  type ConversionTaskResult,
  type HelpRequest,
  type RecogniserRequest,
  type PageTask,
  type PageTaskResult,
  type PageThreadData,
  type PageWork,
  type StripTask,
  type StripTaskResult,
} from "./page-protocol.ts";
import { CODE_RANGE_MB, DEFAULT_HEAP_MB, YOUNG_GENERATION_MB } from "../limits/memory-limit.ts";
import { watchOpening } from "./slow-opening.ts";
import { watch } from "./watchdog.ts";

/** How long a thread may take to react to a stop request before it is terminated. */
const STOP_GRACE_MS = 500;

export interface PagePoolOptions {
  readonly threads: number;
  readonly pageTimeoutSeconds: number;
  readonly maxPages: number;
  /** Limit of each thread's JavaScript heap without buffers, in MB; default `DEFAULT_HEAP_MB`. */
  readonly heapMb?: number | undefined;
  /** Folders of `.traineddata` files. */
  readonly tessdata: readonly string[];
  /** Engines of recognition besides the built-in one. */
  readonly engines?: Engines | undefined;
  /** URL of a module that exports `openDocument`; Galley's own by default. */
  readonly engine?: URL | undefined;
}

/** A task that a thread is working on. */
interface RunningTask {
  readonly run: DocumentRun;
  readonly progress: Int32Array;
  readonly killer: AbortController;
}

/** Reads pages on threads, which run until the pool is disposed. */
export class PagePool implements AsyncDisposable {
  readonly #options: PagePoolOptions;
  readonly #threads: PageThreads;
  /** The documents in progress, the most recently served last. */
  #runs: DocumentRun[] = [];
  readonly #running = new Set<RunningTask>();
  readonly #models: ShippedModels;
  #runsAlone = false;
  #disposed = false;
  #nextId = 1;

  constructor(options: PagePoolOptions) {
    this.#options = options;
    this.#threads = startThreads(options);
    this.#models = new ShippedModels(options.threads);
    this.#threads.on("error", () => this.#replaceUnbegun());
    this.#threads.on("message", (request: HelpRequest | RecogniserRequest) => {
      if ("strip" in request) void this.#help(request);
      else void this.#recognise(request);
    });
  }

  /** Reads a document's selected pages; leaving the loop cancels the reading. */
  async *read(
    bytes: Uint8Array,
    options: ExtractOptions,
    { signal, skip = [], outcomes }: ReadCall = {},
  ): AsyncGenerator<StorableEvent, void, undefined> {
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const readable = await readableDocument(bytes, options, (source, conversion) =>
      this.convert(source, conversion, signal),
    );
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const document = { id: this.#nextId++, bytes: readable.bytes };
    const { maxPages } = this.#options;
    const run = new DocumentRun({ document, options, skip, outcomes, maxPages, readable });
    const abort = (): void => run.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    this.#runs.push(run);
    this.#giveOut();
    try {
      for await (const event of run.events) {
        yield event;
        if (run.taken(event)) this.#giveOut();
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#leave(run);
    }
  }

  /**
   * Converts a document to PDF on a thread, within the time limit of a page and the thread's memory limit. Throws as a
   * `DocumentConverter` does, or the signal's reason.
   */
  async convert(
    bytes: Uint8Array,
    { password, attachments }: ConversionOptions,
    signal?: AbortSignal,
  ): Promise<ConvertedDocument> {
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_SLOTS * Int32Array.BYTES_PER_ELEMENT));
    progress[PROGRESS.PAGE] = PAGE_STATE.WAITING;
    const killer = new AbortController();
    let timedOut = false;
    using _ = watch(progress, this.#options.pageTimeoutSeconds * 1000, () => {
      timedOut = true;
      killer.abort();
    });
    const ended = signal ? AbortSignal.any([signal, killer.signal]) : killer.signal;
    try {
      const task = { convert: { bytes, password, attachments }, progress };
      const result = await this.#threads.run(task, { name: "convertDocument", signal: ended });
      if (!("converted" in result)) throw new Error("A page thread returned no conversion.");
      return conversionOf(result);
    } catch (error) {
      signal?.throwIfAborted();
      if (this.#disposed) throw disposedError();
      if (error instanceof ExtractionError) throw error;
      throw conversionDeath(timedOut ? "timeout" : deathBy(error), error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    for (const run of this.#runs) run.fail(disposedError());
    this.#runs = [];
    await this.#threads.destroy();
    this.#models[Symbol.dispose]();
  }

  #giveOut(): void {
    while (this.#running.size < this.#options.threads && !this.#runsAlone) {
      const alone = this.#runs.find((run) => run.hasWorkAlone);
      if (alone && this.#running.size > 0) return;
      const next = alone ? takeAlone(alone) : this.#nextInTurn();
      if (!next) return;
      this.#runsAlone = alone !== undefined;
      void this.#give(next.run, next.work);
    }
  }

  /** Documents are served round-robin, so a long one does not block a short one. */
  #nextInTurn(): { run: DocumentRun; work: PageWork } | undefined {
    for (const run of this.#runs) {
      const work = run.nextWork(this.#options.threads);
      if (!work) continue;
      this.#runs = [...this.#runs.filter((other) => other !== run), run];
      return { run, work };
    }
    return undefined;
  }

  async #give(run: DocumentRun, work: PageWork): Promise<void> {
    const task = this.#begin(run);
    await this.#runOnThread(task, work);
    this.#end(task);
  }

  #begin(run: DocumentRun): RunningTask {
    const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_SLOTS * Int32Array.BYTES_PER_ELEMENT));
    progress[PROGRESS.PAGE] = PAGE_STATE.WAITING;
    const task = { run, progress, killer: new AbortController() };
    this.#running.add(task);
    return task;
  }

  #end(task: RunningTask): void {
    this.#running.delete(task);
    if (this.#running.size === 0) this.#runsAlone = false;
    this.#giveOut();
  }

  async #runOnThread(running: RunningTask, work: PageWork): Promise<void> {
    const { run, progress, killer } = running;
    const { document, options, outcomes } = run.request;
    const limitMs = this.#options.pageTimeoutSeconds * 1000;
    let timedOut = false;
    using _ = watch(progress, limitMs, () => {
      timedOut = true;
      killer.abort();
    });
    using _early = watchOpening(work, progress, (page, pageCount) => {
      run.openedBefore(page, pageCount);
      this.#giveOut();
    });
    try {
      const task: PageTask = { document, options, outcomes, work, progress };
      const result = await this.#threads.run(task, { signal: killer.signal });
      if ("ok" in result) run.answered(work, unpackedResult(result));
    } catch (error) {
      this.#threadDied(running, work, timedOut ? "timeout" : deathBy(error), error);
    }
  }

  /** Lets a free thread recognise a part of another thread's page. If that fails, the other thread does it itself. */
  async #help({ documentId, strip, reply }: HelpRequest): Promise<void> {
    const run = this.#runs.find(({ request }) => request.document.id === documentId);
    if (!run || this.#runsAlone || this.#running.size >= this.#options.threads) {
      reply.close();
      return;
    }
    const task = this.#begin(run);
    const { progress, killer } = task;
    using _ = watch(progress, this.#options.pageTimeoutSeconds * 1000, () => killer.abort());
    try {
      const options = { name: "readStrip", signal: killer.signal };
      const result = await this.#threads.run({ strip, progress }, options);
      if ("read" in result) reply.postMessage(result.read, []);
    } catch {
      // The requesting thread still has the strip and recognises it itself when the port closes.
    }
    reply.close();
    this.#end(task);
  }

  async #recognise({ documentId, of, image, reply }: RecogniserRequest): Promise<void> {
    const run = this.#runs.find(({ request }) => request.document.id === documentId);
    const { engines = BUILT_IN } = this.#options;
    const recognise = of === "models" ? this.#models.recognise : recogniserOf(engines);
    if (run) await answerWith(recognise, { image, reply, ended: run.ended });
    reply.close();
  }

  #threadDied({ run, progress }: RunningTask, work: PageWork, death: ThreadDeath, error: unknown): void {
    const page = Atomics.load(progress, PROGRESS.PAGE);
    if (page === PAGE_STATE.WAITING) run.notBegun(work, error);
    else if (page === PAGE_STATE.OPENING) run.openingKilled(work, death);
    else {
      const seconds = death === "timeout" ? this.#options.pageTimeoutSeconds : 0;
      run.pageKilled(work, Atomics.load(progress, PROGRESS.PAGE_COUNT), failedPage(page, death, seconds));
    }
  }

  /** Stops the running tasks of an abandoned document: gracefully first, because starting a thread is expensive. */
  #leave(run: DocumentRun): void {
    run.abandon();
    this.#runs = this.#runs.filter((other) => other !== run);
    const running = [...this.#running].filter((work) => work.run === run);
    for (const { progress } of running) Atomics.store(progress, PROGRESS.STOP, 1);
    if (running.length > 0) void this.#endAfterGrace(running);
    this.#giveOut();
  }

  async #endAfterGrace(running: readonly RunningTask[]): Promise<void> {
    await delay(STOP_GRACE_MS, undefined, { ref: false });
    for (const work of running) if (this.#running.has(work)) work.killer.abort();
  }

  /**
   * Called when a thread dies without a task. Piscina does not replace a thread that dies during startup, and tasks
   * waiting for it would never settle, so they are assigned again.
   */
  #replaceUnbegun(): void {
    for (const { progress, killer } of this.#running) {
      if (Atomics.load(progress, PROGRESS.PAGE) === PAGE_STATE.WAITING) killer.abort();
    }
  }
}

function disposedError(): Error {
  return new Error("The extractor was disposed.");
}

type PageThreads = Piscina<AnyTask, AnyResult>;
type AnyTask = PageTask | StripTask | ConversionTask;
type AnyResult = PageTaskResult<PackedOutcome> | StripTaskResult | ConversionTaskResult;

function conversionOf({ converted }: ConversionTaskResult): ConvertedDocument {
  if (converted.ok) return converted;
  throw new ExtractionError(converted.code, converted.message);
}

function conversionDeath(death: ThreadDeath, cause: unknown): ExtractionError {
  const message = `Converting the document to PDF ${PAGE_DEATHS[death]}.`;
  return new ExtractionError(death === "crash" ? "DAMAGED_DOCUMENT" : "RESOURCE_LIMIT", message, { cause });
}

function startThreads({
  threads,
  heapMb = DEFAULT_HEAP_MB,
  tessdata,
  engines = BUILT_IN,
  engine,
}: PagePoolOptions): PageThreads {
  const workerData: PageThreadData = {
    engine: engine?.href,
    places: { tessdata },
    pool: { threads, engines: engineSettings(engines) },
  };
  return new Piscina<AnyTask, AnyResult>({
    filename: threadFile("page-task", import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Infinity,
    execArgv: [],
    workerData,
    resourceLimits: {
      codeRangeSizeMb: CODE_RANGE_MB,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: heapMb,
    },
  });
}

function unpackedResult(result: PageTaskResult<PackedOutcome>): PageTaskResult {
  return result.ok ? { ...result, outcomes: result.outcomes.map(unpacked) } : result;
}

function takeAlone(run: DocumentRun): { run: DocumentRun; work: PageWork } | undefined {
  const work = run.nextWorkAlone();
  return work && { run, work };
}

function deathBy(error: unknown): ThreadDeath {
  const memory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return memory ? "memory" : "crash";
}

const PAGE_DEATHS = {
  timeout: "exceeded the time limit",
  memory: "exceeded the memory limit",
  crash: "crashed its thread",
} as const satisfies Record<ThreadDeath, string>;

function failedPage(number: number, death: ThreadDeath, seconds: number): PageFailed {
  const message = `Page ${number} ${PAGE_DEATHS[death]}.`;
  return { ok: false, number, reason: death, message, seconds };
}
