import { ExtractionError } from "../../failure/extraction-error.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { CustomEngine, HandwritingChoice, OcrEngine } from "../../options/ocr-engines.ts";
import {
  asRecognisedImage,
  type AskedRecogniser,
  type ImageRecogniser,
  type ImageToRecognise,
} from "./image-recogniser.ts";

/** An engine of recognition besides the built-in one. */
export interface RecognitionEngine {
  /**
   * `prepared`: it reads what the built-in recogniser would read, page by page and line by line: upright, straightened,
   * cleaned images. `drawn`: it reads each page once, as it is.
   */
  readonly takes: "prepared" | "drawn";
  readonly recognise: ImageRecogniser;
}

/** The engines of an extractor. */
export interface Engines {
  /** Used unless a call chooses another. */
  readonly preset: OcrEngine;
  readonly handwriting: HandwritingChoice;
  readonly custom: Readonly<Partial<Record<CustomEngine, RecognitionEngine>>>;
}

/** The same without functions, as page threads get it. */
export interface EngineSettings extends Omit<Engines, "custom"> {
  readonly takes: Readonly<Partial<Record<CustomEngine, RecognitionEngine["takes"]>>>;
}

/** The engines as a page uses them. */
export interface AskedEngines extends EngineSettings {
  readonly ask: AskedRecogniser;
  /** Reads with the models that ship, in another process; undefined if this thread runs them itself. */
  readonly askModels?: AskedRecogniser | undefined;
}

/** Which engine was used for how many words of a page. */
export interface PageRecogniser {
  readonly engine: OcrEngine;
  /** Model or language data, such as "eng"; "" if unknown. */
  readonly model: string;
  readonly words: number;
}

type EngineOptions = Pick<ExtractOptions, "ocrEngine" | "handwriting">;

/** Without other engines. */
export const BUILT_IN: Engines = { preset: "wasm", handwriting: "engine", custom: {} };

export function engineSettings({ preset, handwriting, custom }: Engines): EngineSettings {
  const takes = Object.fromEntries(Object.entries(custom).map(([name, engine]) => [name, engine.takes]));
  return { preset, handwriting, takes };
}

/** The engines of another process, which `recognise` asks. */
export function enginesOf(
  { preset, handwriting, takes }: EngineSettings,
  recognise: ImageRecogniser,
): Engines {
  const custom = Object.fromEntries(
    Object.entries(takes).map(([name, prepared]) => [name, { takes: prepared, recognise }]),
  );
  return { preset, handwriting, custom };
}

/** Calls the engine that an image names. */
export function recogniserOf({ custom }: Engines): ImageRecogniser {
  return (image: ImageToRecognise, signal) => {
    const engine = custom[image.engine];
    if (!engine) throw new Error(`The engine ${image.engine} is not set up.`);
    return engine.recognise(image, signal);
  };
}

export function askedEngines(engines: Engines, signal: AbortSignal): AskedEngines {
  const recognise = recogniserOf(engines);
  return {
    ...engineSettings(engines),
    ask: async (image) => asRecognisedImage(await recognise(image, signal)),
  };
}

/** The engine that reads the pages of a document. */
export function engineFor({ ocrEngine }: EngineOptions, { preset }: EngineSettings): OcrEngine {
  return ocrEngine === "default" ? preset : ocrEngine;
}

/** Whether the service reads what looks handwritten. */
export function sendsHandwriting({ handwriting }: EngineOptions, settings: EngineSettings): boolean {
  return (handwriting === "default" ? settings.handwriting : handwriting) === "service";
}

/** @throws ExtractionError `BAD_OPTION` if the options name an engine that is not set up. */
export function refuseMissingEngines(options: EngineOptions, settings: EngineSettings): void {
  const { takes } = settings;
  const available = ["wasm", ...Object.keys(takes)];
  const engine = engineFor(options, settings);
  if (!available.includes(engine)) {
    const message = `ocrEngine: "${engine}" is not set up here; available: ${available.join(", ")}`;
    throw new ExtractionError("BAD_OPTION", message, { option: "ocrEngine" });
  }
  if (sendsHandwriting(options, settings) && takes.service === undefined) {
    const message = `handwriting: "service" needs an OCR service, which is not set up here; valid: engine`;
    throw new ExtractionError("BAD_OPTION", message, { option: "handwriting" });
  }
}

/** One entry for each engine and model, the one with most words first. */
export function together(parts: readonly PageRecogniser[]): readonly PageRecogniser[] {
  const sums = new Map<string, PageRecogniser>();
  for (const { engine, model, words } of parts) {
    const key = JSON.stringify([engine, model]);
    sums.set(key, { engine, model, words: words + (sums.get(key)?.words ?? 0) });
  }
  return [...sums.values()].toSorted((one, other) => other.words - one.words);
}
