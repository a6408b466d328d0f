import {
  createOnnxEngine,
  createTesseractEngine,
  type CustomEngine,
  type ImageRecogniser,
  type OcrEngine,
  type RecognitionEngine,
} from "@galley/core";
import type { OcrServiceConfig, RecognitionConfig } from "../../config/recognition.ts";
import type { ResourceStack } from "../../resource-stack.ts";
import { createOcrService } from "./ocr-service.ts";
import type { Outbound } from "../outbound.ts";
import { createVisionService, type TokenUsage } from "./vision-service.ts";

/** What the engines of recognition need of their process. */
export interface RecognitionDependencies {
  readonly outbound: Outbound;
  /** Folders of language data. */
  readonly tessdata: readonly string[];
  /** Number of images that are recognised at a time. */
  readonly threads: number;
  /** Time limit of a page. */
  readonly pageTimeoutSeconds: number;
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined;
  /** Collects the engines, to end their processes. */
  readonly parts: ResourceStack;
}

/** The engines as an extractor takes them. */
export interface StartedRecognition {
  readonly engines: Readonly<Partial<Record<CustomEngine, RecognitionEngine>>>;
  readonly ocrEngine: OcrEngine;
  readonly handwriting: RecognitionConfig["recognition"]["handwriting"];
}

/** The built-in recogniser needs time, too, so other engines get at most this share of the page's time limit. */
const SHARE = 0.5;

/**
 * Starts the engines of recognition.
 *
 * @throws Error with what to install or set, if one cannot be started.
 */
export async function startRecognition(
  { engine, engines: names, handwriting, service, tesseract, models }: RecognitionConfig["recognition"],
  dependencies: RecognitionDependencies,
): Promise<StartedRecognition> {
  const { outbound, tessdata, threads, pageTimeoutSeconds, onUsage, parts } = dependencies;
  const pageShareMs = SHARE * 1000 * pageTimeoutSeconds;
  const engines: Partial<Record<CustomEngine, RecognitionEngine>> = {};
  if (names.includes("tesseract")) {
    const options = { program: tesseract, tessdata, processes: threads, timeoutMs: pageShareMs };
    engines.tesseract = parts.use(await createTesseractEngine(options));
  }
  if (names.includes("onnx")) {
    engines.onnx = parts.use(await createOnnxEngine({ models, threads, timeoutMs: pageShareMs }));
  }
  if (service) {
    const timeoutMs = Math.min(1000 * service.timeoutSeconds, pageShareMs);
    engines.service = { takes: "drawn", recognise: serviceAt(service, outbound, { timeoutMs, onUsage }) };
  }
  return { engines, ocrEngine: engine, handwriting };
}

function serviceAt(
  { address: { protocol, url }, ...service }: OcrServiceConfig,
  outbound: Outbound,
  { timeoutMs, onUsage }: { readonly timeoutMs: number } & Pick<RecognitionDependencies, "onUsage">,
): ImageRecogniser {
  if (protocol === "words") return createOcrService(outbound, { url, key: service.key, timeoutMs });
  return createVisionService(outbound, { ...service, url, timeoutMs, onUsage });
}
