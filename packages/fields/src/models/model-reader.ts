import type { FieldReader, Proposal, ReaderCall } from "../readers/reader.ts";
import type { AskModel } from "../schema/fields-schema.ts";
import { QuoteAlignment } from "./alignment.ts";
import { halvesOf, partsOf, sentLines, type SentLine } from "./document-parts.ts";
import {
  FieldModelError,
  type FieldModel,
  type ModelAnswer,
  type ModelCache,
  type WantedField,
} from "./field-model.ts";
import { groundedValues } from "./grounded-values.ts";
import { mergeParts } from "./merge-parts.ts";
import { promptOf, requestKey } from "./prompt.ts";
import { withSecondOpinion } from "./second-opinion.ts";
import { wantedFields } from "./wanted-fields.ts";

export interface ModelReaderOptions {
  readonly model: FieldModel;
  /** When the model is asked if the schema does not say; by default for what is missing or doubtful. */
  readonly ask?: AskModel | undefined;
  /** Reads the same lines; a value that both have is certain, one that they dispute needs a person. */
  readonly secondModel?: FieldModel | undefined;
  /** Tokens of input and output for each document and model; 100,000 by default. */
  readonly maxTokens?: number | undefined;
  readonly cache?: ModelCache | undefined;
}

/** About 80 dense pages. */
const MAX_TOKENS = 100_000;

/** A reader that asks a language model. If the model fails, the result has a note and what the other readers found. */
export function modelReader(options: ModelReaderOptions): FieldReader {
  const { model, secondModel, ask = "missing-or-doubtful" } = options;
  return {
    name: "model",
    async read(call) {
      const fields = wantedFields(call.schema, call.proposals, call.schema.model ?? ask);
      const lines = sentLines(call.document);
      if (fields.length === 0 || lines.length === 0) return [];
      const question = { call, fields, lines, alignment: new QuoteAlignment(call.document) };
      const first = await new Reading(question, model, options).values();
      if (!secondModel || first.length === 0) return first;
      return withSecondOpinion(first, await new Reading(question, secondModel, options).values());
    },
  };
}

interface Question {
  readonly call: ReaderCall;
  readonly fields: readonly WantedField[];
  readonly lines: readonly SentLine[];
  readonly alignment: QuoteAlignment;
}

type PartResult =
  | { readonly kind: "values"; readonly values: readonly Proposal[] }
  | { readonly kind: "divided"; readonly halves: readonly (readonly SentLine[])[] }
  | { readonly kind: "failed"; readonly goesOn: boolean };

/** A document that a model reads in parts, one after the other. */
class Reading {
  readonly #question: Question;
  readonly #model: FieldModel;
  readonly #cache: ModelCache | undefined;
  #tokensLeft: number;

  constructor(question: Question, model: FieldModel, options: ModelReaderOptions) {
    this.#question = question;
    this.#model = model;
    this.#cache = options.cache;
    this.#tokensLeft = options.maxTokens ?? MAX_TOKENS;
  }

  async values(): Promise<readonly Proposal[]> {
    const waiting = [...partsOf(this.#question.lines)];
    const read: (readonly Proposal[])[] = [];
    for (let part = waiting.shift(); part && this.#isWithinBudget(part); part = waiting.shift()) {
      // One request at a time, so that the budget holds.
      const result = await this.#triedPart(part);
      if (result.kind === "values") read.push(result.values);
      else if (result.kind === "divided") waiting.unshift(...result.halves);
      else if (!result.goesOn) break;
    }
    return mergeParts(read);
  }

  #isWithinBudget(part: readonly SentLine[]): boolean {
    const isWithin = estimatedTokens(part, this.#question.fields) <= this.#tokensLeft;
    if (!isWithin)
      this.#note(`did not read from page ${part[0]?.page ?? 1} on: its budget of tokens is used up`);
    return isWithin;
  }

  async #triedPart(part: readonly SentLine[]): Promise<PartResult> {
    try {
      return { kind: "values", values: await this.#valuesOf(part) };
    } catch (error) {
      if (!(error instanceof FieldModelError)) throw error;
      const halves = error.reason === "cut" ? halvesOf(part) : undefined;
      if (halves) return { kind: "divided", halves };
      this.#note(`gave no values of pages ${pagesOf(part)}: ${error.message}`);
      return { kind: "failed", goesOn: GOES_ON.has(error.reason) };
    }
  }

  async #valuesOf(part: readonly SentLine[]): Promise<readonly Proposal[]> {
    const { fields, alignment } = this.#question;
    const { values } = await this.#answer(part);
    return groundedValues(values, { lines: part, fields }, alignment);
  }

  async #answer(part: readonly SentLine[]): Promise<ModelAnswer> {
    const { fields, call } = this.#question;
    const request = { lines: part, fields, signal: call.signal };
    const key = requestKey(this.#model.id, request);
    const known = await this.#cache?.get(key);
    if (known) return known;
    const estimate = estimatedTokens(part, fields);
    // An answer that fails was paid for, too.
    this.#tokensLeft -= estimate;
    const answer = await this.#model.read(request);
    this.#tokensLeft += estimate - (answer.tokens ?? estimate);
    await this.#cache?.set(key, answer);
    return answer;
  }

  #note(text: string): void {
    this.#question.call.note(`The model ${this.#model.id} ${text}.`);
  }
}

/** After these failures, another part may still be read; after the others, each part would wait in vain. */
const GOES_ON: ReadonlySet<FieldModelError["reason"]> = new Set(["malformed", "cut", "refused", "pending"]);

/** Characters of a token in languages other than English; Chinese and Japanese have fewer. */
const CHARACTERS_OF_TOKEN = 2.5;

function estimatedTokens(lines: readonly SentLine[], fields: readonly WantedField[]): number {
  return Math.ceil(promptOf({ lines, fields }).length / CHARACTERS_OF_TOKEN);
}

function pagesOf(part: readonly SentLine[]): string {
  const [first, last] = [part[0]?.page ?? 1, part.at(-1)?.page ?? 1];
  return first === last ? String(first) : `${first} to ${last}`;
}
