import type { LanguageModel } from "ai";
import { FieldModelError } from "./field-model.ts";
import type { ModelName, ModelProvider } from "./model-name.ts";

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
