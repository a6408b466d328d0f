export const MODEL_PROVIDERS = ["openai-compatible", "openai", "anthropic", "google"] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

export interface ModelName {
  readonly provider: ModelProvider;
  /** As the provider names it. */
  readonly model: string;
  /** Address of the provider's API; required for `openai-compatible`. */
  readonly baseUrl?: string | undefined;
}

const FORM =
  "Expected openai-compatible:URL#MODEL, such as openai-compatible:http://127.0.0.1:11434/v1#qwen3, or openai:MODEL, anthropic:MODEL, google:MODEL";

/**
 * A model as one text: `openai-compatible:URL#MODEL`, `openai:MODEL`, `anthropic:MODEL` or `google:MODEL`, the last three
 * also with an address.
 *
 * @throws TypeError with the valid forms.
 */
export function parseModelName(text: string): ModelName {
  const [, given = "", rest = ""] = /^([\w-]+):(.+)$/s.exec(text) ?? [];
  const provider = MODEL_PROVIDERS.find((name) => name === given);
  if (!provider) throw new TypeError(`${JSON.stringify(text)} is no model. ${FORM}.`);
  if (!/^https?:\/\//i.test(rest)) {
    if (provider !== "openai-compatible") return { provider, model: rest };
    throw new TypeError(`${JSON.stringify(text)} has no address. ${FORM}.`);
  }
  const [, baseUrl = "", model = ""] = /^([^#]*)#(.+)$/s.exec(rest) ?? [];
  if (model === "" || !URL.canParse(baseUrl))
    throw new TypeError(`${JSON.stringify(text)} names no model of a server. ${FORM}.`);
  return { provider, baseUrl, model };
}
