import { ExtractionError } from "../../failure/extraction-error.ts";
import {
  type CustomEngine,
  HANDWRITING_CHOICES,
  type HandwritingChoice,
  OCR_ENGINES,
  type OcrEngine,
} from "../../options/ocr-engines.ts";
import {
  type Engines,
  type RecognitionEngine,
  refuseMissingEngines,
  engineSettings,
} from "../engines/engines.ts";
import type { ImageRecogniser } from "../engines/image-recogniser.ts";

/** Engines of recognition that a program sets up. */
export interface CustomEngines {
  /**
   * Replaces the built-in recogniser, which stays the fallback if this one fails: short for `engines.service` with
   * `ocrEngine: "service"`.
   */
  readonly recognise?: ImageRecogniser | undefined;
  /** Engines besides the built-in one, which the option `ocrEngine` can name. */
  readonly engines?: Readonly<Partial<Record<CustomEngine, RecognitionEngine>>> | undefined;
  /** The engine of documents whose option `ocrEngine` is `default`; `wasm` by default. */
  readonly ocrEngine?: OcrEngine | undefined;
  /** What reads handwriting if the option `handwriting` is `default`; `engine` by default. */
  readonly handwriting?: HandwritingChoice | undefined;
}

/** @throws ExtractionError `BAD_OPTION` if an unknown engine or one that is not set up is named. */
export function enginesIn({
  recognise,
  engines = {},
  ocrEngine = recognise ? "service" : "wasm",
  handwriting = "engine",
}: CustomEngines): Engines {
  refuseOthers("ocrEngine", ocrEngine, OCR_ENGINES);
  refuseOthers("handwriting", handwriting, HANDWRITING_CHOICES);
  const service = recognise && ({ takes: "drawn", recognise } as const);
  const custom = { ...engines, ...(service && { service }) };
  const all = { preset: ocrEngine, handwriting, custom };
  refuseMissingEngines({ ocrEngine: "default", handwriting: "default" }, engineSettings(all));
  return all;
}

function refuseOthers(option: string, value: string, valid: readonly string[]): void {
  if (valid.includes(value)) return;
  const message = `${option}: "${value}" is not valid; valid values: ${valid.join(", ")}`;
  throw new ExtractionError("BAD_OPTION", message, { option });
}
