import { ConnectorError, DomainError, orAborted, type FieldsResult } from "@galley/core/domain";
import { Semaphore } from "@galley/core";
import { aiFieldModel, FieldModelError, type FieldModel, type ModelFailure } from "@galley/fields";
import type { FieldsModelSettings } from "../config/fields-model.ts";
import { PeerRest } from "../peer-rest.ts";
import { TokenBudget } from "../token-budget.ts";
import { AnswerCache } from "./answer-cache.ts";
import type { KnownAnswers, ModelOutcome, WantedAnswer } from "./deferred-model.ts";

type Send = (
  url: string,
  request: Pick<Request, "method" | "body" | "signal"> & {
    readonly headers: Readonly<Record<string, string>>;
  },
) => Promise<Response>;

export interface ServiceModelOptions extends FieldsModelSettings {
  /** Sends all requests, under the address policy. Its errors are `ConnectorError`s. */
  readonly send: Send;
  /** Called after each question. */
  readonly onAsked: (asked: AskedModel) => void;
}

export interface AskedModel {
  readonly outcome: "answered" | ModelFailure;
  /** Input and output; 0 if the provider does not count. */
  readonly tokens: number;
  /** Why there is no answer, without a secret; "" otherwise. */
  readonly message: string;
}

/** The waiting for a document's answers ends after this time, or documents of many parts would wait for hours. */
const DOCUMENT_MS = 10 * 60 * 1000;

/** Answers that are waited for. More documents are read without the model, because each is kept in memory meanwhile. */
const MAX_WAITING = 200;

/** After this many lost requests in a row, no document waits for the model for a while: one long document may take too long. */
const LOST_BEFORE_REST = 2;
const LOST: ReadonlySet<ModelFailure> = new Set(["unreachable", "timeout"]);

/** The language model of the service. What it cannot do is an outcome, never an error of the document. */
export class ServiceModel implements Disposable {
  readonly #options: ServiceModelOptions;
  readonly #model: FieldModel;
  readonly #budget: TokenBudget;
  readonly #slots: Semaphore;
  readonly #cache = new AnswerCache();
  /** A webhook, a pipeline and the reading of a document may want the same answer at the same time. */
  readonly #running = new Map<string, Promise<ModelOutcome>>();
  readonly #closing = new AbortController();
  readonly #rest = new PeerRest(LOST_BEFORE_REST);
  #waiting = 0;

  constructor(options: ServiceModelOptions) {
    this.#options = options;
    this.#budget = new TokenBudget(options.tokensPerDay);
    this.#slots = new Semaphore(options.concurrency);
    this.#model = aiFieldModel(options.name, {
      fetch: fetchThrough(options.send),
      apiKey: options.key,
      timeoutMs: 1000 * options.timeoutSeconds,
    });
  }

  /**
   * Reads a document as often as answers are missing.
   *
   * @param read reads it with the answers that are there.
   */
  async readWith(
    organizationId: string,
    read: (answers: KnownAnswers) => Promise<{
      readonly result: FieldsResult;
      readonly wanted: readonly WantedAnswer[];
    }>,
  ): Promise<FieldsResult> {
    const { name, ask, tokensPerDocument: maxTokens } = this.#options;
    const outcomes = new Map<string, ModelOutcome>();
    const limit = AbortSignal.timeout(DOCUMENT_MS);
    for (;;) {
      const { result, wanted } = await read({ model: name.model, ask, maxTokens, outcomes });
      if (wanted.length === 0) return result;
      // One after the other: after a failure, the next reading decides what else is worth asking.
      for (const one of wanted) {
        const outcome = await this.#known(organizationId, one, limit);
        outcomes.set(one.key, outcome);
        if (!outcome.ok) break;
      }
    }
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new DomainError("UNAVAILABLE", "The service stops."));
  }

  /** Answers are not shared between organizations: their time would say what others have. */
  async #known(organizationId: string, wanted: WantedAnswer, limit: AbortSignal): Promise<ModelOutcome> {
    const key = `${organizationId} ${wanted.key}`;
    const known = this.#cache.get(key);
    if (known) return { ok: true, answer: known };
    const running = this.#running.get(key) ?? this.#asked(wanted, limit);
    this.#running.set(key, running);
    try {
      const outcome = await running;
      if (outcome.ok) this.#cache.set(key, outcome.answer);
      return outcome;
    } finally {
      this.#running.delete(key);
    }
  }

  async #asked({ request }: WantedAnswer, limit: AbortSignal): Promise<ModelOutcome> {
    if (this.#waiting >= MAX_WAITING) return notAsked("too many documents wait for it");
    const signal = AbortSignal.any([limit, this.#closing.signal]);
    this.#waiting++;
    try {
      using _ = await orAborted(this.#slots.take(signal), signal);
      const reason = this.#reasonNotToAsk();
      if (reason !== undefined) return notAsked(reason);
      const answer = await this.#model.read({ ...request, signal });
      this.#rest.responded();
      this.#count({ outcome: "answered", tokens: answer.tokens ?? 0, message: "" });
      return { ok: true, answer };
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      return this.#failed(limit.aborted ? outOfTime() : error);
    } finally {
      this.#waiting--;
    }
  }

  #reasonNotToAsk(): string | undefined {
    if (this.#rest.isResting) return "its server did not respond a moment ago";
    if (!this.#budget.isSpent()) return undefined;
    return `the limit of ${this.#options.tokensPerDay} tokens within 24 hours (GALLEY_FIELDS_MODEL_TOKENS_PER_DAY) is reached`;
  }

  #failed(error: unknown): ModelOutcome {
    if (!(error instanceof FieldModelError)) throw error;
    const { reason, message, tokens = 0 } = error;
    if (LOST.has(reason)) this.#rest.lost();
    else this.#rest.responded();
    this.#count({ outcome: reason, tokens, message });
    return { ok: false, reason, message };
  }

  #count(asked: AskedModel): void {
    this.#budget.spend(asked.tokens);
    this.#options.onAsked(asked);
  }
}

function notAsked(message: string): ModelOutcome {
  return { ok: false, reason: "rejected", message };
}

function outOfTime(): FieldModelError {
  return new FieldModelError("timeout", `no answer within ${DOCUMENT_MS / 60_000} minutes`);
}

/** A `fetch` whose failures libraries understand: lost connections are tried again, addresses that are not allowed are not. */
function fetchThrough(send: Send): typeof globalThis.fetch {
  return async (resource, options) => {
    const { url, method, headers, body, signal } = new Request(resource, options);
    try {
      return await send(url, { method, headers: Object.fromEntries(headers), body, signal });
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      if (error.code !== "REFUSED_ADDRESS") throw new TypeError("fetch failed", { cause: error });
      const message = "the address of its server is not allowed; see GALLEY_OUTBOUND_ALLOW";
      throw new FieldModelError("rejected", message, { cause: error });
    }
  };
}
