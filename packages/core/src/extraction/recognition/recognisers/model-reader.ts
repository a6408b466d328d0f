import { type ModelSet, modelSetFor } from "../../engines/ocr/model-sets.ts";
import type { LinesRead, Segmentation } from "../../engines/ocr/recogniser.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { checkedWords } from "./checked-words.ts";
import { installedModels, refuseDamaged } from "../engines/onnx/installed-models.ts";
import { createOnnxReader, type OnnxReader, type OnnxSettings } from "../engines/onnx/onnx-reader.ts";
import { asOfTesseract } from "../words/calibrated-confidence.ts";
import type { AskedRecogniser, ImageContent, RecognisedImage } from "../engines/image-recogniser.ts";
import { type ModelReader, SHOWN, toRecognise, withinLines } from "./text-reader.ts";

/** What models read in an image. */
type AskedModels = (
  image: GreyImage,
  shows: ImageContent,
) => Promise<Pick<RecognisedImage, "words" | "model">>;

/** What is needed to read with models. */
interface ModelPlaces {
  /** Folders of language data, beside which models may be. */
  readonly tessdata: readonly string[];
  /** Asks another process; by default this thread runs the models. */
  readonly askModels: AskedRecogniser | undefined;
}

/** This thread's models by folder, loaded for the first image that needs them. */
const started = new Map<string, Promise<OnnxReader>>();

/** The models for the languages of a page, which read besides Tesseract or instead of it. */
export class PageModels {
  readonly #lang: string;
  readonly #places: ModelPlaces;
  readonly #notes = new Set<string>();
  #reader: Promise<ModelReader | undefined> | undefined;

  /** @param lang Languages as in the option `lang`. */
  constructor(lang: string, places: ModelPlaces) {
    this.#lang = lang;
    this.#places = places;
  }

  /** What the user should know about models that could not be used, one sentence each. */
  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Undefined if no models know the languages, or if they cannot be used. */
  readonly reader = (): Promise<ModelReader | undefined> => {
    this.#reader ??= this.#start();
    return this.#reader;
  };

  async #start(): Promise<ModelReader | undefined> {
    const set = modelSetFor(this.#lang);
    if (!set) return undefined;
    try {
      const settings = await installedModels(set, this.#places.tessdata);
      const read = this.#asked(settings);
      return new PageModelReader(set, (...image) => this.#noted(read(...image)));
    } catch (error) {
      this.#note(error);
      return undefined;
    }
  }

  #asked(settings: OnnxSettings): AskedModels {
    const { askModels } = this.#places;
    const asked = { lang: this.#lang, engine: "onnx" } as const;
    if (askModels) return (image, shows) => askModels(toRecognise(image, { ...asked, shows }));
    return async (image, shows) => {
      const models = await startedOnce(settings);
      return { words: await models.read(image, shows), model: models.model };
    };
  }

  async #noted<Result>(reading: Promise<Result>): Promise<Result> {
    try {
      return await reading;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #note(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#notes.add(`Models could not be used, so Tesseract alone read the page: ${why}`);
  }
}

/** Those that cannot be loaded are tried again. */
function startedOnce(settings: OnnxSettings): Promise<OnnxReader> {
  const models = started.get(settings.folder) ?? startedAnew(settings);
  started.set(settings.folder, models);
  models.catch(() => started.delete(settings.folder));
  return models;
}

async function startedAnew(settings: OnnxSettings): Promise<OnnxReader> {
  await refuseDamaged(settings);
  return createOnnxReader(settings);
}

/** Reads with models; its confidences compare with those of Tesseract. */
class PageModelReader implements ModelReader {
  readonly replaces: ModelReader["replaces"];
  readonly #read: AskedModels;

  constructor({ replaces }: ModelSet, read: AskedModels) {
    this.replaces = replaces;
    this.#read = read;
  }

  async read(image: GreyImage, segmentation: Segmentation, mostLines: number): Promise<LinesRead> {
    const { words: found = [], model } = await this.#read(image, SHOWN[segmentation]);
    const words = checkedWords(found, image).map((word) => ({
      ...word,
      confidence: asOfTesseract(word.confidence),
      model,
    }));
    return withinLines(words, mostLines);
  }
}
