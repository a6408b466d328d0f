import { encodePng } from "../../engines/render/png.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type LinesRead, SEGMENTATION, type Segmentation } from "../../engines/ocr/recogniser.ts";
import type { CustomEngine } from "../../options/ocr-engines.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { checkedWords } from "./checked-words.ts";
import type { StartedRecogniser } from "./warm-recognisers.ts";
import type { AskedRecogniser, ImageContent, ImageToRecognise } from "../engines/image-recogniser.ts";

/** Recognises prepared images: the built-in recogniser, or another engine. */
export interface TextReader {
  /** Returns the words in the first `mostLines` lines of an image. */
  read(image: GreyImage, segmentation: Segmentation, mostLines: number): LinesRead | Promise<LinesRead>;
}

/** Models that read besides the built-in recogniser, or instead of it. */
export interface ModelReader extends TextReader {
  /** What they read instead of Tesseract; they read doubtful lines besides it. */
  readonly replaces: "everything" | "columns";
}

/** Reads with the built-in recogniser, which is started for the first image. */
export function builtInReader(recogniser: StartedRecogniser): TextReader {
  return {
    async read(image, segmentation, mostLines) {
      return (await recogniser()).read(image, segmentation, mostLines);
    },
  };
}

/** A reader that asks another engine, and what that engine says about itself. */
export class EngineReader implements TextReader {
  readonly #engine: CustomEngine;
  readonly #ask: AskedRecogniser;
  readonly #lang: string;
  readonly #notes = new Set<string>();
  #model = "";

  constructor(engine: CustomEngine, ask: AskedRecogniser, lang: string) {
    this.#engine = engine;
    this.#ask = ask;
    this.#lang = lang;
  }

  get model(): string {
    return this.#model;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  async read(image: GreyImage, segmentation: Segmentation, mostLines: number): Promise<LinesRead> {
    const asked = { lang: this.#lang, engine: this.#engine, shows: SHOWN[segmentation] };
    const { words = [], model, notes = [] } = await this.#ask(toRecognise(image, asked));
    if (model !== "") this.#model = model;
    for (const note of notes) this.#notes.add(note);
    return withinLines(checkedWords(words, image), mostLines);
  }
}

/** A prepared image as engines get it. */
export function toRecognise(
  { width, height, dpi, data }: GreyImage,
  asked: Pick<ImageToRecognise, "lang" | "engine" | "shows">,
): ImageToRecognise {
  const png = encodePng({ width, height, channels: 1, dpi, pixels: Uint8Array.from(data) }, "stored");
  return { png, width, height, dpi, ...asked };
}

/** What images show that are read with a segmentation. */
export const SHOWN = {
  [SEGMENTATION.PAGE]: "page",
  [SEGMENTATION.COLUMN]: "page",
  [SEGMENTATION.BLOCK]: "block",
  [SEGMENTATION.LINE]: "line",
  [SEGMENTATION.SPARSE]: "sparse",
} as const satisfies Record<Segmentation, ImageContent>;

/** Returns the words of the first `mostLines` lines. */
export function withinLines(words: readonly RecognisedWord[], mostLines: number): LinesRead {
  const numbers = [...new Set(words.map(({ line }) => line))];
  if (numbers.length <= mostLines) return { words, lines: numbers.length, isWhole: true };
  const kept = new Set(numbers.slice(0, mostLines));
  return { words: words.filter(({ line }) => kept.has(line)), lines: kept.size, isWhole: false };
}
