import { ocrPackage } from "../../engines/ocr-package.ts";
import type { LinesRead, Segmentation } from "../../engines/ocr/recogniser.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { checkedWords } from "./checked-words.ts";
import { createOnnxReader, type OnnxReader } from "../engines/onnx/onnx-reader.ts";
import { asOfTesseract } from "../words/calibrated-confidence.ts";
import type { AskedRecogniser, ImageContent, RecognisedImage } from "../engines/image-recogniser.ts";
import { SHOWN, type TextReader, toRecognise, withinLines } from "./text-reader.ts";

/** The languages of the models that ship. */
const LANGUAGES = "eng";

/** Pages are read in parallel by several threads, each with models of its own. */
const THREADS = 1;

/** What models read in an image. */
type AskedModels = (
  image: GreyImage,
  shows: ImageContent,
) => Promise<Pick<RecognisedImage, "words" | "model">>;

/** This thread's models, loaded for its first image; undefined if they cannot be loaded. */
let started: Promise<OnnxReader | undefined> | undefined;

/**
 * Returns what reads columns such as receipts instead of Tesseract, and doubtful lines besides it: the models that ship,
 * if they know the languages.
 *
 * @param askModels asks another process; by default this thread runs the models.
 */
export async function modelReaderFor(
  languages: string,
  askModels: AskedRecogniser | undefined,
): Promise<TextReader | undefined> {
  if (languages !== LANGUAGES) return undefined;
  if (askModels) {
    const asked = { lang: LANGUAGES, engine: "onnx" } as const;
    return new ModelReader((image, shows) => askModels(toRecognise(image, { ...asked, shows })));
  }
  started ??= start().catch(() => undefined);
  const models = await started;
  if (!models) return undefined;
  return new ModelReader(async (image, shows) => ({
    words: await models.read(image, shows),
    model: models.model,
  }));
}

async function start(): Promise<OnnxReader> {
  const { modelsPath } = await ocrPackage();
  return createOnnxReader(modelsPath, THREADS);
}

/** Reads with models; its confidences compare with those of Tesseract. */
class ModelReader implements TextReader {
  readonly #models: AskedModels;

  constructor(models: AskedModels) {
    this.#models = models;
  }

  async read(image: GreyImage, segmentation: Segmentation, mostLines: number): Promise<LinesRead> {
    const { words: found = [], model } = await this.#models(image, SHOWN[segmentation]);
    const words = checkedWords(found, image).map((word) => ({
      ...word,
      confidence: asOfTesseract(word.confidence),
      model,
    }));
    return withinLines(words, mostLines);
  }
}
