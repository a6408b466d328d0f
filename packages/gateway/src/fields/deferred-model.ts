import {
  FieldModelError,
  requestKey,
  type AskModel,
  type FieldModel,
  type ModelAnswer,
  type ModelFailure,
  type ModelRequest,
} from "@galley/fields";

/** What a model answered, or why it did not. */
export type ModelOutcome =
  | { readonly ok: true; readonly answer: ModelAnswer }
  | { readonly ok: false; readonly reason: ModelFailure; readonly message: string };

/** A model as the thread knows it, which sends no requests: with the answers that are there so far. */
export interface KnownAnswers {
  /** As notes name it. */
  readonly model: string;
  /** When it is asked if the schema does not say. */
  readonly ask: AskModel;
  /** For the document. */
  readonly maxTokens: number;
  readonly outcomes: ReadonlyMap<string, ModelOutcome>;
}

/** An answer that is missing. */
export interface WantedAnswer {
  /** Under which its outcome is known later. */
  readonly key: string;
  readonly request: Pick<ModelRequest, "lines" | "fields">;
}

/** Answers what is known and collects what has to be asked. */
export class DeferredModel implements FieldModel {
  readonly id: string;
  readonly wanted: WantedAnswer[] = [];
  readonly #outcomes: KnownAnswers["outcomes"];

  constructor({ model, outcomes }: KnownAnswers) {
    this.id = model;
    this.#outcomes = outcomes;
  }

  async read({ fields, lines: given }: ModelRequest): Promise<ModelAnswer> {
    const lines = given.map(({ number, page, text }) => ({ number, page, text }));
    const request = { fields, lines };
    const key = requestKey(this.id, request);
    const outcome = this.#outcomes.get(key);
    if (!outcome) {
      this.wanted.push({ key, request });
      throw new FieldModelError("pending", "it has not answered yet");
    }
    if (outcome.ok) return outcome.answer;
    throw new FieldModelError(outcome.reason, outcome.message);
  }
}
