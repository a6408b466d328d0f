import { setTimeout as delay } from "node:timers/promises";
import { Piscina } from "piscina";
import { ShippedModels } from "../engines/shipped-models.ts";
import { threadFile } from "../../engines/thread-file.ts";
import type { ConversionOptions, ConvertedDocument } from "../../convert/document-converter.ts";
import { readableDocument } from "../../convert/readable-document.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { PageFailed } from "../../result/extracted-document.ts";
import type { ReadCall, StorableEvent } from "../../extractor/extractor-over.ts";
import { BUILT_IN, type Engines, engineSettings, recogniserOf } from "../../recognition/engines/engines.ts";
import { answerWith } from "./answer-with.ts";
import { Conversion } from "./conversion.ts";
import { DocumentRun } from "./document-run.ts";
import { type PackedOutcome, unpacked } from "./packed-outcome.ts";
import {
  PAGE_STATE,
  PROGRESS,
  newProgress,
  workedMs,
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
import { FairTurns, SPARE_THREADS, type Turn, type TurnKind } from "../turns/fair-turns.ts";
import { watchOpening } from "./slow-opening.ts";
import { deathBy, THREAD_DEATHS, type ThreadDeath } from "./thread-death.ts";
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

/** A thread beside the first one ends after this idle time. */
const IDLE_MS = 300_000;

/** A task that a thread is working on. */
interface RunningTask extends Turn<DocumentRun | Conversion> {
  readonly progress: Int32Array;
  readonly killer: AbortController;
  /** Ended for the work of others. */
  isReclaimed: boolean;
}

/** Reads pages on threads, of which one runs until the pool is disposed. */
export class PagePool implements AsyncDisposable {
  readonly #options: PagePoolOptions;
  readonly #threads: PageThreads;
  readonly #turns: FairTurns<DocumentRun | Conversion, RunningTask>;
  readonly #runs = new Map<number, DocumentRun>();
  readonly #models: ShippedModels;
  #disposed = false;
  #nextId = 1;

  constructor(options: PagePoolOptions) {
    this.#options = options;
    this.#threads = startThreads(options);
    this.#turns = new FairTurns(options.threads, {
      look: () => this.#giveOut(),
      prepareSpare: () => this.#prepareSpare(),
    });
    this.#models = new ShippedModels(options);
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
    { signal, skip = [], outcomes, owner }: ReadCall = {},
  ): AsyncGenerator<StorableEvent, void, undefined> {
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const readable = await readableDocument(bytes, options, (source, conversion) =>
      this.convert(source, conversion, { signal, owner }),
    );
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const document = { id: this.#nextId++, bytes: readable.bytes };
    const { maxPages } = this.#options;
    const run = new DocumentRun({ document, options, skip, outcomes, owner, maxPages, readable });
    const abort = (): void => run.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    this.#runs.set(document.id, run);
    this.#turns.join(run);
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
    options: ConversionOptions,
    { signal, owner }: Pick<ReadCall, "signal" | "owner"> = {},
  ): Promise<ConvertedDocument> {
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const conversion = new Conversion(bytes, options, owner);
    const abort = (): void => conversion.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    this.#turns.join(conversion);
    this.#giveOut();
    try {
      return await conversion.result;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#turns.leave(conversion);
      for (const task of this.#tasksOf(conversion)) task.killer.abort();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    for (const contender of this.#turns.contenders) contender.fail(disposedError());
    this.#turns[Symbol.dispose]();
    await this.#threads.destroy();
    this.#models[Symbol.dispose]();
  }

  #giveOut(): void {
    for (let next = this.#nextTask(); next; next = this.#nextTask()) void next;
  }

  /** Starts the next task, if there is one. */
  #nextTask(): Promise<void> | undefined {
    const next = this.#disposed ? undefined : this.#turns.next();
    if (!next) return undefined;
    const { of, kind } = next;
    if (of instanceof Conversion) return this.#give(of, kind, (task) => this.#convertOnThread(of, task));
    const work = kind === "alone" ? of.nextWorkAlone() : of.nextWork(this.#options.threads);
    return work && this.#give(of, kind, (task) => this.#readOnThread(of, work, task));
  }

  async #give(
    of: DocumentRun | Conversion,
    kind: TurnKind,
    work: (task: RunningTask) => Promise<void>,
  ): Promise<void> {
    const task = this.#begin(of, kind);
    await work(task);
    this.#end(task);
  }

  #begin(of: DocumentRun | Conversion, kind: TurnKind): RunningTask {
    const progress = newProgress();
    const killer = new AbortController();
    const task: RunningTask = {
      of,
      kind,
      progress,
      killer,
      isReclaimed: false,
      workedMs: () => workedMs(progress),
      reclaim() {
        task.isReclaimed = true;
        killer.abort();
      },
    };
    this.#turns.begin(task);
    return task;
  }
  #end(task: RunningTask): void {
    this.#turns.end(task);
    this.#giveOut();
  }

  /** Starting a thread takes a second, so it is started before it is needed. */
  #prepareSpare(): void {
    if (this.#threads.threads.length > this.#options.threads) return;
    this.#threads.run({ progress: newProgress() }, { name: "beReady" }).catch(() => undefined);
  }

  #tasksOf(of: DocumentRun | Conversion): readonly RunningTask[] {
    return this.#turns.running.filter((task) => task.of === of);
  }

  /** Ends the task when it exceeds the time limit; the result tells how its thread died, given the error. */
  #watched({
    progress,
    killer,
  }: RunningTask): Disposable & { readonly deathBy: (error: unknown) => ThreadDeath } {
    let timedOut = false;
    const watching = watch(progress, this.#options.pageTimeoutSeconds * 1000, () => {
      timedOut = true;
      killer.abort();
    });
    return {
      deathBy: (error) => (timedOut ? "timeout" : deathBy(error)),
      [Symbol.dispose]: () => watching[Symbol.dispose](),
    };
  }

  async #convertOnThread(conversion: Conversion, running: RunningTask): Promise<void> {
    conversion.begun();
    const { progress, killer } = running;
    using watching = this.#watched(running);
    try {
      const task: ConversionTask = { convert: conversion.task, progress };
      const result = await this.#threads.run(task, { name: "convertDocument", signal: killer.signal });
      if (!("converted" in result)) throw new Error("A page thread returned no conversion.");
      conversion.answered(result);
    } catch (error) {
      if (running.isReclaimed) conversion.putBack();
      else conversion.threadDied(watching.deathBy(error), error);
    }
  }

  async #readOnThread(run: DocumentRun, work: PageWork, running: RunningTask): Promise<void> {
    const { progress, killer } = running;
    const { document, options, outcomes } = run.request;
    using watching = this.#watched(running);
    using _early = watchOpening(work, progress, (page, pageCount) => {
      run.openedBefore(page, pageCount);
      this.#giveOut();
    });
    try {
      const task: PageTask = { document, options, outcomes, work, progress };
      const result = await this.#threads.run(task, { signal: killer.signal });
      if ("ok" in result) run.answered(work, unpackedResult(result));
    } catch (error) {
      if (running.isReclaimed) run.putBack(work);
      else this.#threadDied(run, { work, progress, death: watching.deathBy(error), error });
    }
  }

  /** Lets a free thread recognise a part of another thread's page. If that fails, the other thread does it itself. */
  async #help({ documentId, strip, reply }: HelpRequest): Promise<void> {
    const run = this.#runs.get(documentId);
    if (!run || !this.#turns.hasFreeThread) {
      reply.close();
      return;
    }
    const task = this.#begin(run, "regular");
    const { progress, killer } = task;
    using _ = this.#watched(task);
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
    const run = this.#runs.get(documentId);
    const { engines = BUILT_IN } = this.#options;
    const recognise = of === "models" ? this.#models.recognise : recogniserOf(engines);
    if (run) await answerWith(recognise, { image, reply, ended: run.ended });
    reply.close();
  }

  #threadDied(
    run: DocumentRun,
    {
      work,
      progress,
      death,
      error,
    }: Pick<PageTask, "work" | "progress"> & { readonly death: ThreadDeath; readonly error: unknown },
  ): void {
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
    this.#runs.delete(run.request.document.id);
    this.#turns.leave(run);
    const running = this.#tasksOf(run);
    for (const { progress } of running) Atomics.store(progress, PROGRESS.STOP, 1);
    if (running.length > 0) void this.#endAfterGrace(running);
    this.#giveOut();
  }

  async #endAfterGrace(running: readonly RunningTask[]): Promise<void> {
    await delay(STOP_GRACE_MS, undefined, { ref: false });
    for (const task of running) if (this.#turns.running.includes(task)) task.killer.abort();
  }

  /**
   * Called when a thread dies without a task. Piscina does not replace a thread that dies during startup, and tasks
   * waiting for it would never settle, so they are assigned again.
   */
  #replaceUnbegun(): void {
    for (const { progress, killer } of this.#turns.running) {
      if (Atomics.load(progress, PROGRESS.PAGE) === PAGE_STATE.WAITING) killer.abort();
    }
  }
}

function disposedError(): Error {
  return new Error("The extractor was disposed.");
}

type PageThreads = Piscina<AnyTask, AnyResult>;
type AnyTask = PageTask | StripTask | ConversionTask | Pick<PageTask, "progress">;
type AnyResult = PageTaskResult<PackedOutcome> | StripTaskResult | ConversionTaskResult;

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
    // The others start with the first work that this one has no time for: a start costs as much as reading 30 pages.
    minThreads: 1,
    maxThreads: threads + SPARE_THREADS,
    idleTimeout: IDLE_MS,
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

function failedPage(number: number, death: ThreadDeath, seconds: number): PageFailed {
  const message = `Page ${number} ${THREAD_DEATHS[death]}.`;
  return { ok: false, number, reason: death, message, seconds };
}
