import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { KINDS, jsonSchemaOf, kindSchema, parseFieldsSchema } from "@galley/fields";
import { DomainError, type FieldsReader, type ShippedSchema } from "@galley/core/domain";
import { z } from "zod";
import { dataShape } from "./data-shape.ts";
import type { KnownAnswers } from "./deferred-model.ts";
import type { FieldsAnswer, FieldsTask } from "./fields-protocol.ts";
import type { ServiceModel } from "./service-model.ts";

/** Limits of one task: a document of 500 pages takes a few seconds. */
interface FieldsLimits {
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
}

const LIMITS: FieldsLimits = { timeoutMs: 60_000, maxHeapMb: 1024 };

/** Tasks beyond this number, and those that waited longer, are turned away. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 60_000;

/** The thread exits after being idle for this long. */
const IDLE_MS = 60_000;

type Kind = Exclude<FieldsAnswer["kind"], "refused">;
type AnswerOf<K extends Kind> = Extract<FieldsAnswer, { readonly kind: K }>;

/**
 * Reads fields in a thread with limits of time and memory, one document at a time. While a model is asked, the thread reads
 * other documents.
 */
export class FieldsThread implements FieldsReader, AsyncDisposable {
  readonly shipped = SHIPPED;
  readonly #limits: FieldsLimits;
  readonly #model: ServiceModel | undefined;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(model?: ServiceModel, limits: FieldsLimits = LIMITS) {
    this.#model = model;
    this.#limits = limits;
  }

  check: FieldsReader["check"] = async (definition) =>
    void (await this.#ask({ kind: "check", definition }, "check"));

  shape: FieldsReader["shape"] = (definition) => dataShape(parseFieldsSchema(definition));

  read: FieldsReader["read"] = async (definition, source) => {
    const read = (answers?: KnownAnswers): Promise<AnswerOf<"read">> =>
      this.#ask({ kind: "read", definition, source, answers }, "read");
    return this.#model && source.withoutModel !== true
      ? this.#model.readWith(source.organizationId, read)
      : (await read()).result;
  };

  split: FieldsReader["split"] = async (definition, { pages, blocks }) =>
    (await this.#ask({ kind: "split", definition, source: { pages, blocks } }, "split")).parts;

  example: FieldsReader["example"] = async (definition, source) =>
    (await this.#ask({ kind: "example", definition, source }, "example")).example;

  value: FieldsReader["value"] = async (definition, path, text) =>
    (await this.#ask({ kind: "value", definition, path, text }, "value")).value;

  table: FieldsReader["table"] = async (definition, rows, as) =>
    (await this.#ask({ kind: "table", definition, rows, ...as }, "table")).table;

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end();
  }

  async #ask<K extends Kind>(task: FieldsTask, kind: K): Promise<AnswerOf<K>> {
    const answer = await this.#inTurn(task);
    if (answer.kind === "refused") {
      throw new DomainError("BAD_INPUT", answer.message, { field: answer.field });
    }
    if (isOfKind(answer, kind)) return answer;
    throw new TypeError(`The answer to the task ${kind} is of the kind ${answer.kind}.`);
  }

  async #inTurn(task: FieldsTask): Promise<FieldsAnswer> {
    if (this.#waiting >= MAX_WAITING) throw busy();
    this.#waiting++;
    clearTimeout(this.#idle);
    const since = performance.now();
    const turn = this.#last.then(() => {
      if (performance.now() - since > MAX_WAIT_MS) throw busy();
      return this.#answer(task);
    });
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #answer(task: FieldsTask): Promise<FieldsAnswer> {
    const worker = (this.#worker ??= this.#start());
    const answered = Promise.withResolvers<FieldsAnswer>();
    const timer = setTimeout(() => answered.reject(tooLarge()), this.#limits.timeoutMs);
    const received = (answer: FieldsAnswer): void => answered.resolve(answer);
    const failed = (error: unknown): void => answered.reject(isOutOfMemory(error) ? tooLarge() : error);
    const exited = (): void => answered.reject(tooLarge());
    worker.on("message", received).on("error", failed).on("exit", exited);
    worker.postMessage(task, []);
    try {
      return await answered.promise;
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.off("message", received).off("error", failed).off("exit", exited);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL(`./fields-entry${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapMb },
    });
    // Between two tasks, nobody else listens.
    worker.on("error", () => undefined);
    worker.unref();
    return worker;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const ended = this.#worker;
    this.#worker = undefined;
    await ended?.terminate();
  }
}

const definitionSchema = z.record(z.string(), z.json());

const SHIPPED: readonly ShippedSchema[] = KINDS.map((name) => ({
  name,
  definition: definitionSchema.parse(jsonSchemaOf(kindSchema(name))),
}));

function isOfKind<K extends Kind>(answer: FieldsAnswer, kind: K): answer is AnswerOf<K> {
  return answer.kind === kind;
}

function busy(): DomainError {
  return new DomainError("UNAVAILABLE", "The fields of too many documents are being read. Try again later.");
}

function tooLarge(): DomainError {
  return new DomainError(
    "TOO_LARGE",
    "The fields of the document exceed the limits of time or memory. Submit fewer pages at a time.",
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
