import { Piscina } from "piscina";
import { threadFile } from "../../engines/thread-file.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { RenderOptions } from "../../engines/render/render-options.ts";
import { CODE_RANGE_MB, YOUNG_GENERATION_MB } from "../limits/memory-limit.ts";
import { newProgress, PAGE_STATE, PROGRESS, type SharedDocument } from "../pages/page-protocol.ts";
import type { RenderResult, RenderTask } from "./render-protocol.ts";
import type { RenderedPage } from "../../engines/render/rendered-page.ts";
import { watch } from "../pages/watchdog.ts";

/** Idle time after which a rendering thread exits and frees its memory. */
const IDLE_MS = 60_000;

/** Length of the queue; further requests are rejected. */
const MAX_WAITING = 100;

export interface RenderPoolOptions {
  /** Maximum number of rendering threads. */
  readonly threads: number;
  readonly pageTimeoutSeconds: number;
}

/** Renders pages on threads of its own, which start with the first page and exit when idle. */
export class RenderPool implements AsyncDisposable {
  readonly #options: RenderPoolOptions;
  readonly #running = new Set<{ readonly progress: Int32Array; readonly killer: AbortController }>();
  /** Requests waiting for a thread, in order. */
  readonly #waiting: (() => void)[] = [];
  #threads: Piscina<RenderTask, RenderResult> | undefined;
  #drawing = 0;
  #disposed = false;

  constructor(options: RenderPoolOptions) {
    this.#options = options;
  }

  /**
   * Renders page `number`, counted from 1.
   *
   * @throws ExtractionError as `PageRenderer.render` and `openPageRenderer` do, or the signal's reason.
   */
  async render(
    document: SharedDocument,
    request: { readonly number: number; readonly options: RenderOptions },
    signal: AbortSignal | undefined,
  ): Promise<RenderedPage> {
    signal?.throwIfAborted();
    if (this.#disposed) throw new Error("The extractor was disposed.");
    if (this.#waiting.length >= MAX_WAITING) {
      throw new ExtractionError(
        "RESOURCE_LIMIT",
        "Too many pages are waiting to be rendered; try again later.",
      );
    }
    using _ = await this.#turn();
    signal?.throwIfAborted();
    if (this.#disposed) throw new Error("The extractor was disposed.");
    const result = await this.#run({ document, ...request }, signal);
    if (result.ok) return result.page;
    throw new ExtractionError(result.code, result.message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#threads?.destroy();
  }

  /**
   * Waits for a free thread; disposing the result admits the next request. Piscina's own queue would stall if its only
   * thread were terminated.
   */
  async #turn(): Promise<Disposable> {
    if (this.#drawing < this.#options.threads) this.#drawing++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return {
      [Symbol.dispose]: () => {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#drawing--;
      },
    };
  }

  async #run(request: Omit<RenderTask, "progress">, signal: AbortSignal | undefined): Promise<RenderResult> {
    const progress = newProgress();
    const running = { progress, killer: new AbortController() };
    let timedOut = false;
    using _ = watch(progress, this.#options.pageTimeoutSeconds * 1000, () => {
      timedOut = true;
      running.killer.abort();
    });
    this.#running.add(running);
    const ended = signal ? AbortSignal.any([signal, running.killer.signal]) : running.killer.signal;
    try {
      return await this.#startedThreads().run({ ...request, progress }, { signal: ended });
    } catch (error) {
      signal?.throwIfAborted();
      throw deathOf(request.number, { timedOut, progress, error });
    } finally {
      this.#running.delete(running);
    }
  }

  #startedThreads(): Piscina<RenderTask, RenderResult> {
    if (this.#threads) return this.#threads;
    const threads = new Piscina<RenderTask, RenderResult>({
      filename: threadFile("render-task", import.meta.url).href,
      name: "drawPage",
      minThreads: 0,
      maxThreads: this.#options.threads,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { codeRangeSizeMb: CODE_RANGE_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    // Piscina does not replace a thread that dies during startup, and requests waiting for it would never settle.
    threads.on("error", () => this.#endUnbegun());
    this.#threads = threads;
    return threads;
  }

  #endUnbegun(): void {
    for (const { progress, killer } of this.#running) {
      if (Atomics.load(progress, PROGRESS.PAGE) === PAGE_STATE.WAITING) killer.abort();
    }
  }
}

/** The error for a page whose thread died. */
function deathOf(
  number: number,
  { timedOut, progress, error }: { timedOut: boolean; progress: Int32Array; error: unknown },
): Error {
  if (Atomics.load(progress, PROGRESS.PAGE) === PAGE_STATE.WAITING) {
    return new Error("The rendering threads failed to start.", { cause: error });
  }
  const why = timedOut ? "exceeded the time limit for rendering" : "crashed its rendering thread";
  return new ExtractionError("RESOURCE_LIMIT", `Page ${number} ${why}.`, { cause: error });
}
