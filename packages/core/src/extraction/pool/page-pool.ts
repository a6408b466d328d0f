import { extname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Piscina } from "piscina";
import type { ExtractOptions } from "../extract-options.ts";
import type { PageFailed } from "../extracted-document.ts";
import type { ExtractionEvent, PagesCall } from "../extractor.ts";
import { DocumentRun, type ThreadDeath } from "./document-run.ts";
import {
  PAGE_STATE,
  PROGRESS,
  PROGRESS_SLOTS,
  type PageTask,
  type PageTaskResult,
  type PageThreadData,
  type PageWork,
} from "./page-protocol.ts";
import { CODE_RANGE_MB, DEFAULT_HEAP_MB, YOUNG_GENERATION_MB } from "./memory-limit.ts";
import { watch } from "./watchdog.ts";

/** How long a thread may take to heed that its work is no longer wanted, before it is ended. */
const STOP_GRACE_MS = 500;

const EXTENSION = extname(import.meta.url);
const PAGE_TASK = new URL(`./page-task${EXTENSION}`, import.meta.url);
const ENGINE = new URL(`../engines/open-document${EXTENSION}`, import.meta.url);

export interface PagePoolOptions {
  readonly threads: number;
  readonly pageTimeoutSeconds: number;
  readonly maxPages: number;
  /** Limit of each thread's JavaScript heap, without buffers, in MB; `DEFAULT_HEAP_MB` when not given. */
  readonly heapMb?: number | undefined;
  /** A folder of language data for the recogniser; "" for none. */
  readonly tessdata: string;
  /** A module that exports `openDocument`; the product's own when not given. */
  readonly engine?: URL | undefined;
}

/** A piece of work that is with a thread. */
interface RunningWork {
  readonly run: DocumentRun;
  readonly work: PageWork;
  readonly progress: Int32Array;
  readonly killer: AbortController;
}

/** Reads pages on threads. The threads live until the pool is disposed. */
export class PagePool implements AsyncDisposable {
  readonly #options: PagePoolOptions;
  readonly #threads: Piscina<PageTask, PageTaskResult>;
  /** The documents that are being read; the one that had its turn last stands last. */
  #runs: DocumentRun[] = [];
  readonly #running = new Set<RunningWork>();
  #runsAlone = false;
  #disposed = false;
  #nextId = 1;

  constructor(options: PagePoolOptions) {
    this.#options = options;
    this.#threads = startThreads(options);
    this.#threads.on("error", () => this.#replaceUnbegun());
  }

  /** Reads a document's selected pages; leaving the loop ends the reading. */
  async *read(
    bytes: Uint8Array,
    options: ExtractOptions,
    { signal, skip = [] }: PagesCall = {},
  ): AsyncGenerator<ExtractionEvent, void, undefined> {
    signal?.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const document = { id: this.#nextId++, bytes };
    const run = new DocumentRun({ document, options, skip, maxPages: this.#options.maxPages });
    const abort = (): void => run.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    this.#runs.push(run);
    this.#giveOut();
    try {
      yield* run.events;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#leave(run);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    for (const run of this.#runs) run.fail(disposedError());
    this.#runs = [];
    await this.#threads.destroy();
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

  /** Documents take turns, so that a long one does not hold up a short one. */
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
    const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_SLOTS * Int32Array.BYTES_PER_ELEMENT));
    progress[PROGRESS.PAGE] = PAGE_STATE.WAITING;
    const running: RunningWork = { run, work, progress, killer: new AbortController() };
    this.#running.add(running);
    await this.#runOnThread(running);
    this.#running.delete(running);
    this.#runsAlone = false;
    this.#giveOut();
  }

  async #runOnThread({ run, work, progress, killer }: RunningWork): Promise<void> {
    const { document, options } = run.request;
    const limitMs = this.#options.pageTimeoutSeconds * 1000;
    let timedOut = false;
    using _ = watch(progress, limitMs, () => {
      timedOut = true;
      killer.abort();
    });
    try {
      const task: PageTask = { document, options, work, progress };
      run.answered(work, await this.#threads.run(task, { signal: killer.signal }));
    } catch (error) {
      this.#threadDied({ run, work, progress, killer }, timedOut ? "timeout" : deathBy(error), error);
    }
  }

  #threadDied({ run, work, progress }: RunningWork, death: ThreadDeath, error: unknown): void {
    const page = Atomics.load(progress, PROGRESS.PAGE);
    if (page === PAGE_STATE.WAITING) run.notBegun(work, error);
    else if (page === PAGE_STATE.OPENING) run.openingKilled(work, death);
    else {
      const seconds = death === "timeout" ? this.#options.pageTimeoutSeconds : 0;
      run.pageKilled(work, Atomics.load(progress, PROGRESS.PAGE_COUNT), failedPage(page, death, seconds));
    }
  }

  /** Ends what still runs for a document that nobody waits for: gently first, since a thread is dear. */
  #leave(run: DocumentRun): void {
    run.fail(new Error("The document is no longer wanted."));
    this.#runs = this.#runs.filter((other) => other !== run);
    const running = [...this.#running].filter((work) => work.run === run);
    for (const { progress } of running) Atomics.store(progress, PROGRESS.STOP, 1);
    if (running.length > 0) void this.#endAfterGrace(running);
    this.#giveOut();
  }

  async #endAfterGrace(running: readonly RunningWork[]): Promise<void> {
    await delay(STOP_GRACE_MS, undefined, { ref: false });
    for (const work of running) if (this.#running.has(work)) work.killer.abort();
  }

  /**
   * Piscina says so when a thread dies without work. One that died while it was starting is not replaced, and what
   * waited for it would wait forever; so that work is handed out anew.
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

function startThreads({
  threads,
  heapMb = DEFAULT_HEAP_MB,
  tessdata,
  engine = ENGINE,
}: PagePoolOptions): Piscina<PageTask, PageTaskResult> {
  const workerData: PageThreadData = { engine: engine.href, places: { tessdata } };
  return new Piscina<PageTask, PageTaskResult>({
    filename: PAGE_TASK.href,
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

function takeAlone(run: DocumentRun): { run: DocumentRun; work: PageWork } | undefined {
  const work = run.nextWorkAlone();
  return work && { run, work };
}

function deathBy(error: unknown): ThreadDeath {
  const memory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return memory ? "memory" : "crash";
}

const PAGE_DEATHS = {
  timeout: "took longer than it may",
  memory: "needs more memory than it may use",
  crash: "ended the thread that read it",
} as const satisfies Record<ThreadDeath, string>;

function failedPage(number: number, death: ThreadDeath, seconds: number): PageFailed {
  const message = `Page ${number} ${PAGE_DEATHS[death]}.`;
  return { ok: false, number, reason: death, message, seconds };
}
