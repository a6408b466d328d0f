import type { TesseractApi, TesseractIterator } from "tesseract.js-core/tesseract-core-simd-lstm.js";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type LanguageData, readLanguageData } from "./language-data.ts";
import type { RecognisedWord } from "./recognised-word.ts";
import { ReadingMonitor } from "./reading-monitor.ts";
import { confidenceBySigns } from "./sign-confidence.ts";
import { startTesseract, type Tesseract } from "./tesseract-library.ts";

/** How the text stands in a picture, by Tesseract's numbers. */
export const SEGMENTATION = {
  /** A page of any layout. */
  PAGE: 3,
  /** One column of text of varying size, such as a receipt. */
  COLUMN: 4,
  /** One line. */
  LINE: 7,
  /** As much text as can be found, in no order. */
  SPARSE: 11,
} as const;
export type Segmentation = (typeof SEGMENTATION)[keyof typeof SEGMENTATION];

/** Tesseract's neural network, the only engine that the data is for. */
const LSTM_ONLY = 1;

/** Tesseract's numbers for the parts of a page. */
const LEVEL = { LINE: 2, WORD: 3, SIGN: 4 } as const;

/** In words of so many signs, and as doubtful, each sign is looked at. */
const FEWEST_SIGNS = 4;
const DOUBTFUL = 0.6;

/** Tesseract guesses below this, and says so. */
const LEAST_DPI = 70;

/** What was read of a picture. */
export interface LinesRead {
  readonly words: readonly RecognisedWord[];
  /** Counted, also those without words. */
  readonly lines: number;
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
}

/** Reads the text in pictures, in the languages that it was started with. It keeps some 70 MB of memory. */
export class Recogniser implements Disposable {
  readonly #tesseract: Tesseract;
  readonly #api: TesseractApi;
  /** Undefined where lines cannot be counted. */
  readonly #monitor: ReadingMonitor | undefined;

  private constructor(tesseract: Tesseract, api: TesseractApi) {
    this.#tesseract = tesseract;
    this.#api = api;
    this.#monitor = tesseract.clock && new ReadingMonitor(tesseract, tesseract.clock);
  }

  /**
   * Starts a recogniser. Of several languages the first is the likeliest.
   *
   * @throws ExtractionError `RESOURCE_LIMIT` where this machine cannot recognise, `BAD_OPTION` when data is damaged.
   */
  static async start(languages: readonly LanguageData[]): Promise<Recogniser> {
    const tesseract = await startTesseract();
    for (const language of languages) {
      tesseract.library.FS.writeFile(`./${language.code}.traineddata`, await readLanguageData(language));
    }
    const api = new tesseract.library.TessBaseAPI();
    const codes = languages.map((language) => language.code).join("+");
    if (api.Init(null, codes, LSTM_ONLY) === -1) {
      const message = `lang: the language data of ${codes} cannot be used`;
      throw new ExtractionError("BAD_OPTION", message, { option: "lang" });
    }
    // Tesseract has read what it needs of them, and they would take their size in memory once more.
    for (const { code } of languages) tesseract.library.FS.unlink(`./${code}.traineddata`);
    return new Recogniser(tesseract, api);
  }

  /** Memory that it holds; what it has grown to for one picture it keeps. */
  get bytes(): number {
    return this.#tesseract.memory.buffer.byteLength;
  }

  /** The words of a picture in reading order; those in its first `mostLines` lines. */
  recognise(image: GreyImage, segmentation: Segmentation, mostLines = Infinity): readonly RecognisedWord[] {
    return this.read(image, segmentation, mostLines).words;
  }

  /** As `recognise`, and how many lines there were to read. */
  read(image: GreyImage, segmentation: Segmentation, mostLines: number): LinesRead {
    this.#api.SetPageSegMode(segmentation);
    this.#show(image);
    const monitor = mostLines === Infinity ? null : (this.#monitor?.startedFor(mostLines) ?? null);
    const before = this.#monitor?.lines ?? 0;
    const isWhole = this.#api.Recognize(monitor) === 0;
    const lines = (this.#monitor?.lines ?? 0) - before;
    if (!isWhole && monitor === null) return { words: [], lines, isWhole };
    const words = this.#words();
    this.#api.Clear();
    return { words, lines, isWhole };
  }

  [Symbol.dispose](): void {
    this.#api.End();
    this.#tesseract.library.destroy(this.#api);
  }

  #show({ data, width, height, dpi }: GreyImage): void {
    const { library, memory } = this.#tesseract;
    const address = library._malloc(width * height);
    if (address === 0) throw new RangeError("Array buffer allocation failed in the recogniser");
    // Only now: the memory may have been replaced by a larger one.
    new Uint8Array(memory.buffer).set(data, address);
    // Tesseract takes a copy.
    this.#api.SetImage(address, width, height, 1, width);
    library._free(address);
    this.#api.SetSourceResolution(Math.max(LEAST_DPI, Math.round(dpi)));
  }

  #words(): readonly RecognisedWord[] {
    const { library } = this.#tesseract;
    const iterator = this.#api.GetIterator();
    if (library.getPointer(iterator) === 0) return [];
    const words: RecognisedWord[] = [];
    let line = 0;
    iterator.Begin();
    do {
      if (iterator.IsAtBeginningOf(LEVEL.LINE)) line++;
      const word = wordAt(iterator, line);
      if (word) words.push(word);
    } while (iterator.Next(LEVEL.WORD));
    library.destroy(iterator);
    return words;
  }
}

function wordAt(iterator: TesseractIterator, line: number): RecognisedWord | undefined {
  const text = iterator.GetUTF8Text(LEVEL.WORD).trim();
  if (text === "") return undefined;
  const { x0, y0, x1, y1 } = iterator.getBoundingBox(LEVEL.WORD);
  const baseline = iterator.getBaseline(LEVEL.WORD);
  return {
    text,
    box: { x0, y0, x1, y1 },
    baseline: baseline.has_baseline ? baseline : { x0, y0: y1, x1, y1 },
    line,
    // Last, because it leaves the word's beginning.
    confidence: confidenceOf(iterator, text.length),
  };
}

function confidenceOf(iterator: TesseractIterator, length: number): number {
  const ofWord = between01(iterator.Confidence(LEVEL.WORD));
  if (ofWord >= DOUBTFUL || length < FEWEST_SIGNS) return ofWord;
  const signs = [between01(iterator.Confidence(LEVEL.SIGN))];
  while (!iterator.IsAtFinalElement(LEVEL.WORD, LEVEL.SIGN) && iterator.Next(LEVEL.SIGN)) {
    signs.push(between01(iterator.Confidence(LEVEL.SIGN)));
  }
  return confidenceBySigns(ofWord, signs);
}

function between01(percent: number): number {
  return Math.min(1, Math.max(0, percent / 100));
}
