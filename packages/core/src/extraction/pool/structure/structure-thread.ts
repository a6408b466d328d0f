import { Worker } from "node:worker_threads";
import { threadFile } from "../../engines/thread-file.ts";
import type {
  StructureAnswer,
  StructureFailure,
  StructureQuestion,
  StructureSource,
} from "../../structure/structure-question.ts";
import type { FromStructureThread, ToStructureThread } from "./structure-protocol.ts";

/** Limits of one question. */
interface StructureLimits {
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
}

const LIMITS: StructureLimits = { timeoutMs: 120_000, maxHeapMb: 1024 };

/** Questions beyond this number, and those that waited longer, are turned away. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 60_000;

/** The thread exits after being idle for this long, with all structures that it keeps. */
const IDLE_MS = 60_000;

const BUSY: StructureFailure = { kind: "failed", reason: "busy" };
const LIMIT: StructureFailure = { kind: "failed", reason: "limit" };

/**
 * Joins the pages of documents to their structure and renders it, in a thread with limits of time and memory, so that
 * this one stays responsive. Questions are answered one at a time; the structures that were read last are kept.
 */
export class StructureThread implements AsyncDisposable {
  #running: RunningThread | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #limits: StructureLimits;

  constructor(limits: StructureLimits = LIMITS) {
    this.#limits = limits;
  }

  answer(source: StructureSource, question: StructureQuestion): Promise<StructureAnswer | StructureFailure> {
    return this.#inTurn(() => this.#answer(source, question));
  }

  /** What all pages of a document show about one of them. */
  explain(source: StructureSource, page: number): Promise<ExplainedPart | StructureFailure> {
    return this.#inTurn(() => this.#explain(source, page));
  }

  async #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer | StructureFailure> {
    if (this.#waiting >= MAX_WAITING) return BUSY;
    this.#waiting++;
    clearTimeout(this.#idle);
    const since = performance.now();
    const turn = this.#last.then<Answer | StructureFailure>(() =>
      performance.now() - since > MAX_WAIT_MS ? BUSY : work(),
    );
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end();
  }

  async #answer(
    source: StructureSource,
    question: StructureQuestion,
  ): Promise<StructureAnswer | StructureFailure> {
    const { key } = source;
    const known = await this.#ask({ kind: "question", key, question });
    if (isAnswer(known)) return known;
    await this.#send(source);
    const answer = await this.#ask({ kind: "question", key, question });
    // The thread ended while it received the pages.
    return isAnswer(answer) ? answer : LIMIT;
  }

  async #explain(source: StructureSource, page: number): Promise<ExplainedPart | StructureFailure> {
    await this.#send(source);
    const answer = await this.#ask({ kind: "explain", key: source.key, page });
    return answer.kind === "explained" || answer.kind === "failed" ? answer : LIMIT;
  }

  async #send({ key, pages }: StructureSource): Promise<void> {
    this.#thread().send({ kind: "begin", key });
    for await (const part of pages()) this.#thread().send({ kind: "pages", pages: part });
    this.#thread().send({ kind: "end" });
  }

  async #ask(message: ToStructureThread): Promise<FromStructureThread | StructureFailure> {
    const answer = await this.#thread().ask(message);
    if (answer.kind === "failed") await this.#end();
    return answer;
  }

  #thread(): RunningThread {
    if (this.#running?.hasEnded === true) this.#running = undefined;
    return (this.#running ??= new RunningThread(this.#limits));
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const ended = this.#running;
    this.#running = undefined;
    await ended?.[Symbol.asyncDispose]();
  }
}

type ExplainedPart = Extract<FromStructureThread, { readonly kind: "explained" }>;

function isAnswer(
  answer: FromStructureThread | StructureFailure,
): answer is StructureAnswer | StructureFailure {
  return answer.kind !== "unknown" && answer.kind !== "explained";
}

type Asked = PromiseWithResolvers<FromStructureThread | StructureFailure>;

class RunningThread implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  #asked: Asked | undefined;
  #fault: unknown;
  hasEnded = false;

  constructor({ timeoutMs, maxHeapMb }: StructureLimits) {
    this.#timeoutMs = timeoutMs;
    this.#worker = new Worker(threadFile("structure-entry", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#worker.on("message", (answer: FromStructureThread) => this.#asked?.resolve(answer));
    this.#worker.on("error", (error) => {
      if (!isOutOfMemory(error)) this.#fault = error;
    });
    this.#worker.on("exit", () => {
      this.hasEnded = true;
      if (this.#fault === undefined) this.#asked?.resolve(LIMIT);
      else this.#asked?.reject(this.#fault);
    });
    this.#worker.unref();
  }

  send(message: ToStructureThread): void {
    this.#worker.postMessage(message, []);
  }

  async ask(message: ToStructureThread): Promise<FromStructureThread | StructureFailure> {
    const asked: Asked = Promise.withResolvers();
    this.#asked = asked;
    const timer = setTimeout(() => asked.resolve(LIMIT), this.#timeoutMs);
    this.send(message);
    try {
      return await asked.promise;
    } finally {
      clearTimeout(timer);
      this.#asked = undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
