import { ocrPackage } from "../../engines/ocr-package.ts";
import type { LinesRead } from "../../engines/ocr/recogniser.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { wordsFromElsewhere } from "../elsewhere/words-from-elsewhere.ts";
import { createOnnxReader, type OnnxReader } from "../engines/onnx/onnx-reader.ts";
import { asOfTesseract } from "../words/calibrated-confidence.ts";
import { type TextReader, withinLines } from "./text-reader.ts";

/** The languages of the models that ship. */
const LANGUAGES = "eng";

/** Pages are read in parallel by several threads, each with models of its own. */
const THREADS = 1;

/** This thread's models, loaded for its first column. */
let started: Promise<OnnxReader> | undefined;

/**
 * Returns what reads columns such as receipts instead of Tesseract: the models that ship, if they know the languages.
 * Without onnxruntime-node they take too long for `low_cost`, which then returns undefined.
 */
export async function columnReaderFor(
  languages: string,
  { mode }: Pick<ExtractOptions, "mode">,
): Promise<TextReader | undefined> {
  if (languages !== LANGUAGES) return undefined;
  started ??= start();
  const models = await started;
  return mode === "low_cost" && !models.isNative ? undefined : new ModelReader(models);
}

async function start(): Promise<OnnxReader> {
  const { modelsPath } = await ocrPackage();
  return createOnnxReader(modelsPath, THREADS);
}

/** Reads with models; its confidences compare with those of Tesseract. */
class ModelReader implements TextReader {
  readonly #models: OnnxReader;

  constructor(models: OnnxReader) {
    this.#models = models;
  }

  async read(image: GreyImage, _: unknown, mostLines: number): Promise<LinesRead> {
    const found = await this.#models.read(image, "block");
    const words = wordsFromElsewhere(found, image).map((word) => ({
      ...word,
      confidence: asOfTesseract(word.confidence),
      model: this.#models.model,
    }));
    return withinLines(words, mostLines);
  }
}
