import { resolve } from "node:path";
import { HANDWRITING_CHOICES, OCR_ENGINES } from "@galley/core/extract-options";
import type { HandwritingChoice, OcrEngine } from "@galley/core";
import { z } from "zod";
import { kindOfPath } from "../files/kind-of-path.ts";
import { facts, httpUrl, oneOf, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

/** Marks the address of a server with OpenAI's API, whose vision models read pages. */
const VISION = "openai:";

/** Where an OCR service is, and which protocol it has. */
export interface OcrAddress {
  readonly protocol: "words" | "openai";
  readonly url: string;
}

/** An address as `GALLEY_OCR_URL` and `--ocr-url` take it. */
export const ocrAddress: z.ZodType<OcrAddress, string> = readAs(
  'an http or https URL, or "openai:" and one',
  (text) => {
    const protocol = text.startsWith(VISION) ? "openai" : "words";
    const url = httpUrl.safeParse(protocol === "openai" ? text.slice(VISION.length) : text);
    return url.success ? { protocol, url: url.data } : undefined;
  },
);

const engines = readAs(
  `engines separated by commas, the default one first, of ${OCR_ENGINES.join(", ")}`,
  (text) => {
    const names = text.split(",").map((name) => name.trim());
    const valid = names.flatMap((name) => OCR_ENGINES.find((engine) => engine === name) ?? []);
    return valid.length === names.length ? [...new Set(valid)] : undefined;
  },
);

const existingFolder = readAs("an existing folder", (text) =>
  kindOfPath(text) === "folder" ? resolve(text) : undefined,
);

/** What reads a page: a request for each, and its limits. */
export const recognitionVariables = {
  GALLEY_OCR_ENGINE: engines.optional().register(facts, {
    meaning: "engines of recognition, the default one first; jobs may name the others and wasm",
    unset: "wasm; service if GALLEY_OCR_URL is set",
  }),
  GALLEY_OCR_URL: ocrAddress.optional().register(facts, {
    meaning: "your own OCR service, or openai: and the address of a server with vision models",
    unset: "none",
    hide: "password",
  }),
  GALLEY_OCR_MODEL: z.string().optional().register(facts, {
    meaning: "name of the vision model",
    unset: "none",
  }),
  GALLEY_OCR_KEY: z.string().optional().register(facts, {
    meaning: "key of the OCR service, sent as a bearer token",
    unset: "none",
    hide: "all",
  }),
  GALLEY_OCR_PROMPT: z.string().optional().register(facts, {
    meaning: "instruction for the vision model; {lang} is replaced by the languages",
    unset: "line by line",
  }),
  GALLEY_OCR_CONCURRENCY: wholeNumber(1, 256)
    .prefault("4")
    .register(facts, { meaning: "number of requests to a vision model at a time" }),
  GALLEY_OCR_TIMEOUT_S: wholeNumber(1, 3600).prefault("30").register(facts, {
    meaning: "time limit of an image at the OCR service, with retries; at most half of GALLEY_PAGE_TIMEOUT_S",
  }),
  GALLEY_OCR_MAX_TOKENS: wholeNumber(16, 1_000_000)
    .prefault("4096")
    .register(facts, { meaning: "most tokens that the vision model writes for an image" }),
  GALLEY_OCR_TOKENS_PER_DAY: wholeNumber(1, 1_000_000_000_000).optional().register(facts, {
    meaning: "tokens that a process may use at the OCR service within 24 hours",
    unset: "unlimited",
  }),
  GALLEY_OCR_HANDWRITING: oneOf(HANDWRITING_CHOICES).prefault("engine").register(facts, {
    meaning: "service: only regions that look handwritten or were read badly go to the OCR service",
  }),
  GALLEY_OCR_MODELS: existingFolder.optional().register(facts, {
    meaning: "folder of ONNX models in PaddleOCR's layout, for the engine onnx",
    unset: "those of English that ship",
  }),
  GALLEY_TESSERACT: z.string().prefault("tesseract").register(facts, {
    meaning: "program of the engine tesseract",
  }),
};

export interface RecognitionConfig {
  readonly recognition: {
    /** The default engine. */
    readonly engine: OcrEngine;
    /** All engines that jobs may name. */
    readonly engines: readonly OcrEngine[];
    readonly handwriting: HandwritingChoice;
    readonly service: OcrServiceConfig | undefined;
    /** A folder of ONNX models; undefined for those that ship. */
    readonly models: string | undefined;
    /** The Tesseract program. */
    readonly tesseract: string;
  };
}

export interface OcrServiceConfig {
  readonly address: OcrAddress;
  readonly model: string;
  readonly key: string | undefined;
  readonly prompt: string | undefined;
  readonly concurrency: number;
  readonly timeoutSeconds: number;
  readonly maxTokens: number;
  readonly tokensPerDay: number;
}

type Environment = ValuesOf<typeof recognitionVariables>;

export function recognitionConfig(environment: Environment): RecognitionConfig {
  const named = enginesOf(environment);
  const [engine = "wasm"] = named;
  return {
    recognition: {
      engine:
        environment.GALLEY_OCR_HANDWRITING === "service" && !environment.GALLEY_OCR_ENGINE ? "wasm" : engine,
      engines: [...new Set<OcrEngine>(["wasm", ...named])],
      handwriting: environment.GALLEY_OCR_HANDWRITING,
      service: serviceOf(environment),
      models: environment.GALLEY_OCR_MODELS,
      tesseract: environment.GALLEY_TESSERACT,
    },
  };
}

/** With an address and no names, the service is the default engine. */
function enginesOf({
  GALLEY_OCR_ENGINE: named = [],
  GALLEY_OCR_URL: url,
}: Environment): readonly OcrEngine[] {
  if (url === undefined || named.includes("service")) return named;
  return [...named, "service"];
}

function serviceOf(environment: Environment): OcrServiceConfig | undefined {
  const { GALLEY_OCR_URL: address } = environment;
  return (
    address && {
      address,
      model: environment.GALLEY_OCR_MODEL ?? "",
      key: environment.GALLEY_OCR_KEY,
      prompt: environment.GALLEY_OCR_PROMPT,
      concurrency: environment.GALLEY_OCR_CONCURRENCY,
      timeoutSeconds: environment.GALLEY_OCR_TIMEOUT_S,
      maxTokens: environment.GALLEY_OCR_MAX_TOKENS,
      tokensPerDay: environment.GALLEY_OCR_TOKENS_PER_DAY ?? Infinity,
    }
  );
}

/** A variable that is needed because of another. */
export interface MissingVariable {
  readonly variable: keyof typeof recognitionVariables;
  readonly message: string;
}

/** The variables that the chosen engines need. */
export function missingForRecognition(environment: Environment): readonly MissingVariable[] {
  const named = environment.GALLEY_OCR_ENGINE ?? [];
  const { GALLEY_OCR_URL: address, GALLEY_OCR_MODEL: model } = environment;
  const wantsService = named.includes("service") || environment.GALLEY_OCR_HANDWRITING === "service";
  const missing: MissingVariable[] = [];
  if (wantsService && address === undefined) {
    const why = named.includes("service") ? "GALLEY_OCR_ENGINE=service" : "GALLEY_OCR_HANDWRITING=service";
    missing.push({ variable: "GALLEY_OCR_URL", message: `expected together with ${why}` });
  }
  if (address?.protocol === "openai" && model === undefined) {
    missing.push({ variable: "GALLEY_OCR_MODEL", message: "expected together with GALLEY_OCR_URL=openai:…" });
  }
  return missing;
}
