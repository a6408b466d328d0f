import type { ImageRecogniser, WordInImage } from "@galley/core";
import { z } from "zod";
import type { Answer, Outbound } from "../outbound.ts";
import { resting } from "./resting.ts";

export interface OcrServiceOptions {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  /** From the start of a request to the last byte of its response. */
  readonly timeoutMs: number;
}

/** Larger responses have more words than a page can have. */
const MAX_ANSWER_BYTES = 8_000_000;

const FIRST_SUCCESS = 200;
const FIRST_REDIRECT = 300;

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const answerSchema = z.object({
  words: z.array(
    z.object({
      text: z.string(),
      box,
      confidence: z.number().default(1),
      baseline: box.optional(),
      line: z.int().optional(),
    }),
  ),
});

/**
 * Recognises images with an OCR service, through the address policy; docs/reference/ocr-service.md describes the
 * protocol.
 */
export function createOcrService(
  outbound: Outbound,
  { url, key, timeoutMs }: OcrServiceOptions,
): ImageRecogniser {
  return resting(async ({ png, dpi, lang }, signal) => {
    const headers = {
      "content-type": "image/png",
      accept: "application/json",
      "ocr-dpi": String(Math.round(dpi)),
      "ocr-lang": lang.replaceAll(/[^\w+,]/g, ""),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const posting = { headers, body: png, maxAnswerBytes: MAX_ANSWER_BYTES };
    const answer = await outbound.post(url, posting, { timeoutMs, headerTimeoutMs: timeoutMs, signal });
    return wordsIn(answer);
  });
}

function wordsIn({ status, body }: Answer): readonly WordInImage[] {
  if (status < FIRST_SUCCESS || status >= FIRST_REDIRECT)
    throw new Error(`It responded with status ${status}.`);
  const parsed = answerSchema.safeParse(jsonIn(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") ?? "";
    throw new Error(`Its response is not valid at "${place}": ${issue?.message ?? "unknown"}.`);
  }
  return parsed.data.words.map((word) => ({
    ...word,
    box: rectOf(word.box),
    baseline: word.baseline && rectOf(word.baseline),
  }));
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Error("Its response is not JSON, or larger than 8 MB.", { cause });
  }
}

function rectOf([x0, y0, x1, y1]: z.output<typeof box>): WordInImage["box"] {
  return { x0, y0, x1, y1 };
}
