import { z } from "zod";
import { FieldModelError, type FieldModel, type ModelAnswer, type ModelRequest } from "./field-model.ts";
import type { ModelName } from "./model-name.ts";
import { languageModel, notInstalled } from "./model-providers.ts";
import { INSTRUCTIONS, promptOf } from "./prompt.ts";

export interface AiModelOptions {
  /** All requests go through it. */
  readonly fetch: typeof globalThis.fetch;
  readonly apiKey?: string | undefined;
  /** For an answer, retries included; 120 s by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated after 429, 5xx and lost connections; 3 by default, after 2, 4 and 8 s or when the provider says. */
  readonly maxRetries?: number | undefined;
  /** Of an answer; 8,000 by default: 150 rows of four fields. */
  readonly maxOutputTokens?: number | undefined;
}

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_TOKENS = 8000;

const MAX_RETRIES = 3;

const ANSWER = z.object({
  values: z.array(
    z.object({
      path: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      line: z.number(),
      quote: z.string(),
    }),
  ),
});

/**
 * A model of a provider, through Vercel's `ai`, which is loaded with the first request. The model gets no tools. Servers
 * that reject structured outputs are asked without them from then on.
 */
export function aiFieldModel(name: ModelName, options: AiModelOptions): FieldModel {
  let isStructured = true;
  const ask = (request: ModelRequest): Promise<ModelAnswer> =>
    answer({ name, request, isStructured }, options);
  return {
    id: `${name.provider}:${name.baseUrl ?? ""}#${name.model}`,
    async read(request) {
      try {
        return await ask(request);
      } catch (error) {
        if (!isStructured || !(error instanceof FieldModelError) || error.reason !== "unsupported")
          throw error;
        isStructured = false;
        return ask(request);
      }
    },
  };
}

interface Question {
  readonly name: ModelName;
  readonly request: ModelRequest;
  readonly isStructured: boolean;
}

async function answer(question: Question, options: AiModelOptions): Promise<ModelAnswer> {
  const { name, request, isStructured } = question;
  const model = await languageModel(name, { ...options, isStructured });
  const { generateText, NoObjectGeneratedError, Output } = await loadAi();
  const { timeoutMs = TIMEOUT_MS, maxOutputTokens = MAX_OUTPUT_TOKENS, maxRetries = MAX_RETRIES } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { text, finishReason, totalUsage } = await generateText({
      model,
      instructions: INSTRUCTIONS,
      prompt: promptOf(request),
      output: Output.object({ schema: ANSWER }),
      temperature: 0,
      maxOutputTokens,
      maxRetries,
      abortSignal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
    return answerIn({ text, finishReason, tokens: totalUsage.totalTokens });
  } catch (error) {
    request.signal?.throwIfAborted();
    if (NoObjectGeneratedError.isInstance(error)) {
      const { text = "", finishReason, usage } = error;
      return answerIn({ text, finishReason, tokens: usage?.totalTokens });
    }
    if (error instanceof FieldModelError) throw error;
    if (timeout.aborted) throw new FieldModelError("timeout", `no answer within ${timeoutMs / 1000} s`);
    throw failureOf(error, await loadAi());
  }
}

type Ai = Awaited<ReturnType<typeof loadAi>>;

async function loadAi() {
  // Its warnings about settings that a model ignores would go to the console.
  Reflect.set(globalThis, "AI_SDK_LOG_WARNINGS", false);
  try {
    return await import("ai");
  } catch (cause) {
    throw notInstalled("ai", cause);
  }
}

interface Written {
  readonly text: string;
  readonly finishReason: string | undefined;
  readonly tokens: number | undefined;
}

/** The values in an answer; text around its JSON, as models without structured outputs write it, is skipped. */
function answerIn({ text, finishReason, tokens }: Written): ModelAnswer {
  if (finishReason === "length")
    throw new FieldModelError("cut", "the answer was longer than its limit", { tokens });
  if (finishReason === "content-filter")
    throw new FieldModelError("refused", "the provider's filter stopped the answer", { tokens });
  const parsed = ANSWER.safeParse(jsonIn(text));
  if (parsed.success) return { values: parsed.data.values, tokens };
  throw new FieldModelError("malformed", "the answer does not have the form that was asked for", { tokens });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

/** How servers without structured outputs answer. */
const UNSUPPORTED: ReadonlySet<number> = new Set([400, 422]);

/** Messages of providers may repeat the document or the key, so only the status is kept. */
function failureOf(error: unknown, { APICallError, RetryError }: Ai): FieldModelError {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(last) ? last.statusCode : undefined;
  if (status === undefined)
    return new FieldModelError("unreachable", "the server cannot be reached", { cause: last });
  if (UNSUPPORTED.has(status))
    return new FieldModelError("unsupported", `the server responded with ${status}`);
  const advice = status === 401 || status === 403 ? "; check the key" : "";
  return new FieldModelError("rejected", `the server responded with ${status}${advice}`);
}
