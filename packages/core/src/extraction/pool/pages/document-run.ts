import { selectNumbers } from "../../document/page-selection.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { PageFailed, PageOutcome } from "../../result/extracted-document.ts";
import { ExtractionError, type ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { ExtractionEvent } from "../../extractor/extractor.ts";
import { EventQueue } from "../limits/event-queue.ts";
import type { PageTaskResult, PageWork, SharedDocument } from "./page-protocol.ts";

/** Pages that one thread is given at most; it answers earlier when its time slice is over. */
const LARGEST_CHUNK = 64;
/** Opening a document in one more thread takes time: less work than this many seconds is not given away. */
const SMALLEST_CHUNK_SECONDS = 0.02;
/** How often a thread may die before it even began with the document. */
const STARTS = 3;

/** How a thread died over a document. */
export type ThreadDeath = "timeout" | "memory" | "crash";

export interface RunRequest {
  readonly document: SharedDocument;
  readonly options: ExtractOptions;
  readonly skip: readonly number[];
  readonly maxPages: number;
}

/**
 * One document on its way through the pool: which pages are still to be read and what became of the others.
 *
 * What ran out of memory is tried once more alone, because another document may have used it up.
 */
export class DocumentRun {
  readonly request: RunRequest;
  readonly events = new EventQueue<ExtractionEvent>();
  /** Made for whoever asks: to abort one costs more than all else that a document leaves to do. */
  #ended: AbortController | undefined;
  #state: "new" | "opening" | "open" | "settled" = "new";
  #pending: number[] = [];
  /** Pages that the thread took that opened the document, once it is known that it takes long over them. */
  #ofOpener: readonly number[] | undefined;
  #aloneWork: PageWork[] = [];
  readonly #triedAlone = new Set<PageWork["kind"] | number>();
  /** Pages that are with a thread or wait to be tried alone. */
  #unsettled = 0;
  #seconds = 0;
  #pagesRead = 0;
  #starts = 0;

  constructor(request: RunRequest) {
    this.request = request;
  }

  /** Aborts when nothing more of the document is wanted. */
  get ended(): AbortSignal {
    this.#ended ??= new AbortController();
    if (this.#state === "settled") this.#ended.abort();
    return this.#ended.signal;
  }

  /** The next piece of work for a free thread, if there is one that may run beside others. */
  nextWork(threads: number): PageWork | undefined {
    if (this.#state === "new") {
      this.#state = "opening";
      return this.#openingWork();
    }
    if (this.#pending.length === 0) return undefined;
    const numbers = this.#pending.splice(0, this.#chunkSize(threads));
    this.#unsettled += numbers.length;
    return { kind: "read", numbers };
  }

  get hasWorkAlone(): boolean {
    return this.#aloneWork.length > 0;
  }

  /** The next piece of work that must run while nothing else does. */
  nextWorkAlone(): PageWork | undefined {
    return this.#aloneWork.shift();
  }

  /** Takes that the thread that opened the document is still at `page`: the pages after it are for the others. */
  openedBefore(page: number, pageCount: number): void {
    if (this.#state !== "opening") return;
    this.#opened(pageCount);
    const taken = this.#pending.slice(0, this.#pending.indexOf(page) + 1);
    this.#ofOpener = taken;
    this.#pending = this.#pending.slice(taken.length);
    this.#unsettled += taken.length;
  }

  /** Takes what a thread answered. */
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
    for (const outcome of outcomes) this.#settle(outcome);
    this.#endWhenDone();
  }

  /** Takes that a thread died after it had opened the document, while it read page `failed.number`. */
  pageKilled(work: PageWork, pageCount: number, failed: PageFailed): void {
    if (this.#state === "settled") return;
    this.#opened(pageCount);
    this.#taken(work, [failed]);
    this.#settle(failed);
    this.#endWhenDone();
  }

  /** Takes that a thread died while it opened the document. */
  openingKilled(work: PageWork, death: ThreadDeath): void {
    if (this.#state === "settled") return;
    if (death === "memory" && this.#retriesAlone(work)) return;
    const { code, message } = OPENING_DEATHS[death];
    this.fail(new ExtractionError(code, message));
  }

  /** Takes that a thread died before it began, which is not the document's fault. */
  notBegun(work: PageWork, cause: unknown): void {
    if (this.#state === "settled") return;
    this.#starts++;
    if (this.#starts < STARTS) this.#aloneWork.push(work);
    else this.fail(new Error("The page threads do not start.", { cause }));
  }

  fail(error: unknown): void {
    this.#state = "settled";
    this.#pending = [];
    this.#aloneWork = [];
    this.#ended?.abort();
    this.events.fail(error);
  }

  /** Takes that nobody waits for it any more, whether or not it came to its end. */
  abandon(): void {
    if (this.#state === "settled") this.#ended?.abort();
    else this.fail(new Error("The document is no longer wanted."));
  }

  #openingWork(): PageWork {
    return { kind: "open", skip: this.request.skip };
  }

  #chunkSize(threads: number): number {
    const even = Math.ceil(this.#pending.length / (2 * threads));
    const worthwhile = Math.floor((SMALLEST_CHUNK_SECONDS * this.#pagesRead) / (this.#seconds || Infinity));
    return Math.min(Math.max(even, worthwhile, 1), LARGEST_CHUNK);
  }

  /** The first answer says how many pages there are. */
  #opened(pageCount: number): void {
    if (this.#state === "open") return;
    this.#state = "open";
    const { options, skip, maxPages } = this.request;
    const pages = selectNumbers(options.pages, 1, pageCount);
    if (pages.length > maxPages) {
      const advice = `choose at most ${maxPages} with the option pages`;
      this.fail(new ExtractionError("TOO_MANY_PAGES", `${pages.length} pages are selected; ${advice}.`));
      return;
    }
    const skipped = new Set(skip);
    this.#pending = pages.filter((number) => !skipped.has(number));
    this.events.push({ kind: "opened", pageCount, pages });
  }

  /** The opening thread may have begun with one more page before it heard that others read it. */
  #wanted({ kind }: PageWork, outcomes: readonly PageOutcome[]): readonly PageOutcome[] {
    const own = this.#ofOpener;
    return kind === "read" || !own ? outcomes : outcomes.filter(({ number }) => own.includes(number));
  }

  /** Notes which of its pages a thread has dealt with; the others wait again. */
  #taken(work: PageWork, outcomes: readonly PageOutcome[]): void {
    const ended = new Set(outcomes.map((outcome) => outcome.number));
    const numbers = work.kind === "read" ? work.numbers : this.#ofOpener;
    if (!numbers) {
      this.#pending = this.#pending.filter((number) => !ended.has(number));
      this.#unsettled += ended.size;
      return;
    }
    const rest = numbers.filter((number) => !ended.has(number));
    this.#unsettled -= rest.length;
    this.#pending = [...rest, ...this.#pending];
  }

  #settle(outcome: PageOutcome): void {
    if (this.#state === "settled") return;
    this.#seconds += outcome.seconds;
    this.#pagesRead++;
    if (!outcome.ok && outcome.reason === "memory" && !this.#triedAlone.has(outcome.number)) {
      this.#triedAlone.add(outcome.number);
      this.#aloneWork.push({ kind: "read", numbers: [outcome.number] });
      return;
    }
    this.#unsettled--;
    this.events.push({ kind: "page", outcome });
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

const OPENING_DEATHS = {
  timeout: { code: "RESOURCE_LIMIT", message: "The document took too long to be opened." },
  memory: { code: "RESOURCE_LIMIT", message: "The document needs more memory to be opened than it may use." },
  crash: { code: "DAMAGED_DOCUMENT", message: "The document could not be opened: it ended the thread." },
} as const satisfies Record<ThreadDeath, { code: ExtractionErrorCode; message: string }>;
