import { resolve } from "node:path";
import { pathOf } from "../document/document-source.ts";
import { parseExtractOptions, type ExtractOptions } from "../extract-options.ts";
import { ExtractionError } from "../extraction-error.ts";
import type { DocumentSource, ExtractionEvent, PagesCall } from "../extractor.ts";
import type { RenderRequest } from "../extractor-over.ts";
import { ExtractionHost, HostDied, type HostOptions } from "./extraction-host.ts";
import type { RenderedPage } from "./render-protocol.ts";

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

/**
 * Reads documents in a child process that they share. When it dies, those that were in it are tried again one at a
 * time, each in a process of its own, so that only the one that brings it down again fails.
 */
export class IsolatedExtractor implements AsyncDisposable {
  readonly #options: IsolationOptions;
  readonly #hosts = new Set<ExtractionHost>();
  #shared: ExtractionHost;
  /** Resolves when the last of those that run alone has ended. */
  #alone: Promise<void> = Promise.resolve();
  #disposed = false;

  constructor(options: IsolationOptions) {
    this.#options = options;
    this.#shared = this.#startHost();
  }

  async *read(
    source: DocumentSource,
    options: ExtractOptions,
    { signal, skip = [] }: PagesCall,
  ): AsyncGenerator<ExtractionEvent, void, undefined> {
    const document = source instanceof Uint8Array ? source : resolve(pathOf(source));
    const delivered = new Delivered(skip);
    try {
      const host = this.#sharedHost();
      yield* delivered.news(host.read(document, options, { skip, signal }));
      return;
    } catch (error) {
      this.#deathIn(error);
    }
    using _ = await this.#turnAlone(signal);
    await using host = this.#startHost();
    try {
      yield* delivered.news(host.read(document, options, { skip: delivered.pages, signal }));
    } catch (error) {
      throw this.#verdictOn(this.#deathIn(error));
    }
  }

  async render(
    source: DocumentSource,
    request: RenderRequest,
    signal: AbortSignal | undefined,
  ): Promise<RenderedPage> {
    const document = source instanceof Uint8Array ? source : resolve(pathOf(source));
    try {
      return await this.#sharedHost().render(document, request, signal);
    } catch (error) {
      this.#deathIn(error);
    }
    using _ = await this.#turnAlone(signal);
    await using host = this.#startHost();
    try {
      return await host.render(document, request, signal);
    } catch (error) {
      throw this.#verdictOn(this.#deathIn(error));
    }
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

  #startHost(): ExtractionHost {
    if (this.#disposed) throw new Error("The extractor was disposed.");
    const host = new ExtractionHost(this.#options, (death) => {
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

  /** Waits until no other document runs alone; disposing the answer lets the next one in. */
  async #turnAlone(signal: AbortSignal | undefined): Promise<Disposable> {
    const before = this.#alone;
    let leave = (): void => undefined;
    const left = new Promise<void>((done) => {
      leave = done;
    });
    this.#alone = before.then(() => left);
    await before;
    if (signal?.aborted) leave();
    signal?.throwIfAborted();
    return { [Symbol.dispose]: leave };
  }

  #verdictOn(death: HostDied): Error {
    if (!death.started) return new Error("The extraction host does not start.", { cause: death });
    const limit = `the ${this.#options.memoryMb} MB of memory that it may use`;
    const message = `The document ended the process that read it, also when alone; most likely it needs more than ${limit}.`;
    return new ExtractionError("RESOURCE_LIMIT", message, { cause: death });
  }
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
