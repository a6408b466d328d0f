import type { LanguageModel } from "ai";
import { FieldModelError } from "./field-model.ts";

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

export interface ProviderSettings {
  readonly fetch: typeof globalThis.fetch;
  readonly apiKey?: string | undefined;
  /** Whether answers must follow a JSON Schema; only for `openai-compatible`, the others do. */
  readonly isStructured: boolean;
}

type Load = (name: ModelName, settings: ProviderSettings) => Promise<LanguageModel>;

/** Each provider's package is loaded when it is used. */
const LOAD: Readonly<Record<ModelProvider, Load>> = {
  "openai-compatible": async ({ model, baseUrl = "" }, { isStructured, ...settings }) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const named = { ...defined(settings), name: "openai-compatible", baseURL: baseUrl };
    return createOpenAICompatible({ ...named, supportsStructuredOutputs: isStructured }).chatModel(model);
  },
  openai: async ({ model, baseUrl }, settings) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI(defined({ ...connection(settings), baseURL: baseUrl })).languageModel(model);
  },
  anthropic: async ({ model, baseUrl }, settings) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic(defined({ ...connection(settings), baseURL: baseUrl })).languageModel(model);
  },
  google: async ({ model, baseUrl }, settings) => {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle(defined({ ...connection(settings), baseURL: baseUrl })).languageModel(model);
  },
};

/** @throws FieldModelError `rejected` if the package of the provider is not installed. */
export async function languageModel(name: ModelName, settings: ProviderSettings): Promise<LanguageModel> {
  try {
    return await LOAD[name.provider](name, settings);
  } catch (cause) {
    throw notInstalled(`@ai-sdk/${name.provider}`, cause);
  }
}

export function notInstalled(name: string, cause: unknown): FieldModelError {
  const message = `the package ${name} is not installed; add it with: npm install ai ${name === "ai" ? "" : name}`;
  return new FieldModelError("rejected", message.trimEnd(), { cause });
}

function connection({ fetch, apiKey }: ProviderSettings): Pick<ProviderSettings, "fetch" | "apiKey"> {
  return { fetch, apiKey };
}

type Defined<Settings> = { [name in keyof Settings]: Exclude<Settings[name], undefined> };

/** Settings without those that are undefined, which the packages would take for values. */
function defined<Settings extends object>(settings: Settings): Partial<Defined<Settings>>;
function defined(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
