import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { threadFile } from "../../engines/thread-file.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { ReadCall, RenderRequest, StorableEvent } from "../../extractor/extractor-over.ts";
import { BUILT_IN, type Engines, engineSettings, recogniserOf } from "../../recognition/engines/engines.ts";
import { type Amount, amountOf } from "../limits/delivery-window.ts";
import { EventQueue } from "../limits/event-queue.ts";
import type { HostAnswer, HostFailure, HostRequest, HostSettings } from "./host-protocol.ts";
import { HostRecognitions } from "./host-recognitions.ts";
import { limitedFork } from "../limits/memory-limit.ts";
import { oomKills } from "../limits/oom-kills.ts";
import type { RenderedPage } from "../../engines/render/rendered-page.ts";

/** How long a host may take to exit after it was asked to. */
const EXIT_GRACE_MS = 2000;
/** How much of the host's stderr is kept to report a crash. */
const STDERR_TAIL_LENGTH = 2000;
/** After this many pages or bytes have been taken, the host is notified: a fraction of what it may send ahead. */
const TAKEN_PAGES = 64;
const TAKEN_BYTES = 8 * 1024 * 1024;
const NOTHING: Amount = { pages: 0, bytes: 0 };

export interface HostOptions extends Omit<HostSettings, "engines"> {
  /** Memory limit in MB for all documents in the host together. */
  readonly memoryMb: number;
  /** Engines of recognition besides the built-in one; called in this process. */
  readonly engines?: Engines | undefined;
}

/** The host crashed; which of its documents was the cause is unknown. */
export class HostDied extends Error {
  override readonly name = "HostDied";
  /** False if it crashed during startup, which no document can cause. */
  readonly started: boolean;
  /** True if it was killed from outside, such as by an operator, which no document can cause. */
  readonly killed: boolean;

  constructor(message: string, { started, killed }: { readonly started: boolean; readonly killed: boolean }) {
    super(message);
    this.started = started;
    this.killed = killed;
  }
}

/** A child process that reads documents under a memory limit. Its death affects no other process. */
export class ExtractionHost implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #reads = new Map<number, EventQueue<StorableEvent>>();
  readonly #renders = new Map<number, EventQueue<RenderedPage>>();
  readonly #recognitions: HostRecognitions;
  readonly #gone: Promise<void>;
  readonly #oomKillsBefore = oomKills();
  readonly #onEnd: (death: HostDied | undefined) => void;
  #nextId = 1;
  #started = false;
  #ending = false;
  #retired = false;
  #documents = 0;
  #memoryMb = 0;
  #stderrTail = "";
  #death: HostDied | undefined;

  /** Calls `onEnd` once, with an error unless the host was disposed or retired. */
  constructor(options: HostOptions, onEnd: (death: HostDied | undefined) => void) {
    const {
      memoryMb,
      engines = BUILT_IN,
      threads,
      pageTimeoutSeconds,
      maxPages,
      heapMb,
      tessdata,
      engine,
    } = options;
    const settings: HostSettings = {
      threads,
      pageTimeoutSeconds,
      maxPages,
      heapMb,
      tessdata,
      engines: engineSettings(engines),
      engine,
    };
    this.#recognitions = new HostRecognitions(recogniserOf(engines), (id, answer) =>
      this.#tell({ kind: "recognised", id, answer }),
    );
    this.#onEnd = onEnd;
    this.#child = fork(threadFile("host-entry", import.meta.url), [JSON.stringify(settings)], {
      ...limitedFork({ memoryMb, threads }),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.on("message", (answer: HostAnswer) => this.#take(answer));
    this.#child.stderr?.setEncoding("utf8").on("data", (words: string) => {
      this.#stderrTail = (this.#stderrTail + words).slice(-STDERR_TAIL_LENGTH);
    });
    this.#gone = this.#end();
  }

  /** The process id; undefined if the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The error if it crashed. */
  get death(): HostDied | undefined {
    return this.#death;
  }

  /** Number of finished documents. */
  get documents(): number {
    return this.#documents;
  }

  /** Memory in use after the last document, in MB. */
  get memoryMb(): number {
    return this.#memoryMb;
  }

  /**
   * Reads a document's selected pages; leaving the loop cancels the reading.
   *
   * @throws HostDied
   */
  async *read(
    source: Uint8Array | string,
    options: ExtractOptions,
    { skip = [], outcomes, owner, signal }: ReadCall,
  ): AsyncGenerator<StorableEvent, void, undefined> {
    const id = this.#nextId++;
    let taken: Amount = NOTHING;
    for await (const event of this.#ask(
      { kind: "read", id, source, options, skip, outcomes, owner },
      this.#reads,
      signal,
    )) {
      yield event;
      if (event.kind !== "page") continue;
      const { pages, bytes } = amountOf(event.outcome);
      taken = { pages: taken.pages + pages, bytes: taken.bytes + bytes };
      if (taken.pages < TAKEN_PAGES && taken.bytes < TAKEN_BYTES) continue;
      if (this.#reads.has(id)) this.#tell({ kind: "taken", id, amount: taken });
      taken = NOTHING;
    }
  }

  /**
   * Renders a page of a document.
   *
   * @throws HostDied
   */
  async render(
    source: Uint8Array | string,
    request: RenderRequest,
    signal: AbortSignal | undefined,
  ): Promise<RenderedPage> {
    const id = this.#nextId++;
    for await (const page of this.#ask({ kind: "render", id, source, ...request }, this.#renders, signal)) {
      return page;
    }
    throw new Error("The extraction host ended without a result.");
  }

  /** Ends the host when its current documents are finished. */
  retire(): void {
    this.#retired = true;
    if (this.#isFree()) void this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending = true;
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), EXIT_GRACE_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  #isFree(): boolean {
    return this.#reads.size + this.#renders.size === 0;
  }

  /** Sends a request and yields the host's events from `answers`; leaving the loop cancels the work. */
  async *#ask<Answer>(
    request: Exclude<HostRequest, { kind: "cancel" }>,
    answers: Map<number, EventQueue<Answer>>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Answer, void, undefined> {
    signal?.throwIfAborted();
    if (this.#death) throw this.#death;
    const { id } = request;
    const events = new EventQueue<Answer>();
    const abort = (): void => events.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    answers.set(id, events);
    this.#tell(request);
    try {
      yield* events;
    } finally {
      signal?.removeEventListener("abort", abort);
      if (answers.delete(id)) this.#tell({ kind: "cancel", id });
      if (this.#retired && this.#isFree()) void this[Symbol.asyncDispose]();
    }
  }

  #tell(request: HostRequest): void {
    // Sending fails only if the host has ended, which its exit event reports.
    if (this.#child.connected) this.#child.send(request, () => undefined);
  }

  #take(answer: HostAnswer): void {
    this.#started = true;
    if (answer.kind === "started") return;
    if (answer.kind === "recognise") {
      void this.#recognitions.ask(answer.id, answer.image);
      return;
    }
    if (answer.kind === "cancel") {
      this.#recognitions.cancel(answer.id);
      return;
    }
    const reading = this.#reads.get(answer.id);
    if (answer.kind === "events" || answer.kind === "ended") {
      for (const event of answer.events) reading?.push(event);
    }
    if (answer.kind === "events") return;
    const rendering = this.#renders.get(answer.id);
    this.#documents++;
    this.#memoryMb = answer.memoryMb;
    this.#reads.delete(answer.id);
    this.#renders.delete(answer.id);
    if (answer.kind === "rendered") rendering?.push(answer.page);
    else if (answer.kind === "ended") reading?.end();
    else (reading ?? rendering)?.fail(errorOf(answer.failure));
  }

  /** Waits until the child has exited and its stderr is closed. */
  async #end(): Promise<void> {
    const how = await howItEnds(this.#child);
    const { stderr } = this.#child;
    if (stderr && !stderr.closed) await once(stderr, "close");
    const summary = summaryOf(this.#stderrTail);
    this.#death = new HostDied(`The extraction host crashed: ${how}${summary && `, ${summary}`}`, {
      started: this.#started,
      killed: this.#child.signalCode === "SIGKILL" && oomKills() === this.#oomKillsBefore,
    });
    for (const events of [...this.#reads.values(), ...this.#renders.values()]) events.fail(this.#death);
    this.#reads.clear();
    this.#renders.clear();
    this.#recognitions.cancelAll();
    this.#onEnd(this.#ending ? undefined : this.#death);
  }
}

function howItEnds(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** The fatal error on stderr without Node's decoration and native stack trace. */
function summaryOf(words: string): string {
  const [message = ""] = words.split("----- Native stack trace");
  return message.replaceAll(/[#\s]+/g, " ").trim();
}

function errorOf({ code, message }: HostFailure): Error {
  return code === null ? new Error(message) : new ExtractionError(code, message);
}
