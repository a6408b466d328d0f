import { resolve } from "node:path";
import { pathOf } from "../../document/document-source.ts";
import { parseExtractOptions, type ExtractOptions } from "../../options/extract-options.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { DocumentSource } from "../../document/document-source.ts";
import type { ReadCall, RenderRequest, StorableEvent } from "../../extractor/extractor-over.ts";
import { ExtractionHost, HostDied, type HostOptions } from "./extraction-host.ts";
import type { RenderedPage } from "../../engines/render/rendered-page.ts";
import type { HostRestart } from "./host-restart.ts";
import { Semaphore } from "../../recognition/engines/semaphore.ts";

/** A host is replaced after this many documents if it uses more than this share of its memory limit. */
const RECYCLE_AFTER_DOCUMENTS = 50;
const RECYCLE_ABOVE_SHARE = 0.5;

/** A path that can never exist: a file inside a file. */
const NO_DOCUMENT = resolve("package.json", "none");

export interface IsolationOptions extends HostOptions {
  readonly onRestart?: ((restart: HostRestart) => void) | undefined;
}

type Limits = Pick<HostOptions, "threads" | "memoryMb" | "heapMb">;

/** How a document is retried after its host crashed. */
interface Retry {
  readonly slots: Semaphore;
  readonly limits: Limits;
  /** The host gets only a share of the memory limit. */
  readonly hasShare?: true;
  /** Used only if the previous host was killed from outside. */
  readonly onlyIfKilled?: true;
}

/** Number of documents retried in parallel; each gets a share of one host's memory limit. */
const MAX_PARALLEL_RETRIES = 4;
const MIN_RETRY_MEMORY_MB = 512;

/**
 * Reads documents in a shared child process. If it crashes, each of its documents is retried in a process of its own:
 * first in parallel with a share of the memory limit, then one at a time with all of it. So only the document that
 * causes the crash fails with an `ExtractionError`.
 */
export class IsolatedExtractor implements AsyncDisposable {
  readonly #options: IsolationOptions;
  readonly #hosts = new Set<ExtractionHost>();
  #shared: ExtractionHost;
  readonly #retries: readonly Retry[];
  #disposed = false;

  constructor(options: IsolationOptions) {
    this.#options = options;
    this.#retries = retriesWithin(options);
    this.#shared = this.#startHost();
  }

  async *read(
    source: DocumentSource,
    options: ExtractOptions,
    { signal, outcomes, owner, skip = [] }: ReadCall,
  ): AsyncGenerator<StorableEvent, void, undefined> {
    const document = source instanceof Uint8Array ? source : resolve(pathOf(source));
    const delivered = new DeliveredEvents(skip);
    yield* this.#withRetries(signal, (host, hasShare) => {
      const events = host.read(document, options, { skip: delivered.pages, outcomes, owner, signal });
      return delivered.onlyNew(hasShare ? withinShare(events) : events);
    });
  }

  async render(
    source: DocumentSource,
    request: RenderRequest,
    signal: AbortSignal | undefined,
  ): Promise<RenderedPage> {
    const document = source instanceof Uint8Array ? source : resolve(pathOf(source));
    async function* drawn(host: ExtractionHost): AsyncGenerator<RenderedPage, void, undefined> {
      yield await host.render(document, request, signal);
    }
    for await (const page of this.#withRetries(signal, drawn)) return page;
    throw new Error("The extraction host ended without a result.");
  }

  /** See `ExtractorApart.check`. Requests a document that does not exist. */
  async check(signal: AbortSignal): Promise<void> {
    const nothing = this.#sharedHost().read(NO_DOCUMENT, parseExtractOptions({}), { skip: [], signal });
    try {
      for await (const _ of nothing) return;
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
    }
  }

  /** See `ExtractorApart.processIds`. */
  processIds(): readonly number[] {
    return [...this.#hosts].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await Promise.all([...this.#hosts].map((host) => host[Symbol.asyncDispose]()));
  }

  /** Runs `work` in the shared host and, after each crash, again in a host of its own. */
  async *#withRetries<T>(
    signal: AbortSignal | undefined,
    work: (host: ExtractionHost, hasShare: boolean) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, undefined> {
    let death: HostDied;
    try {
      yield* work(this.#sharedHost(), false);
      return;
    } catch (error) {
      death = this.#deathIn(error);
    }
    for (const { slots, limits, hasShare = false, onlyIfKilled } of this.#retries) {
      if (onlyIfKilled && !death.killed) break;
      using _ = await slots.take(signal);
      await using host = this.#startHost(limits);
      try {
        yield* work(host, hasShare);
        return;
      } catch (error) {
        // It may succeed with the full memory limit.
        if (hasShare && isResourceLimit(error)) continue;
        death = this.#deathIn(error);
      }
    }
    throw this.#failureAfter(death);
  }

  #startHost(limits: Limits = this.#options): ExtractionHost {
    if (this.#disposed) throw new Error("The extractor was disposed.");
    const host = new ExtractionHost({ ...this.#options, ...limits }, (death) => {
      this.#hosts.delete(host);
      if (death) this.#options.onRestart?.({ reason: death.message });
    });
    this.#hosts.add(host);
    return host;
  }

  /** The host for a new document: a new one if the last crashed or uses too much memory. */
  #sharedHost(): ExtractionHost {
    const last = this.#shared;
    const grown = last.memoryMb > this.#options.memoryMb * RECYCLE_ABOVE_SHARE;
    const worn = last.documents >= RECYCLE_AFTER_DOCUMENTS && grown;
    if (!last.death && !worn) return last;
    this.#shared = this.#startHost();
    if (worn) last.retire();
    return this.#shared;
  }

  /** Returns `error` if it reports a crash of the host; throws it otherwise. */
  #deathIn(error: unknown): HostDied {
    if (this.#disposed) throw new Error("The extractor was disposed.", { cause: error });
    if (error instanceof HostDied) return error;
    throw error;
  }

  #failureAfter(death: HostDied): Error {
    if (!death.started) return new Error("The extraction host failed to start.", { cause: death });
    // Not the document's fault, so the caller may try it again later.
    if (death.killed) return new Error("The extraction host was killed again and again.", { cause: death });
    const limit = `the memory limit of ${this.#options.memoryMb} MB`;
    const message = `The document crashed its process, even when it was processed alone. It probably exceeds ${limit}.`;
    return new ExtractionError("RESOURCE_LIMIT", message, { cause: death });
  }
}

function retriesWithin(limits: Limits): readonly Retry[] {
  const { threads, memoryMb, heapMb } = limits;
  const atOnce = Math.min(MAX_PARALLEL_RETRIES, threads, Math.floor(memoryMb / MIN_RETRY_MEMORY_MB));
  const alone = { slots: new Semaphore(1), limits };
  const retries = [alone, { ...alone, onlyIfKilled: true }] as const;
  if (atOnce < 2) return retries;
  const share = {
    threads: Math.ceil(threads / atOnce),
    memoryMb: Math.floor(memoryMb / atOnce),
    heapMb: Math.floor(heapMb / atOnce),
  };
  return [{ slots: new Semaphore(atOnce), limits: share, hasShare: true }, ...retries];
}

/** Yields events up to a page that exceeds the host's memory limit. @throws ExtractionError `RESOURCE_LIMIT` */
async function* withinShare(
  events: AsyncIterable<StorableEvent>,
): AsyncGenerator<StorableEvent, void, undefined> {
  for await (const event of events) {
    if (event.kind === "page" && !event.outcome.ok && event.outcome.reason === "memory") {
      throw new ExtractionError("RESOURCE_LIMIT", event.outcome.message);
    }
    yield event;
  }
}

function isResourceLimit(error: unknown): boolean {
  return error instanceof ExtractionError && error.code === "RESOURCE_LIMIT";
}

/** The events that the caller has already received, so that a retry does not repeat them. */
class DeliveredEvents {
  readonly #pages: Set<number>;
  #opened = false;

  constructor(skip: readonly number[]) {
    this.#pages = new Set(skip);
  }

  get pages(): readonly number[] {
    return [...this.#pages];
  }

  async *onlyNew(events: AsyncIterable<StorableEvent>): AsyncGenerator<StorableEvent, void, undefined> {
    for await (const event of events) {
      if (event.kind === "page") this.#pages.add(event.outcome.number);
      else if (this.#opened) continue;
      else this.#opened = true;
      yield event;
    }
  }
}
