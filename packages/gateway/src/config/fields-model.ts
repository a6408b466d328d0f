import { ASK_MODEL, type AskModel, type ModelName, parseModelName } from "@galley/fields/model-settings";
import { facts, oneOf, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

const modelName = readAs(
  "openai-compatible:URL#MODEL, openai:MODEL, anthropic:MODEL or google:MODEL; a URL without user and password",
  (text) => {
    try {
      const name = parseModelName(text);
      return name.baseUrl === undefined || hasNoCredentials(name.baseUrl) ? name : undefined;
    } catch {
      return undefined;
    }
  },
);

/** Requests to such a URL fail. */
function hasNoCredentials(address: string): boolean {
  const { username, password } = new URL(address);
  return username === "" && password === "";
}

/** The language model that reads what is missing or doubtful in fields. */
export const fieldsModelVariables = {
  GALLEY_FIELDS_MODEL: modelName.optional().register(facts, {
    meaning: "language model for fields, such as openai-compatible:http://127.0.0.1:11434/v1#qwen3",
    unset: "none",
    hide: "password",
  }),
  GALLEY_FIELDS_MODEL_KEY: readAs("a key", (text) => text)
    .optional()
    .register(facts, { meaning: "key of its provider", unset: "none", hide: "all" }),
  GALLEY_FIELDS_MODEL_ASK: oneOf(ASK_MODEL)
    .prefault("missing-or-doubtful")
    .register(facts, { meaning: "when the model is asked if the schema does not say" }),
  GALLEY_FIELDS_MODEL_CONCURRENCY: wholeNumber(1, 256)
    .prefault("4")
    .register(facts, { meaning: "number of requests to the model at a time" }),
  GALLEY_FIELDS_MODEL_TIMEOUT_S: wholeNumber(1, 3600)
    .prefault("60")
    .register(facts, { meaning: "time limit of an answer, with retries" }),
  GALLEY_FIELDS_MODEL_TOKENS_PER_DOCUMENT: wholeNumber(1, 1_000_000_000)
    .prefault("100000")
    .register(facts, { meaning: "tokens that the fields of a document may use" }),
  GALLEY_FIELDS_MODEL_TOKENS_PER_DAY: wholeNumber(1, 1_000_000_000_000).optional().register(facts, {
    meaning: "tokens that a process may use at the model within 24 hours",
    unset: "unlimited",
  }),
};

export interface FieldsModelConfig {
  /** Undefined if fields are read without a model. */
  readonly fieldsModel: FieldsModelSettings | undefined;
}

export interface FieldsModelSettings {
  readonly name: ModelName;
  readonly key: string | undefined;
  readonly ask: AskModel;
  readonly concurrency: number;
  /** Of an answer, with retries. */
  readonly timeoutSeconds: number;
  readonly tokensPerDocument: number;
  readonly tokensPerDay: number;
}

export function fieldsModelConfig(environment: ValuesOf<typeof fieldsModelVariables>): FieldsModelConfig {
  const { GALLEY_FIELDS_MODEL: name } = environment;
  return {
    fieldsModel: name && {
      name,
      key: environment.GALLEY_FIELDS_MODEL_KEY,
      ask: environment.GALLEY_FIELDS_MODEL_ASK,
      concurrency: environment.GALLEY_FIELDS_MODEL_CONCURRENCY,
      timeoutSeconds: environment.GALLEY_FIELDS_MODEL_TIMEOUT_S,
      tokensPerDocument: environment.GALLEY_FIELDS_MODEL_TOKENS_PER_DOCUMENT,
      tokensPerDay: environment.GALLEY_FIELDS_MODEL_TOKENS_PER_DAY ?? Infinity,
    },
  };
}
