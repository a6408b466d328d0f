import { fromOrigin, type ReadableDocument } from "../../convert/readable-document.ts";
import { selectNumbers } from "../../document/page-selection.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { PageFailed } from "../../result/extracted-document.ts";
import type { StorableOutcome } from "../../result/storable-outcome.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { ReadCall, StorableEvent } from "../../extractor/extractor-over.ts";
import { amountOf, DeliveryWindow } from "../limits/delivery-window.ts";
import { EventQueue } from "../limits/event-queue.ts";
import type { Contender } from "../turns/fair-turns.ts";
import { LARGEST_CHUNK, type PageTaskResult, type PageWork, type SharedDocument } from "./page-protocol.ts";
import { THREAD_DEATHS, type ThreadDeath } from "./thread-death.ts";

/** Opening a document in another thread takes time, so less work than this many seconds is not handed over. */
const SMALLEST_CHUNK_SECONDS = 0.02;
/** How often a thread may die before it starts on the document. */
const STARTS = 3;

/**
 * After this many pages in a row that exceeded the time limit, the rest of the document is not read: a document of
 * thousands of such pages would occupy all threads for days.
 */
const MOST_TIMEOUTS_IN_A_ROW = 8;

export interface RunRequest {
  readonly document: SharedDocument;
  readonly options: ExtractOptions;
  readonly skip: readonly number[];
  readonly outcomes: ReadCall["outcomes"];
  readonly owner: ReadCall["owner"];
  readonly maxPages: number;
  /** What the document's conversion left out, and the origins of its pages. */
  readonly readable: Pick<ReadableDocument, "notes" | "origins">;
}

/**
 * The state of one document in the pool: its pending pages and what became of the others.
 *
 * Work that ran out of memory is retried once alone, because another document may have used the memory.
 */
export class DocumentRun implements Contender {
  readonly request: RunRequest;
  readonly events = new EventQueue<StorableEvent>();
  readonly #untaken = new DeliveryWindow();
  /** Created on demand: aborting a controller costs more than all other cleanup of a document. */
  #ended: AbortController | undefined;
  #state: "new" | "opening" | "open" | "settled" = "new";
  #pending: number[] = [];
  /** Pages taken by the opening thread, recorded once it turns out to be slow. */
  #ofOpener: readonly number[] | undefined;
  #aloneWork: PageWork[] = [];
  readonly #triedAlone = new Set<PageWork["kind"] | number>();
  /** Pages that a thread is reading or that wait for a retry alone. */
  #unsettled = 0;
  #seconds = 0;
  #pagesRead = 0;
  #starts = 0;
  #timeoutsInARow = 0;
  /** Pages that a thread had read before it died; their results are lost, so they are read again. */
  readonly #lost = new Set<number>();

  constructor(request: RunRequest) {
    this.request = request;
  }

  get owner(): ReadCall["owner"] {
    return this.request.owner;
  }

  get hasWork(): boolean {
    return this.#state === "new" || (this.#pending.length > 0 && this.#room > 0);
  }

  /** Aborts when no more results of the document are needed. */
  get ended(): AbortSignal {
    this.#ended ??= new AbortController();
    if (this.#state === "settled") this.#ended.abort();
    return this.#ended.signal;
  }

  /** The next task for a free thread, if one may run beside other tasks. */
  nextWork(threads: number): PageWork | undefined {
    if (this.#state === "new") {
      this.#state = "opening";
      return this.#openingWork();
    }
    if (!this.hasWork) return undefined;
    const numbers = this.#pending.splice(0, Math.min(this.#chunkSize(threads), this.#room));
    this.#unsettled += numbers.length;
    return { kind: "read", numbers, last: this.#pending.length === 0 };
  }

  /** Called when the consumer has taken an event. Returns whether pages that waited for it can be read now. */
  taken(event: StorableEvent): boolean {
    if (event.kind !== "page") return false;
    const wasFull = this.#untaken.room <= this.#unsettled;
    this.#untaken.take(amountOf(event.outcome));
    return wasFull;
  }

  get hasWorkAlone(): boolean {
    return this.#aloneWork.length > 0;
  }

  /** The next task that must run alone. */
  nextWorkAlone(): PageWork | undefined {
    return this.#aloneWork.shift();
  }

  /** Called when the opening thread is still at `page`: other threads take the pages after it. */
  openedBefore(page: number, pageCount: number): void {
    if (this.#state !== "opening") return;
    this.#opened(pageCount);
    const taken = this.#pending.slice(0, this.#pending.indexOf(page) + 1);
    this.#ofOpener = taken;
    this.#pending = this.#pending.slice(taken.length);
    this.#unsettled += taken.length;
  }

  /** Handles a thread's answer. */
  answered(work: PageWork, result: PageTaskResult): void {
    if (this.#state === "settled") return;
    if (!result.ok) {
      if (result.outOfMemory && this.#retriesAlone(work)) return;
      this.fail(new ExtractionError(result.code, result.message));
      return;
    }
    this.#opened(result.pageCount);
    const outcomes = this.#wanted(work, result.outcomes);
    this.#taken(work, outcomes);
    if (outcomes.length > 0) this.#timeoutsInARow = 0;
    for (const outcome of outcomes) this.#settle(outcome);
    this.#endWhenDone();
  }

  /** Called when a thread died after opening the document, while it read page `failed.number`. */
  pageKilled(work: PageWork, pageCount: number, failed: PageFailed): void {
    if (this.#state === "settled") return;
    this.#opened(pageCount);
    const numbers = this.#numbersOf(work) ?? this.#pending;
    for (const number of numbers.slice(0, numbers.indexOf(failed.number))) this.#lost.add(number);
    this.#taken(work, [failed]);
    this.#settle(failed);
    this.#timeoutsInARow = failed.reason === "timeout" ? this.#timeoutsInARow + 1 : 0;
    if (this.#timeoutsInARow >= MOST_TIMEOUTS_IN_A_ROW) this.#leaveOutTheRest();
    this.#endWhenDone();
  }

  /** Called when a thread died while it opened the document. */
  openingKilled(work: PageWork, death: ThreadDeath): void {
    if (this.#state === "settled") return;
    if (death === "memory" && this.#retriesAlone(work)) return;
    const code = death === "crash" ? "DAMAGED_DOCUMENT" : "RESOURCE_LIMIT";
    this.fail(new ExtractionError(code, `Opening the document ${THREAD_DEATHS[death]}.`));
  }

  /** Called when a thread was ended for the work of others: its pages are read in another turn. */
  putBack(work: PageWork): void {
    if (this.#state === "settled") return;
    if (this.#state === "opening") this.#state = "new";
    else this.#taken(work, []);
  }

  /** Called when a thread died before it started, which is not the document's fault. */
  notBegun(work: PageWork, cause: unknown): void {
    if (this.#state === "settled") return;
    this.#starts++;
    if (this.#starts < STARTS) this.#aloneWork.push(work);
    else this.fail(new Error("The page threads failed to start.", { cause }));
  }

  fail(error: unknown): void {
    this.#state = "settled";
    this.#pending = [];
    this.#aloneWork = [];
    this.#ended?.abort();
    this.events.fail(error);
  }

  /** Called when the caller stops waiting, whether or not the document is finished. */
  abandon(): void {
    if (this.#state === "settled") this.#ended?.abort();
    else this.fail(new Error("The extraction was cancelled."));
  }

  get #room(): number {
    return this.#untaken.room - this.#unsettled;
  }

  #openingWork(): PageWork {
    return { kind: "open", skip: this.request.skip };
  }

  #chunkSize(threads: number): number {
    const even = Math.ceil(this.#pending.length / (2 * threads));
    const worthwhile = Math.floor((SMALLEST_CHUNK_SECONDS * this.#pagesRead) / (this.#seconds || Infinity));
    return Math.min(Math.max(even, worthwhile, 1), LARGEST_CHUNK);
  }

  /** The first answer contains the page count. */
  #opened(pageCount: number): void {
    if (this.#state === "open") return;
    this.#state = "open";
    const { options, skip, maxPages, readable } = this.request;
    const pages = selectNumbers(options.pages, 1, pageCount);
    if (pages.length > maxPages) {
      const advice = `choose at most ${maxPages} with the option pages`;
      this.fail(new ExtractionError("TOO_MANY_PAGES", `${pages.length} pages are selected; ${advice}.`));
      return;
    }
    const skipped = new Set(skip);
    this.#pending = pages.filter((number) => !skipped.has(number));
    const { notes } = readable;
    this.events.push({ kind: "opened", pageCount, pages, ...(notes.length > 0 && { notes }) });
  }

  /** The opening thread may have started one more page before it was told to stop. */
  #wanted({ kind }: PageWork, outcomes: readonly StorableOutcome[]): readonly StorableOutcome[] {
    const own = this.#ofOpener;
    return kind === "read" || !own ? outcomes : outcomes.filter(({ number }) => own.includes(number));
  }

  /** Records which of its pages a thread has finished; the others become pending again. */
  #taken(work: PageWork, outcomes: readonly StorableOutcome[]): void {
    const ended = new Set(outcomes.map((outcome) => outcome.number));
    const numbers = this.#numbersOf(work);
    if (!numbers) {
      this.#pending = this.#pending.filter((number) => !ended.has(number));
      this.#unsettled += ended.size;
      return;
    }
    const rest = numbers.filter((number) => !ended.has(number));
    this.#unsettled -= rest.length;
    this.#pending = [...rest, ...this.#pending];
  }

  /** The pages of a task; undefined if the thread that opened the document takes any. */
  #numbersOf(work: PageWork): readonly number[] | undefined {
    return work.kind === "read" ? work.numbers : this.#ofOpener;
  }

  #settle(outcome: StorableOutcome): void {
    if (this.#state === "settled") return;
    this.#seconds += outcome.seconds;
    this.#pagesRead++;
    if (!outcome.ok && outcome.reason === "memory" && !this.#triedAlone.has(outcome.number)) {
      this.#triedAlone.add(outcome.number);
      this.#aloneWork.push({ kind: "read", numbers: [outcome.number], last: false });
      return;
    }
    this.#unsettled--;
    this.#deliver(outcome);
  }

  #deliver(outcome: StorableOutcome): void {
    const delivered = fromOrigin(outcome, this.request.readable);
    this.#untaken.add(amountOf(delivered));
    this.events.push({ kind: "page", outcome: delivered });
  }

  #leaveOutTheRest(): void {
    const rest = this.#pending.filter((number) => !this.#lost.has(number));
    this.#pending = this.#pending.filter((number) => this.#lost.has(number));
    for (const number of rest) {
      const message = `Page ${number} was not read: ${MOST_TIMEOUTS_IN_A_ROW} pages in a row exceeded the time limit.`;
      this.#deliver({ ok: false, number, reason: "timeout", message, seconds: 0 });
    }
  }

  #retriesAlone(work: PageWork): boolean {
    if (this.#triedAlone.has(work.kind)) return false;
    this.#triedAlone.add(work.kind);
    this.#aloneWork.push(work);
    return true;
  }

  #endWhenDone(): void {
    if (this.#state !== "open" || this.#pending.length > 0 || this.#unsettled > 0) return;
    this.#state = "settled";
    this.events.end();
  }
}
