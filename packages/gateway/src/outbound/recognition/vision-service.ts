import { setTimeout as delay } from "node:timers/promises";
import { type ImageRecogniser, type ImageToRecognise, Semaphore } from "@galley/core";
import { z } from "zod";
import type { Answer, Outbound } from "../outbound.ts";
import { resting } from "./resting.ts";
import { TokenBudget } from "../../token-budget.ts";

/** A server with OpenAI's API, such as vLLM, Ollama or llama.cpp. */
export interface VisionServiceOptions {
  /** Base URL, such as `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  /** Instruction for the model, in which `{lang}` is replaced by the languages; `DEFAULT_PROMPT` by default. */
  readonly prompt: string | undefined;
  /** Most tokens that the model writes for an image. */
  readonly maxTokens: number;
  /** From the start of the first attempt to the last byte of the last one. */
  readonly timeoutMs: number;
  /** Tokens that may be used within 24 hours. */
  readonly tokensPerDay: number;
  readonly concurrency: number;
  /** Called for each image that was read. */
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined;
}

/** Tokens of one image, as the server counts them. */
export interface TokenUsage {
  readonly prompt: number;
  readonly completion: number;
}

export const DEFAULT_PROMPT =
  "Transcribe all text in this image exactly as it is written, in reading order, one line of output for each line of " +
  "text. Keep the language, the spelling, the numbers and the punctuation. Do not translate, correct, explain or add " +
  "anything. If there is no text, write nothing.";

const MAX_ANSWER_BYTES = 4_000_000;

const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;
const FIRST_SERVER_ERROR = 500;

/** Characters of a server's error message that are passed on. */
const LONGEST_ERROR = 200;

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z
            .union([z.string(), z.array(z.object({ text: z.string().default("") }))])
            .nullable()
            .transform((content) => (typeof content === "string" ? content : joined(content ?? []))),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().min(0).default(0), completion_tokens: z.number().min(0).default(0) })
    .nullish()
    .transform((usage) => ({ prompt: usage?.prompt_tokens ?? 0, completion: usage?.completion_tokens ?? 0 })),
});

const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/**
 * Recognises images with a vision model at a server with OpenAI's API, through the address policy. It returns text
 * without places.
 */
export function createVisionService(outbound: Outbound, options: VisionServiceOptions): ImageRecogniser {
  const { url, model, key, maxTokens, onUsage } = options;
  const budget = new TokenBudget(options.tokensPerDay);
  const slots = new Semaphore(options.concurrency);
  return resting(async (image, signal) => {
    if (budget.isSpent()) {
      throw new Error(
        `The limit of ${options.tokensPerDay} tokens within 24 hours (GALLEY_OCR_TOKENS_PER_DAY) is reached.`,
      );
    }
    const headers = {
      "content-type": "application/json",
      accept: "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const body = JSON.stringify(requestFor(image, { model, maxTokens, prompt: promptFor(image, options) }));
    const posting = { headers, body, maxAnswerBytes: MAX_ANSWER_BYTES };
    using _ = await slots.take(signal);
    const answer = await withRetries(options.timeoutMs, signal, (timeoutMs) =>
      outbound.post(`${url}/chat/completions`, posting, { timeoutMs, headerTimeoutMs: timeoutMs, signal }),
    );
    const { text, usage } = textIn(answer, maxTokens);
    budget.spend(usage.prompt + usage.completion);
    onUsage?.(usage);
    return { text, model };
  });
}

function promptFor({ lang }: ImageToRecognise, { prompt = DEFAULT_PROMPT }: VisionServiceOptions): string {
  return prompt.replaceAll("{lang}", lang.replaceAll(/[^\w+, ]/g, ""));
}

function requestFor(
  { png }: ImageToRecognise,
  {
    model,
    maxTokens,
    prompt,
  }: { readonly model: string; readonly maxTokens: number; readonly prompt: string },
): unknown {
  const url = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const content = [
    { type: "text", text: prompt },
    { type: "image_url", image_url: { url } },
  ];
  return {
    model,
    temperature: 0,
    max_tokens: maxTokens,
    stream: false,
    messages: [{ role: "user", content }],
  };
}

/** Repeats a request while the server is busy, as long as the time limit allows. */
async function withRetries(
  timeoutMs: number,
  signal: AbortSignal,
  send: (timeoutMs: number) => Promise<Answer>,
): Promise<Answer> {
  const end = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const answer = await send(Math.max(1, Math.round(end - performance.now())));
    if (!isBusy(answer.status) || attempt === MOST_ATTEMPTS) return answer;
    const pause = pauseAfter(answer, attempt);
    if (performance.now() + pause >= end) return answer;
    await delay(pause, undefined, { signal });
  }
}

function isBusy(status: number): boolean {
  return status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT || status >= FIRST_SERVER_ERROR;
}

function pauseAfter({ headers }: Answer, attempt: number): number {
  const asked = headers["retry-after"];
  if (asked === undefined) return FIRST_PAUSE_MS * 2 ** (attempt - 1);
  const seconds = Number(asked);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : FIRST_PAUSE_MS;
}

function textIn(
  { status, body }: Answer,
  maxTokens: number,
): { readonly text: string; readonly usage: TokenUsage } {
  if (status !== 200) throw new Error(`It responded with status ${status}${errorIn(body)}.`);
  const parsed = answerSchema.safeParse(jsonIn(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `Its response is not valid at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? ""}.`,
    );
  }
  const { choices, usage } = parsed.data;
  const [choice] = choices;
  if (choice?.finish_reason === "length") {
    throw new Error(
      `Its text was cut off after ${maxTokens} tokens; GALLEY_OCR_MAX_TOKENS raises the limit.`,
    );
  }
  return { text: choice?.message.content ?? "", usage };
}

function joined(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join("");
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Error("Its response is not JSON, or larger than 4 MB.", { cause });
  }
}

/** The server's own message, for the page's message. */
function errorIn(body: string): string {
  try {
    const { error } = errorSchema.parse(JSON.parse(body));
    const message = typeof error === "string" ? error : error.message;
    const short = message
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, LONGEST_ERROR);
    return short === "" ? "" : `: ${short.replace(/\.$/, "")}`;
  } catch {
    return "";
  }
}
