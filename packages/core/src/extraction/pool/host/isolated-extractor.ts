import { resolve } from "node:path";
import { pathOf } from "../../document/document-source.ts";
import { parseExtractOptions, type ExtractOptions } from "../../options/extract-options.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { DocumentSource, ExtractionEvent, PagesCall } from "../../extractor/extractor.ts";
import type { RenderRequest } from "../../extractor/extractor-over.ts";
import { ExtractionHost, HostDied, type HostOptions } from "./extraction-host.ts";
import type { RenderedPage } from "../drawing/render-protocol.ts";
import { Turns } from "./turns.ts";

/** A host is replaced after this many documents when it has come to hold more than this share of its memory. */
const RECYCLE_AFTER_DOCUMENTS = 50;
const RECYCLE_ABOVE_SHARE = 0.5;

/** No file has a name in itself. */
const NO_DOCUMENT = resolve("package.json", "none");

/** An extraction host ended by itself; the documents that were in it are tried again. */
export interface HostRestart {
  /** What is known of how it ended. */
  readonly reason: string;
}

export interface IsolationOptions extends HostOptions {
  readonly onRestart?: ((restart: HostRestart) => void) | undefined;
}

type Limits = Pick<HostOptions, "threads" | "memoryMb" | "heapMb">;

/** How a document is tried whose host has died. */
interface Trial {
  readonly turns: Turns;
  readonly limits: Limits;
  /** The host has a part of the memory only. */
  readonly hasShare?: true;
  /** Something else than the document's own memory ended the host that tried it last. */
  readonly onlyIfKilled?: true;
}

/** Documents that are tried apart from each other at the same time; each has a share of the memory of one host. */
const MOST_ASIDE = 4;
const LEAST_MEMORY_ASIDE_MB = 512;

/**
 * Reads documents in a child process that they share. When it dies, those that were in it are tried again, each in a
 * process of its own: some at a time with a share of the memory, then one at a time with all of it, so that only the
 * one that brings it down again fails.
 */
export class IsolatedExtractor implements AsyncDisposable {
  readonly #options: IsolationOptions;
  readonly #hosts = new Set<ExtractionHost>();
  #shared: ExtractionHost;
  readonly #trials: readonly Trial[];
  #disposed = false;

  constructor(options: IsolationOptions) {
    this.#options = options;
    this.#trials = trialsWithin(options);
    this.#shared = this.#startHost();
  }

  async *read(
    source: DocumentSource,
    options: ExtractOptions,
    { signal, skip = [] }: PagesCall,
  ): AsyncGenerator<ExtractionEvent, void, undefined> {
    const document = source instanceof Uint8Array ? source : resolve(pathOf(source));
    const delivered = new Delivered(skip);
    yield* this.#tried(signal, (host, hasShare) => {
      const events = host.read(document, options, { skip: delivered.pages, signal });
      return delivered.news(hasShare ? withinShare(events) : events);
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
    for await (const page of this.#tried(signal, drawn)) return page;
    throw new Error("The extraction host ended without an answer.");
  }

  /** See `ExtractorApart.check`. The process is asked for a document that is not there. */
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

  /** Does `work` in the shared host and, each time a host dies over it, once more in a host of its own. */
  async *#tried<T>(
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
    for (const { turns, limits, hasShare = false, onlyIfKilled } of this.#trials) {
      if (onlyIfKilled && !death.killed) break;
      using _ = await turns.take(signal);
      await using host = this.#startHost(limits);
      try {
        yield* work(host, hasShare);
        return;
      } catch (error) {
        // With all of the memory it may be read.
        if (hasShare && isResourceLimit(error)) continue;
        death = this.#deathIn(error);
      }
    }
    throw this.#verdictOn(death);
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

  /** The host for a new document: a new one where the last died, or has grown. */
  #sharedHost(): ExtractionHost {
    const last = this.#shared;
    const grown = last.memoryMb > this.#options.memoryMb * RECYCLE_ABOVE_SHARE;
    const worn = last.documents >= RECYCLE_AFTER_DOCUMENTS && grown;
    if (!last.death && !worn) return last;
    this.#shared = this.#startHost();
    if (worn) last.retire();
    return this.#shared;
  }

  /** The death of the host that `error` tells of; throws it where it tells of something else. */
  #deathIn(error: unknown): HostDied {
    if (this.#disposed) throw new Error("The extractor was disposed.", { cause: error });
    if (error instanceof HostDied) return error;
    throw error;
  }

  #verdictOn(death: HostDied): Error {
    if (!death.started) return new Error("The extraction host does not start.", { cause: death });
    const limit = `the ${this.#options.memoryMb} MB of memory that it may use`;
    const message = `The document ended the process that read it, also when alone; most likely it needs more than ${limit}.`;
    return new ExtractionError("RESOURCE_LIMIT", message, { cause: death });
  }
}

function trialsWithin(limits: Limits): readonly Trial[] {
  const { threads, memoryMb, heapMb } = limits;
  const atOnce = Math.min(MOST_ASIDE, threads, Math.floor(memoryMb / LEAST_MEMORY_ASIDE_MB));
  const alone = { turns: new Turns(1), limits };
  const trials = [alone, { ...alone, onlyIfKilled: true }] as const;
  if (atOnce < 2) return trials;
  const share = {
    threads: Math.ceil(threads / atOnce),
    memoryMb: Math.floor(memoryMb / atOnce),
    heapMb: Math.floor(heapMb / atOnce),
  };
  return [{ turns: new Turns(atOnce), limits: share, hasShare: true }, ...trials];
}

/** The events up to a page that needs more memory than the host has. @throws ExtractionError `RESOURCE_LIMIT` */
async function* withinShare(
  events: AsyncIterable<ExtractionEvent>,
): AsyncGenerator<ExtractionEvent, void, undefined> {
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

/** What a caller has heard of a document, so that a second try does not tell it again. */
class Delivered {
  readonly #pages: Set<number>;
  #opened = false;

  constructor(skip: readonly number[]) {
    this.#pages = new Set(skip);
  }

  get pages(): readonly number[] {
    return [...this.#pages];
  }

  async *news(events: AsyncIterable<ExtractionEvent>): AsyncGenerator<ExtractionEvent, void, undefined> {
    for await (const event of events) {
      if (event.kind === "page") this.#pages.add(event.outcome.number);
      else if (this.#opened) continue;
      else this.#opened = true;
      yield event;
    }
  }
}
